import { setTimeout as sleep } from "node:timers/promises";
import { failure, image, text } from "@zot/ext";
import * as z from "zod";
import { ext } from "./ext.js";

// #region zod
ext.tool("stations", {
  description: "Lists the main railway stations of a city.",
  schema: z.object({
    city: z.string().describe("for example Berlin"),
    limit: z.int().min(1).default(3),
  }),
  run({ city, limit }) {
    const known = stations[city];
    if (!known) return failure(`I know no station in ${city}.`);
    return known.slice(0, limit).join(", ");
  },
});
// #endregion

// #region json-schema
ext.tool("platform", {
  description: "Tells the platform of a train.",
  schema: {
    type: "object",
    properties: { train: { type: "string", pattern: "^[A-Z]+ \\d+$" } },
    required: ["train"],
  },
  run: ({ train }) => `${train} leaves from platform ${train.length}.`,
});
// #endregion

// #region results
ext.tool("map", {
  description: "Draws a map.",
  run: () => [text("You are here:"), image(PIXEL, "image/gif")],
});
// #endregion

// #region signal
ext.tool("wait", {
  description: "Waits for a train.",
  schema: z.object({ minutes: z.number() }),
  async run({ minutes }, zot) {
    await sleep(minutes * 60_000, undefined, { signal: zot.signal });
    return "It is here.";
  },
});
// #endregion

const stations: Partial<Record<string, string[]>> = {
  Berlin: ["Hauptbahnhof", "Südkreuz", "Gesundbrunnen", "Spandau"],
};

const PIXEL = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64");
