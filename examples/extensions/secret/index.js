import { createHmac } from "node:crypto";
import { extension, failure } from "@zot/ext";
import * as z from "zod";
import { askSecret } from "./ask-secret.js";

/** Lives in this process's memory only: no frame, no file and no log ever holds it. */
let secret;

extension({ name: "secret", version: "1.0.0" })
  .command("secret", {
    description: "Asks for the signing secret",
    async run(_, zot) {
      secret = (await askSecret(zot)) ?? secret;
      return secret === undefined ? "There is no secret." : "The secret is set.";
    },
  })
  .tool("sign", {
    description: "Signs a text with the user's secret (HMAC-SHA256). The secret stays hidden.",
    schema: z.object({ text: z.string() }),
    interactive: true,
    async run({ text }, zot) {
      secret ??= await askSecret(zot);
      if (secret === undefined) return failure("The user gave no secret.");
      return createHmac("sha256", secret).update(text).digest("hex");
    },
  })
  .run();
