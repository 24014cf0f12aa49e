import type * as z from "zod";
import { decodeFromExtension, decodeFromHost, type Decoded } from "../src/codec.js";
import { contentBlock, imageBlock, textBlock } from "../src/content.js";
import { describeIssues } from "../src/describe-issues.js";
import { fromExtension } from "../src/from-extension.js";
import { fromHost } from "../src/from-host.js";
import { decodeManifest } from "../src/decode-manifest.js";
import { manifestSchema } from "../src/manifest.js";
import { readContentBlock } from "../src/read-content-block.js";
import {
  decodeFromRpcClient,
  decodeFromRpcServer,
  fromRpcClient,
  fromRpcServer,
  rpcData,
} from "../src/rpc.js";

type Frame = z.ZodObject<{ type: z.ZodLiteral<string> }>;

interface Direction {
  /** What the page calls it. */
  title: string;
  frames: readonly Frame[];
  decode: (line: string) => Decoded<object>;
}

/** The four kinds of line, under the names of their folders in the corpus. */
export const directions: Record<string, Direction> = {
  "from-extension": {
    title: "Extension → host",
    frames: fromExtension.options,
    decode: decodeFromExtension,
  },
  "from-host": { title: "Host → extension", frames: fromHost.options, decode: decodeFromHost },
  "from-rpc-client": {
    title: "Client → zot",
    frames: fromRpcClient.options,
    decode: decodeFromRpcClient,
  },
  "from-rpc-server": {
    title: "zot → client",
    frames: fromRpcServer.options,
    decode: decodeFromRpcServer,
  },
};

/** What is not a line of its own, by group and name. */
export const parts = {
  content: { text: textBlock, image: imageBlock },
  "rpc-data": rpcData,
  manifest: { manifest: manifestSchema },
} satisfies Record<string, Record<string, z.ZodObject>>;

export function typeOf(frame: Frame): string {
  return [...frame.shape.type.values].join();
}

export type Judgement = { ok: true; value: unknown } | { ok: false; kind: string; message: string };

/** What this package makes of one case of the corpus. */
export function judge(group: string, type: string, text: string): Judgement {
  const direction = directions[group];
  if (direction) {
    const read = direction.decode(text);
    if (read.ok) return { ok: true, value: read.frame };
    return { ok: false, kind: read.problem.kind, message: read.problem.message };
  }
  switch (group) {
    case "manifest": {
      const read = decodeManifest(text);
      return read.ok ? { ok: true, value: read.manifest } : invalid(read.message);
    }
    case "content":
      return judgeBlock(JSON.parse(text) as { type: string });
    case "rpc-data":
      return judgeData(type, JSON.parse(text));
    default:
      throw new Error(`the corpus has no group "${group}"`);
  }
}

function judgeBlock(value: { type: string }): Judgement {
  const block = readContentBlock(value);
  if (block) return { ok: true, value: block };
  const read = contentBlock.safeParse(value, { reportInput: true });
  const message = read.success ? "" : describeIssues(read.error);
  return value.type in parts.content
    ? invalid(message)
    : { ok: false, kind: "unknown-type", message };
}

function judgeData(command: string, value: unknown): Judgement {
  const schema = new Map<string, z.ZodObject>(Object.entries(rpcData)).get(command);
  if (!schema) throw new Error(`no response to "${command}" has data`);
  const read = schema.safeParse(value, { reportInput: true });
  return read.success ? { ok: true, value: read.data } : invalid(describeIssues(read.error));
}

function invalid(message: string): Judgement {
  return { ok: false, kind: "invalid", message };
}
