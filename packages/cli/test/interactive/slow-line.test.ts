import { expect, test } from "vitest";
import { ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];

test.each([150, 400])(
  "over a line of %d ms with bytes in odd pieces all works: typing, a stream, esc, arrow keys, a paste, leaving",
  async (lineMs) => {
    const zot = new ZotScreen(offline, {
      lineMs,
      script: [{ text: "word ", repeat: 5000, delta_ms: 5 }, { text: "second answer. END." }],
    });
    zot.send("typed before anything was painted");
    await zot.waitFor("word word");
    // As terminals without kitty's protocol send it: alone.
    zot.type("\x1b");
    await zot.waitFor((screen) => screen.includes("Ask, or") && !screen.includes("esc stops"));
    zot.paste("a pasted line\nand another");
    await zot.waitFor("and another");
    zot.press("enter");
    await zot.waitFor("END.");
    zot.send("/model");
    const before = await zot.waitFor(/● Model/);
    const chosen = (screen: string) => /^│ › .*$/m.exec(screen)?.[0];
    zot.press("down");
    await zot.waitFor(
      (screen) => chosen(screen) !== undefined && chosen(screen) !== chosen(before),
    );
    zot.press("up");
    await zot.waitFor((screen) => chosen(screen) === chosen(before));
    zot.press("esc");
    const after = await zot.waitFor((screen) => screen.includes("Ask, or"));
    expect(after).not.toMatch(/\[[ABOI]|\d+;\d+|rgb:/);
    await zot.leave();
    expect(zot.bytes.lastIndexOf("\x1b[?2004l")).toBeGreaterThan(
      zot.bytes.lastIndexOf("\x1b[?2004h"),
    );
  },
  90_000,
);
