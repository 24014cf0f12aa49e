import { chmod, mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeFiles } from "./extensions.js";

/** Where a trick is set up: a project, the folder of its extension, and a file that code leaves when it ran. */
export interface Ground {
  project: string;
  dir: string;
  mark: string;
}

/** A way to run code that was not there when the user said yes. */
export interface Trick {
  title: string;
  exec?: string;
  args?: string[];
  /** Files of the extension. */
  own?: Record<string, string>;
  /** Files of the project, by path from its root; `CODE` becomes nothing at first, and later what leaves the mark. */
  around?: Record<string, string>;
  /** The environment that zot runs in. */
  env?: (ground: Ground) => Record<string, string>;
  prepare?: (ground: Ground) => Promise<void>;
  /** A part of what the refusal says. */
  why: RegExp;
}

const JS = "CODE_JS";
const SH = "CODE_SH";
const PY = "CODE_PY";
const PL = "CODE_PL";

function code({ mark }: Ground): Record<string, string> {
  return {
    [JS]: `;globalThis.process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(mark)}, "");`,
    [SH]: `: > '${mark}'`,
    [PY]: `open(${JSON.stringify(mark)}, "w").close()`,
    [PL]: `open(my $mark, ">", ${JSON.stringify(mark)});`,
  };
}

/** Writes the files around the extension, harmless or not. */
export async function writeAround(trick: Trick, ground: Ground, hostile: boolean): Promise<void> {
  for (const [path, text] of Object.entries(trick.around ?? {})) {
    const whole = Object.entries(code(ground)).reduce(
      (all, [name, lines]) => all.replaceAll(name, hostile ? lines : ""),
      text,
    );
    await writeFiles(ground.project, { [path]: whole });
    await chmod(join(ground.project, path), 0o755);
  }
}

export async function setUp(trick: Trick, ground: Ground): Promise<void> {
  const { exec = "node", args = [], own = {} } = trick;
  const inside = (text: string) => text.replaceAll("PROJECT", ground.project);
  const manifest = { name: "alpha", version: "1.0.0", exec: inside(exec), args: args.map(inside) };
  await mkdir(ground.dir, { recursive: true });
  await writeFiles(ground.dir, { "extension.json": JSON.stringify(manifest), ...own });
  for (const path of Object.keys(own)) await chmod(join(ground.dir, path), 0o755);
  await writeAround(trick, ground, false);
  await trick.prepare?.(ground);
}

const link = (target: string, path: string) => async (ground: Ground) => {
  await mkdir(dirname(join(ground.dir, path)), { recursive: true });
  await symlink(target, join(ground.dir, path));
};

const OUTSIDE = /outside|out of its folder/;

/** Each was tried on a command that ran it. */
export const TRICKS: Trick[] = [
  {
    title: "node ..",
    args: [".."],
    around: { ".zot/extensions/index.js": JS },
    why: OUTSIDE,
  },
  {
    title: "node ../../..",
    args: ["../../.."],
    around: { "package.json": '{"main":"src/x.js"}', "src/x.js": JS },
    why: OUTSIDE,
  },
  {
    title: "node --require=../x",
    args: ["--require=../x.cjs", "main.mjs"],
    own: { "main.mjs": "" },
    around: { ".zot/extensions/x.cjs": JS },
    why: OUTSIDE,
  },
  {
    title: "node -r ../x",
    args: ["-r", "../x.cjs", "main.mjs"],
    own: { "main.mjs": "" },
    around: { ".zot/extensions/x.cjs": 'require("./next.cjs")', ".zot/extensions/next.cjs": JS },
    why: OUTSIDE,
  },
  {
    title: "node --import with a name of the project's node_modules",
    args: ["--import", "helper", "main.mjs"],
    own: { "main.mjs": "" },
    around: {
      "node_modules/helper/package.json": '{"type":"module","exports":"./index.js"}',
      "node_modules/helper/index.js": JS,
    },
    why: /helper/,
  },
  {
    title: "node --import ../x",
    args: ["--import", "../x.mjs", "main.mjs"],
    own: { "main.mjs": "" },
    around: { ".zot/extensions/x.mjs": 'import "./next.mjs";', ".zot/extensions/next.mjs": JS },
    why: OUTSIDE,
  },
  {
    title: "node --import=data:",
    args: ["--import=data:text/javascript,import('file://'+process.cwd()+'/../x.mjs')", "main.mjs"],
    own: { "main.mjs": "" },
    around: { ".zot/extensions/x.mjs": JS },
    why: /--import/,
  },
  {
    title: "node --experimental-loader",
    args: ["--no-warnings", "--experimental-loader", "../x.mjs", "main.mjs"],
    own: { "main.mjs": "" },
    around: { ".zot/extensions/x.mjs": 'import "./next.mjs";', ".zot/extensions/next.mjs": JS },
    why: /--experimental-loader/,
  },
  {
    title: "node -e",
    args: ["-e", "require('../x.cjs')"],
    around: { ".zot/extensions/x.cjs": JS },
    why: /-e/,
  },
  {
    title: "node --env-file",
    args: ["--env-file=../x.env", "main.cjs"],
    own: { "main.cjs": "if (process.env.LOAD) require(process.env.LOAD)" },
    around: { ".zot/extensions/x.env": "LOAD=../x.cjs\n", ".zot/extensions/x.cjs": JS },
    why: /--env-file/,
  },
  {
    title: "a script that takes the file to load from the command line",
    args: ["main.mjs", "../../../lib/x.mjs"],
    own: { "main.mjs": 'await import(process.cwd() + "/" + process.argv[2]);' },
    around: { "lib/x.mjs": 'import "./next.mjs";', "lib/next.mjs": JS },
    why: OUTSIDE,
  },
  {
    title: "the same with =",
    args: ["main.mjs", "--load=PROJECT/lib/x.mjs"],
    own: { "main.mjs": 'await import(process.argv[2].split("=")[1]);' },
    around: { "lib/x.mjs": JS },
    why: OUTSIDE,
  },
  {
    title: "/proc/self/cwd",
    exec: "sh",
    args: ["/proc/self/cwd/../x.sh"],
    around: { ".zot/extensions/x.sh": SH },
    why: OUTSIDE,
  },
  {
    title: "an absolute path into the project",
    args: ["PROJECT/lib/x.mjs"],
    around: { "lib/x.mjs": JS },
    why: OUTSIDE,
  },
  {
    title: "the project's node_modules",
    args: ["main.mjs"],
    own: { "main.mjs": 'import "helper";' },
    around: {
      "node_modules/helper/package.json": '{"type":"module","exports":"./index.js"}',
      "node_modules/helper/index.js": JS,
    },
    why: /node_modules/,
  },
  {
    title: "node_modules beside the extension",
    args: ["main.cjs"],
    own: { "main.cjs": 'require("helper")' },
    around: { ".zot/extensions/node_modules/helper/index.js": JS },
    why: /node_modules/,
  },
  {
    title: "an import that leaves the folder",
    args: ["main.mjs"],
    own: {
      "main.mjs": 'import "./a/b.mjs";',
      "a/b.mjs": 'export * from "./../../../../lib/x.mjs";',
    },
    around: { "lib/x.mjs": JS },
    why: OUTSIDE,
  },
  {
    title: "a require in its own node_modules that leaves the folder",
    args: ["main.cjs"],
    own: {
      "main.cjs": 'require("own")',
      "node_modules/own/index.js": "require('../../../../../lib/x.cjs')",
    },
    around: { "lib/x.cjs": JS },
    why: OUTSIDE,
  },
  {
    title: "the imports of the project's package.json",
    args: ["main.mjs"],
    own: { "main.mjs": 'import "#x";' },
    around: { "package.json": '{"imports":{"#x":"./lib/x.mjs"}}', "lib/x.mjs": JS },
    why: /package\.json/,
  },
  {
    title: "the project by its own name",
    args: ["main.mjs"],
    own: { "main.mjs": 'import "proj/x";' },
    around: { "package.json": '{"name":"proj","exports":{"./x":"./lib/x.mjs"}}', "lib/x.mjs": JS },
    why: /package\.json/,
  },
  {
    title: "npx",
    exec: "npx",
    args: ["--no-install", "helper"],
    around: {
      "package.json": "{}",
      "node_modules/helper/package.json": '{"name":"helper","version":"1.0.0","bin":"x.js"}',
      "node_modules/.bin/helper": `#!/usr/bin/env node\n${JS}`,
    },
    why: /npx/,
  },
  {
    title: "sh -c",
    exec: "sh",
    args: ["-c", ". ../x.sh"],
    around: { ".zot/extensions/x.sh": SH },
    why: /-c/,
  },
  {
    title: "bash -c with a variable",
    exec: "bash",
    args: ["-c", 'sh "$OLDPWD${PWD%/*}/x.sh"'],
    around: { ".zot/extensions/x.sh": SH },
    why: /-c/,
  },
  {
    title: "bash --init-file",
    exec: "bash",
    args: ["--init-file", "../x.sh", "-i"],
    around: { ".zot/extensions/x.sh": ". ../next.sh", ".zot/extensions/next.sh": SH },
    why: /--init-file/,
  },
  {
    title: "a shell script that reads one beside it",
    exec: "sh",
    args: ["main.sh"],
    own: { "main.sh": '. "$(dirname "$0")/../x.sh"' },
    around: { ".zot/extensions/x.sh": SH },
    why: OUTSIDE,
  },
  {
    title: "env",
    exec: "env",
    args: ["node", "../x.mjs"],
    around: { ".zot/extensions/x.mjs": 'import "./next.mjs";', ".zot/extensions/next.mjs": JS },
    why: /env/,
  },
  {
    title: "make -C",
    exec: "make",
    args: ["-s", "-C", "../../.."],
    around: { Makefile: `all:\n\t@${SH}\n\t@true\n` },
    why: /make/,
  },
  {
    title: "python3 -c",
    exec: "/usr/bin/python3",
    args: ["-c", "import sys; sys.path.insert(0, '..'); import tool"],
    around: { ".zot/extensions/tool.py": PY },
    why: /-c/,
  },
  {
    title: "python3 -m, with a folder of the project on its path",
    exec: "/usr/bin/python3",
    args: ["-m", "tool"],
    around: { "lib/tool.py": PY },
    env: ({ project }) => ({ PYTHONPATH: join(project, "lib") }),
    why: /-m|PYTHONPATH/,
  },
  {
    title: "python3 ..",
    exec: "/usr/bin/python3",
    args: [".."],
    around: { ".zot/extensions/__main__.py": PY },
    why: OUTSIDE,
  },
  {
    title: "a Python script that adds a folder of the project to its path",
    exec: "/usr/bin/python3",
    args: ["main.py"],
    own: {
      "main.py": `import os, sys\nsys.path.insert(0, os.path.dirname(__file__) + "/../../../lib")\nimport tool\n`,
    },
    around: { "lib/tool.py": PY },
    why: OUTSIDE,
  },
  {
    title: "perl -I",
    exec: "perl",
    args: ["-I..", "-Mtool", "main.pl"],
    own: { "main.pl": "1;" },
    around: { ".zot/extensions/tool.pm": `${PL} 1;` },
    why: /-I\.\./,
  },
  {
    title: "a program of the project, by a relative path",
    exec: "../../../run.sh",
    around: { "run.sh": "#!/bin/sh\n. ./../../../lib.sh\n", "lib.sh": SH },
    why: OUTSIDE,
  },
  {
    title: "a program of the project, by its absolute path",
    exec: "PROJECT/run.sh",
    around: { "run.sh": `#!/bin/sh\n${SH}\n` },
    why: OUTSIDE,
  },
  {
    title: "a program that is a link out of the folder",
    exec: "./run",
    around: { "run.sh": "#!/bin/sh\n. ./../../../lib.sh\n", "lib.sh": SH },
    prepare: link("../../../run.sh", "run"),
    why: OUTSIDE,
  },
  {
    title: "a link to a script whose neighbours it loads",
    args: ["main.mjs"],
    around: { "tools/main.mjs": 'import "./next.mjs";', "tools/next.mjs": JS },
    prepare: link("../../../tools/main.mjs", "main.mjs"),
    why: OUTSIDE,
  },
  {
    title: "a link to a folder whose neighbours its files load",
    args: ["main.mjs"],
    own: { "main.mjs": 'import "./lib/a.mjs";' },
    around: { "tools/lib/a.mjs": 'import "../next.mjs";', "tools/next.mjs": JS },
    prepare: link("../../../tools/lib", "lib"),
    why: OUTSIDE,
  },
  {
    title: "a link to a link that leads out",
    args: ["main.mjs"],
    around: { "tools/lib/main.mjs": 'import "../next.mjs";', "tools/next.mjs": JS },
    async prepare(ground) {
      await link("../../../tools/lib", "deep")(ground);
      await link("deep/main.mjs", "main.mjs")(ground);
    },
    why: OUTSIDE,
  },
  {
    title: "a first line with options",
    exec: "./main.mjs",
    own: { "main.mjs": "#!/usr/bin/env -S node --import=../x.mjs\n" },
    around: { ".zot/extensions/x.mjs": JS },
    why: OUTSIDE,
  },
  {
    title: "a first line that names a program outside",
    exec: "./main.sh",
    own: { "main.sh": "#!../run\n" },
    around: { ".zot/extensions/run": `#!/bin/sh\n${SH}\n` },
    why: OUTSIDE,
  },
  {
    title: "a program of the project on the PATH",
    exec: "helper",
    around: { "bin/helper": `#!/bin/sh\n${SH}\n` },
    env: ({ project }) => ({ PATH: `${join(project, "bin")}:${process.env.PATH ?? ""}` }),
    why: OUTSIDE,
  },
  {
    title: "an extension that is a link to a folder with node_modules beside it",
    args: ["main.cjs"],
    around: {
      "tools/alpha/extension.json": '{"name":"alpha","exec":"node","args":["main.cjs"]}',
      "tools/alpha/main.cjs": 'require("helper")',
      "tools/node_modules/helper/index.js": JS,
    },
    async prepare({ project, dir }) {
      const { rm } = await import("node:fs/promises");
      await rm(dir, { recursive: true });
      await symlink(join(project, "tools/alpha"), dir);
    },
    why: /node_modules/,
  },
];
