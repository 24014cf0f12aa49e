import { appendFileSync } from "node:fs";

/** Leaves a mark in a ledger that no session knows of: whoever runs twice is found out. */
export function markTool(ledger) {
  return {
    name: "mark",
    description: "Leaves a mark.",
    schema: { type: "object", properties: { n: { type: "integer" } } },
    run: ({ n }) => {
      appendFileSync(ledger, `${n}\n`);
      return { content: [{ type: "text", text: `mark ${n} left` }] };
    },
  };
}

export function textOf({ content }) {
  return content.map((block) => block.text ?? "").join("\n");
}
