import { extension } from "@zot/ext";

extension({ name: "my-extension", version: "0.1.0" })
  .command("my-extension", {
    description: "Greets you",
    run: (name) => `Hello, ${name || "stranger"}!`,
  })
  .tool("my_extension_count", {
    description: "Counts the words of a text.",
    schema: {
      type: "object",
      properties: { text: { type: "string", description: "the text to count" } },
      required: ["text"],
    },
    run: ({ text }) => `${text.split(/\s+/).filter(Boolean).length} words`,
  })
  .run();
