// Keeps the code in the docs equal to files that CI runs. In a page:
//   <!-- snippet: examples/sdk/agent/main.ts -->            the whole file
//   <!-- snippet: examples/sdk/agent/main.ts#tools -->      between "#region tools" and "#endregion"
// The fenced block that follows the comment is filled from the file.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const MARK =
  /^([ \t]*)<!-- snippet: (\S+?)(?:#([\w-]+))? -->\n\n?([ \t]*`{3,})(\w*)\n([\s\S]*?)^[ \t]*`{3,}$/gm;

function pages(root) {
  const docs = readdirSync(join(root, "docs"), { recursive: true })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(root, "docs", file));
  const packages = readdirSync(join(root, "packages")).map((folder) =>
    join(root, "packages", folder, "README.md"),
  );
  return [join(root, "README.md"), ...docs, ...packages];
}

function region(text, name, path) {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trim().endsWith(`#region ${name}`));
  const end = lines.findIndex((line, at) => at > start && line.trim().endsWith("#endregion"));
  if (start === -1 || end === -1) throw new Error(`${path} has no region "${name}"`);
  const body = lines.slice(start + 1, end);
  const indent = Math.min(
    ...body.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)),
  );
  return body.map((line) => line.slice(indent)).join("\n") + "\n";
}

/** Fills every snippet; returns the pages that changed, or would have with `check`. */
export function generateSnippets(root, { check }) {
  return pages(root)
    .filter((page) => {
      const before = readFileSync(page, "utf8");
      const after = before.replace(MARK, (_, indent, path, name, fence, language) => {
        const text = readFileSync(join(root, path), "utf8");
        const code = name ? region(text, name, path) : text;
        const mark = `${indent}<!-- snippet: ${path}${name ? `#${name}` : ""} -->`;
        return `${mark}\n\n${fence}${language}\n${code}${fence}`;
      });
      if (after === before) return false;
      if (!check) writeFileSync(page, after);
      return true;
    })
    .map((page) => relative(root, page));
}
