import { join } from "node:path";
import { ProviderError } from "../../errors.js";
import { rememberSecret } from "../../redact.js";
import { isObject } from "../../wire/json.js";
import { PrivateFileError, readPrivateFile } from "./read-private-file.js";

/** A set of OAuth tokens, spelled as in `auth.json`. Fields that we don't know are kept. */
export interface OAuthToken {
  access_token: string;
  refresh_token?: string;
  token_type?: string;
  /** RFC 3339. Without it the token is taken to last. */
  expiry?: string;
  scope?: string;
  /** The client that the token was issued to; it alone may refresh it. */
  client_id?: string;
  /** Where to refresh it. */
  token_url?: string;
  account_id?: string;
  [other: string]: unknown;
}

/** A program that prints the API key: a password manager's. */
export interface KeyCommand {
  program: string;
  args?: string[];
  timeout_ms?: number;
}

/** One provider's entry in `auth.json`. */
export interface StoredCredential {
  api_key?: string;
  api_key_command?: KeyCommand;
  oauth?: OAuthToken;
  [other: string]: unknown;
}

export type AuthFile = Record<string, unknown>;

/** The Go zot has an entry for each of these, and drops any other that it finds beside them. */
const NAMED = new Set(["anthropic", "openai", "kimi", "google", "deepseek", "github_copilot"]);
/** Where it keeps all other providers. */
const OTHERS = "additional_api_key_creds";

/**
 * `auth.json`: one entry a provider. Every change happens under a lock that spans reading and
 * writing, so that two processes never undo each other's work.
 *
 * @example
 * const store = new AuthStore(zotHome());
 * await store.update("anthropic", () => ({ api_key: "…" }));
 */
export class AuthStore {
  readonly path: string;

  constructor(home: string) {
    this.path = join(home, "auth.json");
  }

  /** One provider's entry. */
  read(provider: string): StoredCredential | undefined {
    const file = this.#readFile();
    return entryOf(othersOf(file), provider) ?? entryOf(file, provider);
  }

  /** The names that have an entry. */
  providers(): string[] {
    const file = this.#readFile();
    return [file, othersOf(file)].flatMap((entries) =>
      Object.keys(entries).filter((name) => entryOf(entries, name) !== undefined),
    );
  }

  /**
   * Changes one provider's entry: `change` gets what is there now and returns what shall be there.
   * Returning the same object writes nothing; returning undefined removes the entry.
   */
  async update(
    provider: string,
    change: (
      current: StoredCredential | undefined,
    ) => StoredCredential | undefined | Promise<StoredCredential | undefined>,
  ): Promise<StoredCredential | undefined> {
    const [{ withLock }, { writePrivateFile }] = await Promise.all([
      import("./lock.js"),
      import("./write-private-file.js"),
    ]);
    return withLock(`${this.path}.lock`, async () => {
      const file = this.#readFile();
      const others = othersOf(file);
      const isOther =
        Object.hasOwn(others, provider) || !(NAMED.has(provider) || Object.hasOwn(file, provider));
      const before = entryOf(isOther ? others : file, provider);
      const after = await change(before);
      if (after === before) return after;
      rememberSecrets(after);
      const next = isOther
        ? replaceEntry(file, OTHERS, emptyAsNone(replaceEntry(others, provider, after)))
        : replaceEntry(file, provider, after);
      await writePrivateFile(this.path, `${JSON.stringify(next, null, 2)}\n`);
      return after;
    });
  }

  #readFile(): AuthFile {
    let text;
    try {
      text = readPrivateFile(this.path);
    } catch (error) {
      if (!(error instanceof PrivateFileError)) throw error;
      throw new ProviderError("auth", error.message, { provider: "", cause: error });
    }
    if (text === undefined || text.trim() === "") return {};
    let file: unknown;
    try {
      file = JSON.parse(text);
    } catch {
      // The parser's own message would quote the file.
      throw this.#damaged("is not valid JSON");
    }
    if (!isObject(file)) throw this.#damaged("does not hold a JSON object");
    for (const entries of [file, othersOf(file)]) {
      for (const name of Object.keys(entries)) rememberSecrets(entryOf(entries, name));
    }
    return file;
  }

  #damaged(what: string): ProviderError {
    const message = `${this.path} ${what}; mend it, or delete it and log in again`;
    return new ProviderError("auth", message, { provider: "" });
  }
}

function entryOf(entries: AuthFile, provider: string): StoredCredential | undefined {
  const entry = Object.hasOwn(entries, provider) ? entries[provider] : undefined;
  if (!isObject(entry)) return undefined;
  const { api_key, api_key_command, oauth } = entry;
  const hasKey = typeof api_key === "string" && api_key !== "";
  const hasCommand = isObject(api_key_command) && typeof api_key_command.program === "string";
  // The Go zot writes empty entries for providers without a credential.
  return hasKey || hasCommand || isObject(oauth) ? entry : undefined;
}

function othersOf(file: AuthFile): AuthFile {
  return isObject(file[OTHERS]) ? file[OTHERS] : {};
}

/** The same entries with this one replaced, or without it. */
function replaceEntry(entries: AuthFile, name: string, value: unknown): AuthFile {
  const rest = Object.entries(entries).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? rest : [...rest, [name, value]]);
}

function emptyAsNone(entries: AuthFile): AuthFile | undefined {
  return Object.keys(entries).length === 0 ? undefined : entries;
}

function rememberSecrets(entry: StoredCredential | undefined): void {
  rememberSecret(entry?.api_key);
  rememberSecret(entry?.oauth?.access_token);
  rememberSecret(entry?.oauth?.refresh_token);
  if (typeof entry?.oauth?.id_token === "string") rememberSecret(entry.oauth.id_token);
}
