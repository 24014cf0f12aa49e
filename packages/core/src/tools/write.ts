import { requireString } from "./args.js";
import { unifiedDiff } from "./diff.js";
import { readWhole, replaceFile } from "./files.js";
import type { Jail } from "./jail/jail.js";
import { resolvePath } from "./paths.js";
import { looksBinary } from "./text-file.js";
import { failed, type Tool } from "./tool.js";
import { explainFileError } from "./tool-error.js";

/** Longer files are written without a diff. */
const LONGEST_DIFFED = 512 * 1024;

export function writeTool(jail: Jail | undefined): Tool {
  return {
    name: "write",
    description:
      "Write a file, whole. Makes the folders it needs; an existing file is replaced. Use edit to change a part.",
    schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "relative to the working directory, or absolute" },
        content: { type: "string" },
      },
      required: ["path", "content"],
    },
    async run(args, { cwd }) {
      const given = typeof args.path === "string" ? args.path : "";
      let path = "";
      try {
        path = resolvePath(requireString(args, "path"), cwd);
        const content = Buffer.from(requireString(args, "content"));
        const old = readWhole(path, jail);
        replaceFile(path, content, jail, old === undefined ? {} : { mode: old.mode });
        const diff = await describeChange(given, old?.bytes, content);
        const text = `${old === undefined ? "created" : "replaced"} ${given} (${content.length} bytes)`;
        return {
          content: [{ type: "text", text }],
          details: { path, bytes: content.length, ...(diff === "" ? {} : { diff }) },
        };
      } catch (error) {
        return failed(explainFileError(error, given, path));
      }
    },
  };
}

async function describeChange(path: string, before: Buffer | undefined, after: Buffer) {
  const old = before ?? Buffer.alloc(0);
  if (looksBinary(old) || old.length + after.length > LONGEST_DIFFED) return "";
  return unifiedDiff(path, old.toString("utf8"), after.toString("utf8"));
}
