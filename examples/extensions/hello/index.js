import { extension } from "@zot/ext";

extension({ name: "hello", version: "1.0.0" })
  .command("hello", {
    description: "Greets you",
    run: (name, zot) => `Hello, ${name || "stranger"}! You are talking to ${zot.host.model}.`,
  })
  .command("summon", {
    description: "Asks the model to greet someone",
    run(name) {
      if (!name) return { error: "Whom? Try /summon Ada" };
      return { prompt: `Greet ${name} warmly, in one sentence.` };
    },
  })
  .run();
