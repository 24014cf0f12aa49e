import { realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { findRoot } from "./project-root.js";
import { readRegularFile } from "./regular-file.js";
import type { Skill } from "./skills/skill.js";
import { skillManifest } from "./skills/manifest.js";
import { isInside } from "./tools/paths.js";

const BUILT_IN =
  "You are zot, a coding agent in the user's terminal. Do what is asked with the tools you have: look " +
  "before you change, change no more than needed, and check that it works. Answer briefly; end with what you did.";
const LARGEST = 128 * 1024;

export interface SystemPromptOptions {
  cwd: string;
  /** zot's own folder: its `SYSTEM.md` takes the place of the built-in text, its `AGENTS.md` is for all projects. */
  home?: string;
  /** Takes the place of both. */
  system?: string;
  /** Put after it, in order. */
  append?: readonly string[];
  skills?: readonly Skill[];
  now?: Date;
}

/** The prompt, and the files of the project and the user that are in it. */
export interface SystemPrompt {
  text: string;
  files: string[];
}

/**
 * Puts the system prompt together. What project files say is text for the model, and nothing else.
 *
 * @example
 * const { text, files } = buildSystemPrompt({ cwd: process.cwd(), home: zotHome() });
 */
export function buildSystemPrompt(options: SystemPromptOptions): SystemPrompt {
  const { cwd, home, append = [], skills = [], now = new Date() } = options;
  const files: string[] = [];
  const own = options.system ?? readOwn(home, "SYSTEM.md", files) ?? BUILT_IN;
  const everywhere = readOwn(home, "AGENTS.md", files);
  const project = projectFiles(cwd).map(({ path, text }) => {
    files.push(path);
    return `Instructions of this project, from ${path}:\n\n${text.trim()}`;
  });
  const parts = [
    own,
    ...append,
    ...(everywhere === undefined ? [] : [`Instructions of the user:\n\n${everywhere.trim()}`]),
    ...project,
    skillManifest(skills),
    `Today is ${localDate(now)}. The working directory is ${cwd}.`,
  ];
  const text = parts.filter((part) => part.trim() !== "").map((part) => part.trim());
  return { text: text.join("\n\n"), files };
}

function readOwn(home: string | undefined, name: string, files: string[]): string | undefined {
  if (home === undefined) return undefined;
  const path = join(home, name);
  const text = readText(path);
  if (text === undefined || text.trim() === "") return undefined;
  files.push(path);
  return text;
}

/** Every `AGENTS.md` from the project's root down to the working directory. */
function projectFiles(cwd: string): { path: string; text: string }[] {
  const root = findRoot(cwd);
  const found: { path: string; text: string }[] = [];
  for (const folder of foldersBetween(root, cwd)) {
    const path = join(folder, "AGENTS.md");
    // A link out of the project could send any file of the user's to the model's vendor.
    if (!leadsInside(path, root)) continue;
    const text = readText(path);
    if (text !== undefined && text.trim() !== "") found.push({ path, text });
  }
  return found;
}

function foldersBetween(root: string, cwd: string): string[] {
  const folders = [root];
  for (const part of relative(root, cwd).split(sep).filter(Boolean)) {
    folders.push(join(folders.at(-1) ?? root, part));
  }
  return folders;
}

function leadsInside(path: string, root: string): boolean {
  try {
    return isInside(realpathSync(root), realpathSync(path));
  } catch {
    return false;
  }
}

function readText(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const { bytes, isWhole } = readRegularFile(path, LARGEST);
  const text = bytes.toString("utf8");
  return isWhole ? text : `${text.replace(/\uFFFD$/, "")}\n[cut: the file is longer]`;
}

function localDate(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
