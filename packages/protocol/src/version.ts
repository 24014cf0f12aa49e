/**
 * The version of the extension wire that this package describes, as sent in `hello_ack`.
 *
 * @example
 * if (ack.protocol_version !== PROTOCOL_VERSION) throw new Error("this zot speaks another version");
 */
export const PROTOCOL_VERSION = 1;

/**
 * The version of the RPC wire, as answered to the `hello` command.
 *
 * @example
 * const data: RpcHelloData = { protocol_version: RPC_PROTOCOL_VERSION, version, provider, model };
 */
export const RPC_PROTOCOL_VERSION = 1;
