import type { decodeFromExtension, readContentBlock } from "@zot/protocol";

/** The part of `@zot/protocol` that needs its schemas. */
export interface Codec {
  decode: typeof decodeFromExtension;
  readContentBlock: typeof readContentBlock;
}

let loading: Promise<Codec> | undefined;

/** Schemas take tens of milliseconds to load: this is called when the first child is already on its way. */
export function loadCodec(): Promise<Codec> {
  loading ??= import("@zot/protocol").then((protocol) => ({
    decode: protocol.decodeFromExtension,
    readContentBlock: protocol.readContentBlock,
  }));
  return loading;
}
