/** The version of the extension wire that this package describes, as sent in `hello_ack`. */
export const PROTOCOL_VERSION = 1;

/** The version of the RPC wire, as answered to the `hello` command. */
export const RPC_PROTOCOL_VERSION = 1;
