import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeFolder, runZot } from "./support/run-zot.js";

const SECRET = "sk-canary-of-the-outside";
const hasBubblewrap = existsSync("/usr/bin/bwrap");

/** A project in a jail, with a home beside it that holds a secret. */
async function makeJail() {
  const home = await makeFolder();
  const project = await makeFolder();
  writeFileSync(join(home, "config.json"), JSON.stringify({ jail_by_default: true }));
  writeFileSync(join(home, "outside.txt"), SECRET);
  const call = async (tool: string, args: Record<string, unknown>) => {
    const run = await runZot(
      ["-p", "--no-session", "--provider", "offline", `call ${tool} ${JSON.stringify(args)}`],
      { cwd: project, env: { ZOT_HOME: home, HOME: home, CANARY: SECRET } },
    );
    return run.stdout;
  };
  return { home, project, call, bash: (command: string) => call("bash", { command }) };
}

const listener = createServer((socket) => {
  hits += 1;
  socket.end(SECRET);
});
let hits = 0;
let port = 0;
/** Somebody outside whom a command could meddle with. */
const bystander = spawn("sleep", ["600"], { stdio: "ignore" });

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
  port = (listener.address() as AddressInfo).port;
});

afterAll(async () => {
  bystander.kill("SIGKILL");
  await new Promise((resolve) => {
    listener.close(resolve);
  });
});

describe.skipIf(!hasBubblewrap)("R4, R16, R23: a command in the jail", () => {
  test("works in the folder, and leaves nothing there but what it made", async () => {
    const { project, bash } = await makeJail();
    expect(await bash("echo made > made.txt; mkdir sub; cat made.txt")).toBe("made\n[exit 0]\n");
    expect(readdirSync(project).toSorted()).toEqual(["made.txt", "sub"]);
  });

  test.each([
    // Where these open something for writing, they write nothing: this may run as root.
    ["mounts a disk", "mkdir -p m; mount -t tmpfs none m && echo OPEN"],
    ["mounts again what is read-only", "mount -o remount,rw /usr && echo OPEN"],
    [
      "has a capability",
      "grep -E 'Cap(Prm|Eff|Bnd):\\s*0*[1-9a-f]' /proc/self/status && echo OPEN",
    ],
    ["makes a user namespace of its own", "unshare -U -r true && echo OPEN"],
    [
      "enters another's namespace",
      "nsenter -t 1 -m cat outside.txt; nsenter -t $PPID -m true && echo OPEN",
    ],
    ["changes its root", "chroot / true && echo OPEN"],
    ["makes a device", "mknod disk b 8 0 && echo OPEN"],
    [
      "opens a disk",
      "head -c 1 /dev/sda /dev/vda /dev/nvme0n1 2>/dev/null | grep -q . && echo OPEN",
    ],
    ["reads the passwords", "cat /etc/shadow && echo OPEN"],
    [
      "reads another's environment",
      "grep -l . /proc/*/environ | xargs -r grep -a CANARY && echo OPEN",
    ],
    ["writes the system", ": >> /usr/lib/os-release && echo OPEN"],
    ["writes the settings of the system", ": >> /etc/passwd && echo OPEN"],
    [
      "talks to the kernel's settings",
      "for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger; do : >> $f && echo OPEN; done",
    ],
    [
      "injects into a terminal",
      "python3 -c 'import fcntl,termios; fcntl.ioctl(0, termios.TIOCSTI, b\"x\")' && echo OPEN",
    ],
  ])("never %s", async (_, command) => {
    const { bash } = await makeJail();
    const out = await bash(command);
    expect(out).not.toContain("OPEN");
    expect(out).not.toContain(SECRET);
  });

  test("reaches neither the machine's network nor its processes", async () => {
    const { bash } = await makeJail();
    const before = hits;
    const out = await bash(
      `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3; kill -9 ${bystander.pid ?? 0}; true`,
    );
    expect(out).not.toContain(SECRET);
    expect(hits).toBe(before);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });

  test("finds no variable that it was not meant to have", async () => {
    const { bash } = await makeJail();
    expect(
      await bash("env; cat /proc/1/environ /proc/self/environ | tr '\\0' '\\n'"),
    ).not.toContain(SECRET);
  });

  test("does not see zot's home, not even in the project's own folder", async () => {
    const { project } = await makeJail();
    const home = join(project, "state");
    mkdirSync(home);
    writeFileSync(join(home, "config.json"), JSON.stringify({ jail_by_default: true }));
    writeFileSync(join(home, "auth.json"), JSON.stringify({ anthropic: { api_key: SECRET } }), {
      mode: 0o600,
    });
    const run = async (call: string) => {
      const args = ["-p", "--no-session", "--provider", "offline", call];
      return (await runZot(args, { cwd: project, env: { ZOT_HOME: home, HOME: home } })).stdout;
    };
    const tries = [
      'call bash {"command":"cat state/auth.json; echo x > state/auth.json; ls state"}',
      'call read {"path":"state/auth.json"}',
      'call write {"path":"state/auth.json","content":"{}"}',
    ];
    for (const call of tries) expect(await run(call)).not.toContain(SECRET);
    expect(readFileSync(join(home, "auth.json"), "utf8")).toContain(SECRET);
  });
});

describe("R16: what other programs run or obey stays as it is", () => {
  const PROTECTED = [
    [".git/hooks/pre-commit", ".git/hooks"],
    [".git/config", ".git"],
    [".git/commondir", ".git"],
    [".zot/extensions/evil/extension.json", ".zot/extensions/evil"],
    [".mcp.json", "."],
    [".vscode/tasks.json", ".vscode"],
    [".idea/workspace.xml", ".idea"],
    [".envrc", "."],
  ] as const;

  test.each(PROTECTED)("%s, whether it is there or not", async (path, folder) => {
    for (const isThere of [true, false]) {
      const { project, call, bash } = await makeJail();
      if (isThere) {
        mkdirSync(join(project, folder), { recursive: true });
        writeFileSync(join(project, path), "as it was");
      }
      const top = path.split("/")[0] ?? "";
      const answers = [
        await call("write", { path, content: "evil" }),
        await call("edit", { path, edits: [{ oldText: "as it was", newText: "evil" }] }),
        await call("write", { path: `.//${path.toUpperCase()}`, content: "evil" }),
        await bash(`mkdir -p ${folder}; echo evil > ${path}; cp ${path} copy; ln -f copy ${path}`),
        await bash(`mv ${top} aside; mkdir -p ${folder}; echo evil > ${path}`),
        await bash(`rm -rf ${top}; ln -s /tmp ${top}; echo evil > ${path}`),
      ];
      const now = existsSync(join(project, path)) && readFileSync(join(project, path), "utf8");
      expect(now, answers.join("\n")).toBe(isThere ? "as it was" : false);
      expect(existsSync(join(project, top))).toBe(isThere);
    }
  });

  test.skipIf(!hasBubblewrap)("hooks of a repository inside the folder", async () => {
    const { project, bash } = await makeJail();
    mkdirSync(join(project, "libs/inner/.git/hooks"), { recursive: true });
    await bash("echo evil > libs/inner/.git/hooks/pre-commit; echo evil > libs/inner/.git/config");
    expect(readdirSync(join(project, "libs/inner/.git/hooks"))).toEqual([]);
    expect(readdirSync(join(project, "libs/inner/.git"))).toEqual(["hooks"]);
  });

  test.skipIf(!hasBubblewrap)(
    "a link in such a place turns bash off, with the reason",
    async () => {
      const { project, bash } = await makeJail();
      symlinkSync("elsewhere", join(project, ".zot"));
      expect(await bash("echo hi")).toMatch(
        /bash is off while the jail is locked: .*\.zot is a link/,
      );
    },
  );
});
