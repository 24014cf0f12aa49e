import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestExtension } from "../src/trust/digest.js";
import type { TrustRequest } from "../src/index.js";
import { fixture, Scene } from "./support/scene.js";

/** A project whose extension leaves a mark when it runs. */
function clone(): { scene: Scene; dir: string; mark: string } {
  const scene = new Scene();
  const mark = join(scene.root, "it-ran");
  const dir = scene.addProject(
    "canary",
    { exec: process.execPath, args: ["main.mjs"] },
    {
      "main.mjs": `
        import { appendFileSync } from "node:fs";
        import { greet, send, serve } from ${JSON.stringify(fixture("wire.mjs"))};
        appendFileSync(${JSON.stringify(mark)}, "ran\\n");
        greet("canary"); send({ type: "ready" }); serve({});`,
    },
  );
  return { scene, dir, mark };
}

test("T1, T2: in a fresh clone nothing runs without a decision, and the user is told", async () => {
  const { scene, mark } = clone();
  const host = await scene.start();
  expect(existsSync(mark)).toBe(false);
  expect(host.extensions()).toMatchObject([
    { name: "canary", state: "untrusted", scope: "project" },
  ]);
  expect(scene.shownFaults()).toMatchObject([
    { code: "untrusted", message: "extension canary: untrusted: not trusted yet" },
  ]);
});

test("T1: a no keeps it from running, and a question that fails is a no", async () => {
  for (const decideTrust of [
    () => "no" as const,
    () => {
      throw new Error("the dialog is broken");
    },
    () => "yes please" as "no",
  ]) {
    const { scene, mark } = clone();
    const host = await scene.start({ decideTrust });
    expect(host.extensions()[0]?.state).toBe("untrusted");
    expect(existsSync(mark)).toBe(false);
  }
});

test("T2: a trust for this run is forgotten after it", async () => {
  const { scene, mark } = clone();
  const host = await scene.start({ decideTrust: () => "once" });
  expect(host.extensions()[0]?.state).toBe("ready");
  expect(existsSync(mark)).toBe(true);
  await host.stop();
  const later = await scene.start();
  expect(later.extensions()[0]?.state).toBe("untrusted");
});

test("T3: trust is kept for exactly this content, and any changed byte asks again", async () => {
  const { scene, dir } = clone();
  const questions: TrustRequest[] = [];
  const decideTrust = (request: TrustRequest) => {
    questions.push(request);
    return "always" as const;
  };
  await (await scene.start({ decideTrust })).stop();
  expect(questions).toMatchObject([{ extension: "canary", dir, why: "new" }]);
  expect(statSync(join(scene.zotHome, "trust.json")).mode & 0o077).toBe(0);

  const again = await scene.start({ decideTrust });
  expect(questions).toHaveLength(1);
  expect(again.extensions()[0]?.state).toBe("ready");
  await again.stop();

  for (const change of [
    () => {
      const text = readFileSync(join(dir, "main.mjs"), "utf8");
      writeFileSync(join(dir, "main.mjs"), text.replace("ran", "RAN"));
    },
    () => {
      mkdirSync(join(dir, "node_modules"));
      writeFileSync(join(dir, "node_modules/new.js"), "");
    },
    () => {
      const manifest = JSON.parse(readFileSync(join(dir, "extension.json"), "utf8")) as object;
      writeFileSync(join(dir, "extension.json"), JSON.stringify({ ...manifest, version: "2" }));
    },
  ]) {
    change();
    const changed = await scene.start();
    expect(changed.extensions()[0]).toMatchObject({
      state: "untrusted",
      reason: "its content changed since it was trusted",
    });
    await changed.stop();
    await (await scene.start({ decideTrust })).stop();
    expect(questions.at(-1)?.why).toBe("changed");
  }
});

test("T3: a folder outside that is named as the program counts, the project around it does not", async () => {
  const scene = new Scene();
  const tool = join(scene.cwd, "tool");
  mkdirSync(tool);
  writeFileSync(join(tool, "index.js"), "1");
  const args = ["../../../tool", "--root", "../../.."];
  const dir = scene.addProject("any", { exec: "node", args }, {});
  const manifest = { name: "any", exec: "node", args };
  const before = await digestExtension(dir, manifest);
  writeFileSync(join(scene.cwd, "README.md"), "unrelated");
  expect(await digestExtension(dir, manifest)).toBe(before);
  writeFileSync(join(tool, "index.js"), "2");
  expect(await digestExtension(dir, manifest)).not.toBe(before);
});

test("T3: content that a link brings in from outside counts, and so does a program outside", async () => {
  const scene = new Scene();
  const outside = join(scene.cwd, "shared");
  mkdirSync(outside);
  writeFileSync(join(outside, "lib.mjs"), "1");
  writeFileSync(join(scene.cwd, "run.sh"), "#!/bin/sh\nsleep 600\n", { mode: 0o755 });
  const manifest = { name: "linked", exec: "../../../run.sh" };
  const dir = scene.addProject("linked", manifest);
  symlinkSync(outside, join(dir, "shared"));
  for (const file of [join(outside, "lib.mjs"), join(scene.cwd, "run.sh")]) {
    const before = await digestExtension(dir, manifest);
    appendFileSync(file, "\n");
    expect(await digestExtension(dir, manifest)).not.toBe(before);
  }
});

test("R6: an answer for one that leads out of its folder is not kept, and is asked for in each run", async () => {
  const { scene, dir, mark } = clone();
  symlinkSync("../../..", join(dir, "project"));
  const questions: TrustRequest[] = [];
  const decideTrust = (request: TrustRequest) => {
    questions.push(request);
    return "always" as const;
  };
  const host = await scene.start({ decideTrust });
  expect(host.extensions()[0]?.state).toBe("ready");
  await host.reload("canary");
  expect(questions).toMatchObject([
    { why: "new", askEachTime: "project is a link that leads out of its folder" },
  ]);
  await host.stop();
  expect(existsSync(join(scene.zotHome, "trust.json"))).toBe(false);
  writeFileSync(mark, "");
  const later = await scene.start();
  expect(later.extensions()[0]).toMatchObject({
    state: "untrusted",
    reason: "not trusted yet (each run asks: project is a link that leads out of its folder)",
  });
  expect(readFileSync(mark, "utf8")).toBe("");
  await (await scene.start({ decideTrust })).stop();
  expect(questions).toHaveLength(2);
});

test.each(["once", "always"] as const)(
  "R7: content that is swapped while the question is open is asked about again, after %s",
  async (decision) => {
    const { scene, dir, mark } = clone();
    const program = readFileSync(join(dir, "main.mjs"), "utf8");
    const questions: TrustRequest[] = [];
    const decideTrust = (request: TrustRequest) => {
      questions.push(request);
      if (request.why === "changed") return "no" as const;
      writeFileSync(join(dir, "main.mjs"), program.replace("ran", "SWAPPED"));
      return decision;
    };
    const host = await scene.start({ decideTrust });
    expect(questions.map(({ why }) => why)).toEqual(["new", "changed"]);
    expect(questions[1]?.digest).not.toBe(questions[0]?.digest);
    expect(host.extensions()[0]?.state).toBe("untrusted");
    expect(existsSync(mark)).toBe(false);
    expect(existsSync(join(scene.zotHome, "trust.json"))).toBe(false);
  },
);

test("R7: a manifest that is swapped while the question is open is not started", async () => {
  const { scene, dir, mark } = clone();
  const host = await scene.start({
    decideTrust: () => {
      const manifest = { name: "canary", exec: "sh", args: ["-c", `touch ${mark}`] };
      writeFileSync(join(dir, "extension.json"), JSON.stringify(manifest));
      return "once";
    },
  });
  expect(host.extensions()[0]).toMatchObject({
    state: "untrusted",
    reason: expect.stringContaining("its extension.json changed after zot read it") as string,
  });
  expect(existsSync(mark)).toBe(false);
});

test("R7: content that never stands still is not started, whatever the answer", async () => {
  const { scene, dir, mark } = clone();
  let answers = 0;
  const host = await scene.start({
    decideTrust: () => {
      answers += 1;
      appendFileSync(join(dir, "main.mjs"), "// more");
      return "once";
    },
  });
  expect(host.extensions()[0]).toMatchObject({
    state: "untrusted",
    reason: "its content keeps changing",
  });
  expect(answers).toBeLessThan(10);
  expect(existsSync(mark)).toBe(false);
});

test("R7: content that is swapped while it waits for its turn to start is asked about again", async () => {
  const { scene, dir, mark } = clone();
  const gate = join(scene.root, "gate");
  // The only slot is taken until this one has said hello.
  scene.add(
    "first",
    { exec: process.execPath, args: ["main.mjs"] },
    {
      "main.mjs": `
        import { existsSync } from "node:fs";
        import { greet, send, serve } from ${JSON.stringify(fixture("wire.mjs"))};
        const open = () => { greet("first"); send({ type: "ready" }); serve({}); };
        const look = setInterval(() => { if (existsSync(${JSON.stringify(gate)})) { clearInterval(look); open(); } }, 10);`,
    },
  );
  // By then it waits for the slot, which nobody gives back before the gate is open.
  const swapLater = async () => {
    for (let round = 0; round < 500; round += 1) await new Promise(setImmediate);
    appendFileSync(join(dir, "main.mjs"), "// swapped");
    writeFileSync(gate, "");
  };
  const asked: string[] = [];
  const host = scene.host({
    limits: { spawns: 1 },
    timing: { spawnSlotMs: 30_000 },
    decideTrust: ({ why }) => {
      asked.push(why);
      if (why === "changed") return "no";
      void swapLater();
      return "once";
    },
  });
  await host.start();
  expect(asked).toEqual(["new", "changed"]);
  expect(host.extensions().find(({ name }) => name === "canary")?.state).toBe("untrusted");
  expect(existsSync(mark)).toBe(false);
});

test("T3: content that changes while it runs is not started again after a crash or by a reload", async () => {
  const { scene, dir } = clone();
  const host = await scene.start({
    decideTrust: ({ why }) => (why === "new" ? "always" : "no"),
    timing: { backoffFirstMs: 5 },
  });
  const { pid = 0 } = host.extensions()[0] ?? {};
  appendFileSync(join(dir, "main.mjs"), "// swapped");

  expect(await host.reload("canary")).toMatchObject([{ ok: false }]);
  expect(host.extensions()[0]).toMatchObject({ state: "ready", pid });
  process.kill(pid, "SIGKILL");
  await scene.event("state", ({ state }) => state === "untrusted");
});

test("T2: extensions of the user's own, and those named for this run, need no question", async () => {
  const scene = new Scene();
  const args = [fixture("echo.mjs"), "mine"];
  scene.addGlobal("mine", { exec: process.execPath, args });
  scene.add("named", { exec: process.execPath, args });
  const host = await scene.start();
  expect(host.extensions().map(({ state, scope }) => `${scope} ${state}`)).toEqual([
    "path ready",
    "global ready",
  ]);
});

test("T6: a manifest's name can't lead out of its place", async () => {
  const scene = new Scene();
  for (const [folder, name] of Object.entries({
    dots: "..",
    slash: "a/b",
    hidden: ".hidden",
    escape: "a\u001b[2J",
    upper: "Shout",
    long: "x".repeat(65),
  })) {
    scene.addGlobal(folder, { name, exec: "sh" });
  }
  const host = await scene.start();
  expect(host.extensions().map(({ state }) => state)).toEqual(Array(6).fill("broken"));
  expect(scene.shownFaults().map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^extension load: .*dots: .*name: must match/)]),
  );
  expect(existsSync(join(scene.zotHome, "logs"))).toBe(false);
});

test("T6: tools and commands with names that can't be used are skipped", async () => {
  const scene = new Scene();
  scene.addGlobal(
    "names",
    { exec: process.execPath, args: ["main.mjs"] },
    {
      "main.mjs": `
        import { greet, send, serve, tool } from ${JSON.stringify(fixture("wire.mjs"))};
        greet("names");
        for (const name of ["a b", "../x", "\\u001b[2J", "x".repeat(65), "good_one"]) tool(name);
        for (const name of ["a b", "/x", "\\u001b[2J", "good-one"]) send({ type: "register_command", name });
        send({ type: "ready" }); serve({});`,
    },
  );
  const host = await scene.start();
  expect(host.tools().map(({ name }) => name)).toEqual(["good_one"]);
  expect(host.commands().map(({ name }) => name)).toEqual(["good-one"]);
});

test("a damaged trust file trusts nothing", async () => {
  const { scene } = clone();
  mkdirSync(scene.zotHome, { recursive: true });
  for (const text of ["{", "null", '{"extensions":null}', '{"extensions":{"x":3}}']) {
    writeFileSync(join(scene.zotHome, "trust.json"), text);
    const host = await scene.start();
    expect(host.extensions()[0]?.state).toBe("untrusted");
    await host.stop();
  }
});
