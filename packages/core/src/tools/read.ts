import { readFileSync, readSync } from "node:fs";
import { optionalCount, requireString } from "./args.js";
import { withFile } from "./files.js";
import { imageType } from "./images/image-type.js";
import type { Jail } from "./jail/jail.js";
import { resolvePath } from "./paths.js";
import { readLines } from "./read-lines.js";
import { looksBinary } from "./text-file.js";
import { failed, type Tool, type ToolResult } from "./tool.js";
import { explainFileError } from "./tool-error.js";

const MOST_LINES = 2_000;
const MOST_BYTES = 50 * 1024;
const SNIFFED = 8_192;
/** Larger ones are not worth reading to scale them down. */
const LARGEST_IMAGE = 64 * 1024 * 1024;

export function readTool(jail: Jail | undefined): Tool {
  return {
    name: "read",
    description:
      `Read a file: text with line numbers, at most ${MOST_LINES} lines at a time, or an image (PNG, JPEG, GIF, WebP). ` +
      "Line numbers are not part of the file.",
    schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "relative to the working directory, or absolute" },
        offset: { type: "integer", description: "the first line to read, from 1" },
        limit: { type: "integer", description: "how many lines to read" },
      },
      required: ["path"],
    },
    async run(args, { cwd }) {
      const given = typeof args.path === "string" ? args.path : "";
      let path = "";
      try {
        path = resolvePath(requireString(args, "path"), cwd);
        const first = optionalCount(args, "offset") ?? 1;
        const count = Math.min(optionalCount(args, "limit") ?? MOST_LINES, MOST_LINES);
        const found = withFile(path, jail, (fd, { size }) => {
          const head = Buffer.alloc(Math.min(SNIFFED, size));
          readSync(fd, head, 0, head.length, 0);
          const type = imageType(head);
          if (type !== undefined && size <= LARGEST_IMAGE) {
            return { type, bytes: readFileSync(fd) };
          }
          return readText(fd, { path, given, first, count, size, head });
        });
        if (!("type" in found)) return found;
        const { showImage } = await import("./images/image.js");
        return await showImage(found.bytes, found.type, given);
      } catch (error) {
        return failed(explainFileError(error, given, path));
      }
    },
  };
}

interface Request {
  path: string;
  given: string;
  first: number;
  count: number;
  size: number;
  head: Buffer;
}

function readText(fd: number, request: Request): ToolResult {
  const { path, given, first, count, size, head } = request;
  if (looksBinary(head)) return failed(`${given} is a binary file (${size} bytes)`);
  const { lines, more, total } = readLines(fd, { first, count, bytes: MOST_BYTES });
  const details = { path, first_line: first, lines: lines.length, truncated: more };
  if (lines.length === 0) {
    if (total === undefined || total === 0) {
      return { content: [{ type: "text", text: "(the file is empty)" }], details };
    }
    return failed(`${given} has only ${total} lines; there is no line ${first}`);
  }
  const last = first + lines.length - 1;
  const width = String(last).length;
  const numbered = lines.map((line, index) => `${String(first + index).padStart(width)}\t${line}`);
  if (more) numbered.push(`… [more follows; go on with offset ${last + 1}]`);
  return { content: [{ type: "text", text: numbered.join("\n") }], details };
}
