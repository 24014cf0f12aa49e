import type { decodeFromExtension, readContentBlock } from "@zot/protocol";

/** The part of `@zot/protocol` that needs its schemas. */
export interface Codec {
  decode: typeof decodeFromExtension;
  readContentBlock: typeof readContentBlock;
}

let loading: Promise<Codec> | undefined;
let loaded: Codec | undefined;

/** The codec, once it was loaded. */
export function getCodec(): Codec | undefined {
  return loaded;
}

/**
 * Schemas take tens of milliseconds to load, longer than a program takes to boot: they are not on the
 * way to the first `ready`, but come when a frame needs them, or when there is time.
 */
export function loadCodec(): Promise<Codec> {
  loading ??= import("@zot/protocol").then((protocol) => {
    loaded = { decode: protocol.decodeFromExtension, readContentBlock: protocol.readContentBlock };
    return loaded;
  });
  return loading;
}
