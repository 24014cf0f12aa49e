// What feeding the pieces costs by itself.
import { feed, runScenario } from "./answer.mjs";

await runScenario({
  async stream() {
    await feed(() => undefined);
    return 0;
  },
  echo: () => Promise.resolve(0),
});
