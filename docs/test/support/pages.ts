import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Every page that a reader of the repository may come to, as a path from its root. */
export function findPages(): string[] {
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`);
  return [
    ...["README.md", "CONTRIBUTING.md"],
    ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
    ...packages.filter((page) => existsSync(join(root, page))),
    ...findIn("examples").filter((path) => path.endsWith("/README.md")),
  ].filter((path) => path.endsWith(".md"));
}

function findIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === "node_modules" ? [] : findIn(path);
  });
}

export interface Link {
  text: string;
  /** The target's path from the root; empty for a place on the same page. */
  path: string;
  anchor: string;
}

/** A page's links within the repository. Code and addresses elsewhere are none. */
export function readLinks(page: string, markdown = readPage(page)): Link[] {
  const prose = withoutCode(markdown);
  const inline = [...prose.matchAll(/\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g)];
  const html = [...prose.matchAll(/\s(?:src|href)=("|')([^"']+)\1/g)];
  return [...inline, ...html].flatMap(([, text = "", target = ""]) => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return [];
    const [file = "", anchor = ""] = decodeURIComponent(target).split("#");
    const path = file === "" ? "" : relative(root, join(root, dirname(page), file));
    return [{ text, path, anchor }];
  });
}

export function readPage(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** The names that a page's headings and anchors can be linked by. */
export function readAnchors(page: string): string[] {
  const prose = withoutFences(readPage(page));
  const named = Array.from(prose.matchAll(/<a id="([^"]+)">/g), ([, name = ""]) => name);
  const headings = prose.matchAll(/^#{1,6} +(.+?) *#*$/gm);
  const slugs = Array.from(headings, ([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
  return [...named, ...slugs];
}

function withoutCode(markdown: string): string {
  return withoutFences(markdown).replaceAll(/(`+)(?:(?!\1)[^\n])+\1/g, (code) =>
    code.replaceAll(/[[\]()]/g, " "),
  );
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm, "");
}
