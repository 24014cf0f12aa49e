import type * as z from "zod";
import { panel } from "../../src/panels.js";
import { eventResult } from "../../src/events.js";
import {
  imageCountBlock,
  rpcImage,
  rpcMessage,
  rpcModel,
  toolCallBlock,
  toolResultBlock,
  usageTotals,
} from "../../src/rpc.js";
import { textBlock } from "../../src/content.js";
import { directions, parts, typeOf } from "../wire.js";
import { describeType } from "./describe-type.js";
import { schemaOf } from "./wire-schema.js";

/** The tables of the pages, by the name of the region that shows them. */
export const tables: Record<string, () => string> = {
  ...Object.fromEntries(
    Object.entries(directions).map(([name, { frames }]) => [name, () => framesOf(name, frames)]),
  ),
  manifest: () => fields(parts.manifest.manifest),
  content: () => sections(parts.content),
  panel: () => fields(panel),
  "event-result": () => fields(eventResult),
  "rpc-image": () => fields(rpcImage),
  "rpc-data": () => sections(parts["rpc-data"]),
  "rpc-message": () => fields(rpcMessage),
  "rpc-blocks": () =>
    sections({
      text: textBlock,
      image: imageCountBlock,
      tool_call: toolCallBlock,
      tool_result: toolResultBlock,
    }),
  "rpc-model": () => fields(rpcModel),
  "rpc-usage": () => fields(usageTotals),
};

type Frames = readonly z.ZodObject<{ type: z.ZodLiteral<string> }>[];

function framesOf(direction: string, frames: Frames): string {
  // A page shows frames of the same name for both directions, so headings alone can't be linked.
  const details = frames.map((frame) => {
    const type = typeOf(frame);
    return `<a id="${direction}-${type}"></a>\n\n${section(type, frame)}`;
  });
  return [overview(direction, frames), ...details].join("\n\n");
}

function overview(direction: string, frames: Frames): string {
  const rows = frames.map((frame) => {
    const type = typeOf(frame);
    return `| [\`${type}\`](#${direction}-${type}) | ${frame.description ?? ""} |`;
  });
  return ["| type | what it says |", "|---|---|", ...rows].join("\n");
}

function sections(schemas: Record<string, z.ZodObject>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => section(name, schema))
    .join("\n\n");
}

function section(name: string, schema: z.ZodObject): string {
  return [`#### \`${name}\``, schema.description ?? "", fields(schema)].join("\n\n");
}

function fields(schema: z.ZodObject): string {
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  const rows = Object.entries(properties)
    .filter(([name]) => name !== "type")
    .map(([name, property]) => {
      const about = typeof property.description === "string" ? property.description : "";
      if (about === "") throw new Error(`the field "${name}" has no description`);
      const type = describeType(property).replaceAll("|", "\\|");
      return `| \`${name}\` | ${type} | ${required.includes(name) ? "yes" : ""} | ${about} |`;
    });
  if (rows.length === 0) return "No fields besides `type`.";
  return ["| field | type | required | meaning |", "|---|---|---|---|", ...rows].join("\n");
}
