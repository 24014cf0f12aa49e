import { describe, expect, test } from "vitest";
import { snapshot, writeFiles } from "./support/extensions.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";
import { startZot } from "./support/start-zot.js";
import { makeExtension, processesIn } from "./support/dev-extension.js";

describe("zot ext dev", () => {
  test("shows frames both ways, states and log lines as they happen", async () => {
    const zot = await startZot(["ext", "dev", await makeExtension()], { stdin: "pipe" });
    await zot.waitFor(/• ready/);
    zot.write('call alpha_echo {"x": 1}\n');
    const shown = await zot.waitFor(/= \{"x":1\}/);
    expect(shown).toMatch(/← hello \{"name":"alpha"/);
    expect(shown).toMatch(/→ hello_ack \{/);
    expect(shown).toMatch(/← register_tool \{"name":"alpha_echo"/);
    expect(shown).toMatch(/→ tool_call \{"id":"[^"]+","name":"alpha_echo","args":\{"x":1\}\}/);
    expect(shown).toMatch(/← tool_result \{/);
    await zot.waitFor(/│ alpha is up/);
    zot.write("quit\n");
    expect((await zot.finished).code).toBe(0);
  });

  test("lines that are piped in are carried out in order, then it ends", async () => {
    const { code, stdout, stderr } = await runZot(["ext", "dev", await makeExtension()], {
      input: '/alpha-hi Ada\ncall alpha_echo {"n":2}\nlist\nevent turn_start {"step":1}\nhelp\n',
    });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/= hi Ada[\s\S]*= \{"n":2\}[\s\S]*= \/alpha-hi {2}alpha_echo/);
    expect(stdout).toContain("call <tool>");
    expect(code).toBe(0);
  });

  test.each([
    ["call nothing", /unknown tool "nothing"/],
    ["call alpha_echo {nope", /not JSON/],
    ["call alpha_echo [1]", /must be a JSON object/],
    ["call", /call needs a tool/],
    ["/nothing", /unknown command "\/nothing"/],
    ["event no_such", /there are: session_start/],
    ["key sideways", /key takes one character/],
    ["key x", /no panel is open/],
    ["cal alpha_echo", /Did you mean call\?/],
  ])("%j is answered in words, and the exit code is 1", async (line, words) => {
    const { code, stdout } = await runZot(["ext", "dev", await makeExtension()], {
      input: `${line}\n`,
    });
    expect(stdout).toMatch(words);
    expect(code).toBe(1);
  });

  test("a guard can be asked without running anything", async () => {
    const program = `
      const send = (frame) => console.log(JSON.stringify(frame));
      send({ type: "hello", name: "alpha", version: "1" });
      send({ type: "subscribe", intercept: ["tool_call"] });
      send({ type: "ready" });
      process.stdin.on("data", (data) => {
        for (const line of String(data).trim().split("\\n")) {
          const { type, id, tool_args } = JSON.parse(line);
          if (type !== "event_intercept") continue;
          if (tool_args.bad) send({ type: "event_intercept_response", id, block: true, reason: "too bad" });
          else if (tool_args.old) send({ type: "event_intercept_response", id, modified_args: { young: 1 } });
          else send({ type: "event_intercept_response", id });
        }
      }).on("end", () => process.exit(0));`;
    const dir = await makeExtension();
    await writeFiles(dir, { "main.mjs": program });
    const { code, stdout } = await runZot(["ext", "dev", dir], {
      input: 'guard bash {"bad":1}\nguard bash {"old":1}\nguard bash\nlist\n',
    });
    expect(stdout).toContain("= blocked: too bad");
    expect(stdout).toContain('= rewritten: {"young":1}');
    expect(stdout).toContain("= allowed");
    expect(stdout).toContain("guards tool_call");
    expect(code).toBe(0);
  });

  test("a panel is shown, and keys reach it", async () => {
    const program = `
      const send = (frame) => console.log(JSON.stringify(frame));
      send({ type: "hello", name: "alpha", version: "1" });
      send({ type: "register_command", name: "box" });
      send({ type: "ready" });
      process.stdin.on("data", (data) => {
        for (const line of String(data).trim().split("\\n")) {
          const frame = JSON.parse(line);
          if (frame.type === "command_invoked") {
            const open_panel = { id: "p", title: "The box", lines: ["nothing in it"] };
            send({ type: "command_response", id: frame.id, action: "open_panel", open_panel });
          }
          if (frame.type === "panel_key") {
            send({ type: "panel_render", panel_id: "p", lines: ["key " + frame.key + " " + frame.text] });
          }
        }
      }).on("end", () => process.exit(0));`;
    const dir = await makeExtension();
    await writeFiles(dir, { "main.mjs": program });
    const zot = await startZot(["ext", "dev", dir], { stdin: "pipe" });
    await zot.waitFor(/• ready/);
    zot.write("/box\n");
    await zot.waitFor(/▒ The box\n\s+nothing in it/);
    zot.write("key q\n");
    await zot.waitFor(/▒ The box\n\s+key rune q/);
    zot.write("quit\n");
    await zot.finished;
  });

  test("bad input: no folder, no manifest, no path", async () => {
    const empty = await makeFolder();
    const home = await makeFolder();
    const before = snapshot(home);
    const env = { ZOT_HOME: home };
    expect(await runZot(["ext", "dev", "no/such"], { env })).toMatchObject({
      code: 1,
      stderr: 'zot: there is no folder "no/such"\n',
    });
    expect((await runZot(["ext", "dev", empty], { env })).stderr).toMatch(/zot ext init/);
    expect((await runZot(["ext", "dev"], { env })).code).toBe(2);
    expect(snapshot(home)).toEqual(before);
  });
});

describe("zot ext dev in a terminal", () => {
  test("the line being typed stays below what happens, and ctrl+c leaves nothing behind", async () => {
    const dir = await makeExtension();
    const zot = await runZotInPty(["ext", "dev", dir]);
    // What comes behind the prompt in the same write depends on the machine's mood.
    await zot.waitFor(/ready[\s\S]*› /);
    zot.type("/alpha-hi Ada\r");
    await zot.waitFor(/= hi Ada/);
    zot.type("\u0003");
    expect((await zot.finished).code).toBe(130);
    expect(processesIn(dir)).toEqual([]);
  });

  test("no escape sequence of the extension reaches the terminal", async () => {
    const evil = "\u001b]0;owned\u0007\u001b]52;c;eA==\u0007\u009b2J\u001b[6n";
    const program = `
      const evil = ${JSON.stringify(evil)};
      console.error("log " + evil + " end of log");
      const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
      send({ type: "hello", name: "alpha", version: evil });
      send({ type: "register_command", name: "x", description: evil });
      send({ type: "notify", level: "info", message: evil });
      send({ type: "ready" });
      process.stdin.on("end", () => process.exit(0)).resume();`;
    const dir = await makeExtension();
    await writeFiles(dir, { "main.mjs": program });
    const zot = await runZotInPty(["ext", "dev", dir]);
    const shown = await zot.waitFor(/log .*end of log/);
    zot.type("\u0003");
    await zot.finished;
    for (const bad of ["\u0007", "\u001b]", "\u009b", "\u001b[6n"])
      expect(shown).not.toContain(bad);
  });

  test("NO_COLOR is heeded", async () => {
    const dir = await makeExtension();
    const zot = await runZotInPty(["ext", "dev", dir], { env: { NO_COLOR: "1" } });
    const shown = await zot.waitFor(/• ready/);
    zot.type("\u0003");
    await zot.finished;
    expect(shown).not.toContain("\u001b[32m");
  });
});
