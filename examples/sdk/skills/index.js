import {
  Agent,
  buildSystemPrompt,
  builtInTools,
  discoverSkills,
  withBuiltInSkills,
} from "@zot/core";
import { openClient, zotHome } from "@zot/providers";

const cwd = process.cwd();
const { skills: found, problems } = await discoverSkills({ cwd, home: zotHome() });
for (const { path, problem } of problems) console.warn(`${path}: ${problem}`);
const skills = withBuiltInSkills(found);

const agent = new Agent({
  client: await openClient({ provider: "offline" }),
  model: "offline",
  // Names and descriptions go into the prompt, the texts come through the tool.
  system: buildSystemPrompt({ cwd, home: zotHome(), skills }).text,
  tools: builtInTools({ skills }),
  cwd,
});
agent.subscribe((event) => {
  if (event.type === "text_delta") process.stdout.write(event.delta);
});
await agent.prompt('call skill {"name": "code-review"}');
