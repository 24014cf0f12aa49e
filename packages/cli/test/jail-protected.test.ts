import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasBubblewrap, makeJail, NAMES } from "./support/jail.js";

const EVIL = "evil";

describe.skipIf(!hasBubblewrap)(
  "R16: a command in the jail changes nothing that others run",
  () => {
    test("where .git is a file that leads to a folder in the project", async () => {
      const { project, escaped, git, call, bash, look } = await makeJail();
      git(".", "init", "-q", `--separate-git-dir=${join(project, "meta")}`, ".");
      const hook = `printf '#!/bin/sh\\ntouch ${escaped}\\n' > meta/hooks/pre-commit`;
      const answers = [
        await bash(`${hook}; chmod +x meta/hooks/pre-commit; echo x >> meta/config`),
        await bash(`mv meta aside; cp -r aside meta; ${hook}; chmod +x meta/hooks/pre-commit`),
        await call("write", { path: "meta/hooks/post-commit", content: EVIL }),
        await call("edit", { path: "meta/config", edits: [{ oldText: "[core]", newText: EVIL }] }),
      ];
      git(".", "commit", "-q", "--allow-empty", "-m", "x");
      expect(existsSync(escaped), answers.join("\n")).toBe(false);
      expect(look("meta/hooks/post-commit")).toBeUndefined();
      expect(look("meta/config")).not.toContain(EVIL);
      expect(git(".", "log", "--oneline")).toContain("x");
    });

    test.each(["a/b/c/d/e/f/g/h/i/j/k/l", "node_modules/x/y", "vendor/.hidden/z"])(
      "in the repository %s",
      async (folder) => {
        const { project, git, bash, call } = await makeJail();
        mkdirSync(join(project, folder), { recursive: true });
        git(folder, "init", "-q");
        const before = readdirSync(join(project, folder, ".git/hooks"));
        await bash(
          `echo evil > ${folder}/.git/hooks/pre-commit; echo evil >> ${folder}/.git/config`,
        );
        await call("write", { path: `${folder}/.git/hooks/pre-commit`, content: EVIL });
        expect(readdirSync(join(project, folder, ".git/hooks"))).toEqual(before);
        expect(readFileSync(join(project, folder, ".git/config"), "utf8")).not.toContain(EVIL);
      },
    );

    test("in a bare repository, by commands or by tools", async () => {
      const { project, git, bash, call, look } = await makeJail();
      mkdirSync(join(project, "store/some"), { recursive: true });
      git("store/some", "init", "-q", "--bare");
      await bash("echo evil > store/some/hooks/update; echo evil >> store/some/config");
      await call("write", { path: "store/some/hooks/update", content: EVIL });
      expect(look("store/some/hooks/update")).toBeUndefined();
      expect(look("store/some/config")).not.toContain(EVIL);
    });

    test.each(NAMES.slice(1))("in %s of a folder below, where it is there", async (name) => {
      const { put, look, bash, call } = await makeJail();
      const path = name.includes(".e") || name.includes(".m") ? `sub/${name}` : `sub/${name}/file`;
      put(path);
      await bash(
        `echo evil > ${path}; rm -rf sub/${name}; mv sub/${name} away; echo evil > ${path}`,
      );
      await bash(
        `mv sub moved && mkdir -p ${dirname(path)} && echo evil > ${path}; echo evil > moved${path.slice(3)}`,
      );
      await call("write", { path, content: EVIL });
      await call("write", { path: `moved${path.slice(3)}`, content: EVIL });
      expect(look(`moved${path.slice(3)}`)).toBe("as it was");
      expect(look(path)).toBeUndefined();
    });

    test("nor what a link below leads to, nor where it leads", async () => {
      const { project, put, look, bash, call } = await makeJail();
      put("conf/code/tasks.json");
      mkdirSync(join(project, "sub"));
      symlinkSync("../conf/code", join(project, "sub/.vscode"));
      await bash("echo evil > conf/code/tasks.json; echo evil > sub/.vscode/tasks.json");
      await call("write", { path: "conf/code/tasks.json", content: EVIL });
      await call("write", { path: "sub/.vscode/tasks.json", content: EVIL });
      expect(look("conf/code/tasks.json")).toBe("as it was");
      await bash("mv conf old; mkdir -p conf/code; echo evil > conf/code/tasks.json");
      expect(look("sub/.vscode/tasks.json")).toBeUndefined();
      expect(look("old/code/tasks.json")).toBe("as it was");
    });

    test("nor a folder or a link that git takes its hooks from, nor a file that its settings include", async () => {
      const { project, git, put, look, bash, call } = await makeJail();
      git(".", "init", "-q");
      put("scripts/commit.sh");
      put(".husky/pre-commit");
      put(".husky/_/h");
      put("shared.config");
      symlinkSync("../../scripts/commit.sh", join(project, ".git/hooks/pre-commit"));
      const settings = '[core]\n\thooksPath = ".husky/_"\n[include]\n\tpath = ../shared.config\n';
      appendFileSync(join(project, ".git/config"), settings);
      for (const path of [
        "scripts/commit.sh",
        ".husky/pre-commit",
        ".husky/_/h",
        "shared.config",
      ]) {
        const said = await bash(
          `echo evil > ${path}; mv ${path} x; rm -rf ${path}; echo evil > ${path}`,
        );
        expect(look(path), said).toBe("as it was");
        expect(await call("write", { path, content: EVIL })).toContain("protected in the jail");
      }
      expect(await bash("echo fine > scripts/other.sh && cat scripts/other.sh")).toContain(
        "fine\n[exit 0]",
      );
    });
  },
);
