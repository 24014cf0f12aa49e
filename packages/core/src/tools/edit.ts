import { applyEdits, type Edit } from "./apply-edits.js";
import { requireString } from "./args.js";
import { unifiedDiff } from "./diff.js";
import { readWhole, replaceFile } from "./files.js";
import type { Jail } from "./jail/jail.js";
import { resolvePath } from "./paths.js";
import { decodeText } from "./text-file.js";
import { failed, type Tool } from "./tool.js";
import { explainFileError, ToolError } from "./tool-error.js";

export function editTool(jail: Jail | undefined): Tool {
  return {
    name: "edit",
    description:
      "Change parts of a file. Each oldText must match exactly and occur once; all edits apply to the file as it was, or none does.",
    schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "relative to the working directory, or absolute" },
        edits: {
          type: "array",
          items: {
            type: "object",
            properties: { oldText: { type: "string" }, newText: { type: "string" } },
            required: ["oldText", "newText"],
          },
        },
      },
      required: ["path", "edits"],
    },
    async run(args, { cwd }) {
      const given = typeof args.path === "string" ? args.path : "";
      let path = "";
      try {
        path = resolvePath(requireString(args, "path"), cwd);
        const edits = requireEdits(args.edits);
        const old = readWhole(path, jail);
        if (old === undefined) return failed(`no such file: ${given}`);
        const file = decodeText(old.bytes, given);
        const after = applyEdits(file, edits, given);
        replaceFile(path, Buffer.from(file.bom + after), jail, { mode: old.mode });
        const diff = await unifiedDiff(given, file.raw, after);
        const text = `made ${edits.length} ${edits.length === 1 ? "edit" : "edits"} in ${given}`;
        return {
          content: [{ type: "text", text: diff === "" ? text : `${text}\n${diff}` }],
          details: { path, edits: edits.length, diff },
        };
      } catch (error) {
        return failed(explainFileError(error, given, path));
      }
    },
  };
}

function requireEdits(given: unknown): Edit[] {
  // Some models write the list as text.
  const value = typeof given === "string" ? parseList(given) : given;
  if (!Array.isArray(value) || value.length === 0) {
    throw new ToolError('"edits" must be a list with at least one {oldText, newText}');
  }
  return value.map((item: unknown, index) => {
    const edit = item as Partial<Edit> | null;
    if (typeof edit?.oldText !== "string" || typeof edit.newText !== "string") {
      throw new ToolError(`edit ${index + 1}: oldText and newText must both be strings`);
    }
    return { oldText: edit.oldText, newText: edit.newText };
  });
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
