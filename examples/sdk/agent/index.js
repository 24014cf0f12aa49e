import { Agent } from "@zot/core";
import { openClient } from "@zot/providers";

const dice = {
  name: "dice",
  description: "Rolls a die with that many sides.",
  schema: { type: "object", properties: { sides: { type: "integer" } }, required: ["sides"] },
  run: ({ sides }, { progress }) => {
    progress("rolling …");
    const rolled = 1 + Math.floor(Math.random() * Number(sides));
    return { content: [{ type: "text", text: `You rolled ${rolled} of ${sides}.` }] };
  },
};

const client = await openClient({ provider: "offline" });
const agent = new Agent({ client, model: "offline", tools: [dice] });
agent.subscribe(({ type, ...rest }) => console.log(type, JSON.stringify(rest)));

const { stop, error } = await agent.prompt('call dice {"sides": 6}');
if (stop !== "end") throw new Error(error);
