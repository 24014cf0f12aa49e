import { devNull } from "node:os";

/** What makes git look at another repository, or run what somebody left there. */
const DROPPED =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|TEMPLATE_DIR|EXTERNAL_DIFF|PROXY_COMMAND|EXEC_PATH|TRACE.*|SHALLOW_FILE|GRAFT_FILE|ATTR_.*|CONFIG.*)$/;

/** What it takes to reach a private repository: who the user is there, and how to get there. Nothing of it is a filter. */
const KEPT = /^(?:credential|http|https|url|safe)\.|^core\.sshcommand$|^ssh\.variant$/i;

/** Reads the settings of one of the user's files, as `git config --list --null` prints them. */
export type ReadSettings = (scope: "--system" | "--global") => Promise<string>;

/** The environment without what would lead git astray. */
function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !DROPPED.test(name)));
}

/** The environment to ask for the user's settings in: the same, with the files that the user chose. */
export function settingsEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM } = env;
  return { ...cleanEnvironment(env), GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM };
}

/**
 * The environment of a clone. A repository names filters in its attributes, and git runs them by the user's configuration:
 * so none of that is read but what a private repository needs.
 */
export async function cloneEnvironment(
  env: NodeJS.ProcessEnv,
  readSettings: ReadSettings,
): Promise<NodeJS.ProcessEnv> {
  const lists = [await readSettings("--system"), await readSettings("--global")];
  const settings = lists.flatMap(parseSettings).filter(([key]) => KEPT.test(key));
  return {
    ...cleanEnvironment(env),
    ...Object.fromEntries(
      settings.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: "1",
    GIT_ALLOW_PROTOCOL: "https:ssh:file",
    // A repository on this disk could make git fetch what it lacks, from where it says.
    GIT_NO_LAZY_FETCH: "1",
    GIT_LFS_SKIP_SMUDGE: "1",
  };
}

/** `key`, a line feed, the value; a NUL after each. A key alone means true. */
function parseSettings(list: string): [key: string, value: string][] {
  return list
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => {
      const at = entry.indexOf("\n");
      return at === -1 ? [entry, "true"] : [entry.slice(0, at), entry.slice(at + 1)];
    });
}
