import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const corpus = fileURLToPath(new URL("../corpus/v1/", import.meta.url));

const VERDICTS = ["valid", "tolerated", "ignored", "invalid"] as const;
type Verdict = (typeof VERDICTS)[number];

export interface Case {
  /** Relative to the corpus, with forward slashes. */
  file: string;
  group: string;
  type: string;
  verdict: Verdict;
  value: Record<string, unknown>;
}

/** Every case that is one frame, block, manifest or response data. */
export function readCases(): Case[] {
  return listFiles()
    .filter((file) => !/^(lines|sessions)\/|^index\.json$/.test(file))
    .map((file) => {
      const folders = file.split("/");
      const name = folders.at(-1) ?? "";
      const verdict = VERDICTS.find((prefix) => name.startsWith(`${prefix}-`));
      if (!verdict) throw new Error(`${file}: the name must start with ${VERDICTS.join(", ")}`);
      const group = folders[0] ?? "";
      const type = folders.length > 2 ? (folders[1] ?? "") : group;
      return { file, group, type, verdict, value: readJson(file) as Case["value"] };
    });
}

export interface LineCase {
  file: string;
  bytes: Uint8Array;
  expect: ({ type: string } | { problem: string })[];
}

/** The cases of raw bytes. */
export function readLineCases(): LineCase[] {
  return listFiles()
    .filter((file) => file.startsWith("lines/"))
    .map((file) => {
      const { input, input_base64, expect } = readJson(file) as {
        input?: string;
        input_base64?: string;
        expect: LineCase["expect"];
      };
      const bytes =
        input === undefined ? Buffer.from(input_base64 ?? "", "base64") : Buffer.from(input);
      return { file, bytes, expect };
    });
}

export interface Session {
  file: string;
  about: string;
  frames: { from: "extension" | "host"; frame: Record<string, unknown> }[];
}

/** Conversations from hello to shutdown. */
export function readSessions(): Session[] {
  return listFiles()
    .filter((file) => file.startsWith("sessions/"))
    .map((file) => ({ file, ...(readJson(file) as Omit<Session, "file">) }));
}

export function listFiles(): string[] {
  return readdirSync(corpus, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".json"))
    .sort();
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(corpus, file), "utf8"));
}
