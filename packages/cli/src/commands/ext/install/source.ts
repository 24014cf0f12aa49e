import { lstatSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { MANIFEST_FILE } from "@zot/sdk/extensions";
import { visibleLine } from "@zot/tui/sanitize";
import { UsageError } from "../../../errors.js";

/** Where an extension comes from: a folder that is copied, or a repository that is cloned. */
export type Source = { kind: "folder"; path: string } | { kind: "git"; url: string };

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** `transport::address` makes git run a helper program; `ext::` runs any. */
const HELPER = /^[a-z0-9+.-]*::/i;
/** `user@host:path`, which git takes for ssh. */
const SCP = /^(?:[^\s/:@]+@)?([^\s/:@]+|\[[0-9a-f:]+\]):(?!\/\/)(.+)$/i;

/** Reads what the user gave; throws a UsageError for anything that is not plainly a place. */
export function readSource(word: string): Source {
  if (word.trim() === "") throw refuse(word, "it is empty");
  if (/\p{Cc}/u.test(word)) throw refuse(word, "it holds control characters");
  if (word.startsWith("-"))
    throw refuse(word, "it begins with a dash; a folder of that name is ./-…");
  if (HELPER.test(word)) throw refuse(word, "it would make git run a helper program");
  const scheme = SCHEME.exec(word)?.[1]?.toLowerCase();
  if (scheme !== undefined) return readUrl(word, scheme);
  const path = resolve(word);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    return isRepository(path) ? { kind: "git", url: `file://${path}` } : { kind: "folder", path };
  }
  if (stats) return readFileSource(word, path);
  const scp = SCP.exec(word);
  if (scp && !isDrive(word)) {
    if (scp[1]?.startsWith("-")) throw refuse(word, "its host begins with a dash");
    if (scp[2]?.startsWith("-")) throw refuse(word, "its path begins with a dash");
    return { kind: "git", url: word };
  }
  throw new UsageError(
    `there is no folder "${word}"; install takes a folder, https://… or ssh://…`,
  );
}

function readUrl(word: string, scheme: string): Source {
  if (scheme === "http") throw refuse(word, "http is not encrypted; use https");
  if (!["https", "ssh", "file"].includes(scheme)) {
    throw refuse(word, `only https, ssh and local folders are allowed, not ${scheme}`);
  }
  let host: string;
  try {
    host = decodeURIComponent(new URL(word).hostname);
  } catch {
    throw refuse(word, "it is no URL");
  }
  const user = decodeURIComponent(new URL(word).username);
  if (host.startsWith("-") || user.startsWith("-"))
    throw refuse(word, "its host begins with a dash");
  if (scheme === "file" && host !== "") throw refuse(word, "its file is on another machine");
  // A URL parser would take the first folder of `https:///x` for the host.
  if (scheme !== "file" && /^[^:]+:\/\/(?:\/|$)/.test(word)) throw refuse(word, "it names no host");
  return { kind: "git", url: word };
}

/** The manifest itself stands for its folder, as for `--ext`. */
function readFileSource(word: string, path: string): Source {
  if (path.endsWith(MANIFEST_FILE)) return { kind: "folder", path: resolve(path, "..") };
  throw new UsageError(`"${word}" is a file; install takes a folder, https://… or ssh://…`);
}

/** A bare repository: it can only be cloned. */
function isRepository(path: string): boolean {
  const has = (name: string) =>
    lstatSync(join(path, name), { throwIfNoEntry: false }) !== undefined;
  return !has(MANIFEST_FILE) && has("HEAD") && has("objects") && has("refs");
}

function isDrive(word: string): boolean {
  return process.platform === "win32" && /^[a-z]:/i.test(word);
}

function refuse(word: string, why: string): UsageError {
  return new UsageError(`refused: ${visibleLine(JSON.stringify(word))}: ${why}`);
}

/** A source as it may be shown: without a password. */
export function describeSource(source: Source): string {
  if (source.kind === "folder") return source.path;
  return source.url.replace(/^([a-z]+:\/\/[^/@:]*):[^/@]*@/i, "$1:***@");
}
