import { CliError, EXIT, UsageError } from "../../../errors.js";
import { defineCommand, YES } from "../command.js";
import { confirm } from "../confirm.js";
import { note, print } from "../show.js";
import { findCandidates } from "./trust-candidates.js";

export const trust = defineCommand({
  usage: "trust [name | --skills] [--yes]",
  details: `Lets zot run this project's extensions (.zot/extensions), or the one of that name, and use its skills.
It shows what would run and asks first. Trust is for the content as it is now: when a byte of it
changes, zot asks again. An extension that can load code from outside of its folder is not trusted
for good: zot asks in the terminal each time, and --trust lets it run for one run.`,
  flags: {
    yes: YES,
    skills: { group: "other", help: "only this project's skills" },
  },
  words: { min: 0, max: 1, missing: "" },
  async run({ options, words: [word] }, place) {
    if (word !== undefined && options.skills) {
      throw new UsageError("zot ext trust takes a name or --skills, not both");
    }
    const found = await findCandidates(place, { word, onlySkills: options.skills });
    const { candidates, refused } = found;
    if (candidates.length === 0 && refused.length === 1) throw new CliError(refused.join());
    for (const line of refused) note(line);
    if (candidates.length === 0) throw new CliError("nothing trusted");
    for (const { title, be } of candidates.filter(({ isTrusted }) => isTrusted)) {
      print(`${title} ${be} trusted already`);
    }
    const wanted = candidates.filter(({ isTrusted }) => !isTrusted);
    if (wanted.length === 0) return EXIT.ok;
    const [first] = wanted;
    const [it, be] = first?.be === "are" ? ["them", "they are"] : ["it", "it is"];
    await confirm({
      about: [
        ...wanted.map(({ about }) => about),
        ...new Set(wanted.map(({ warning }) => warning)),
      ].join("\n"),
      question:
        wanted.length === 1
          ? `Trust ${it} as ${be} now?`
          : `Trust these ${wanted.length} as they are now?`,
      yes: options.yes,
      refusal: "nothing trusted",
    });
    const changed: string[] = [];
    for (const { title, remember, isStill } of wanted) {
      // What was shown is what is trusted, whatever is there by now.
      remember();
      if (await isStill().catch(() => false)) print(`trusted ${title}`);
      else changed.push(title);
    }
    if (changed.length === 0) return EXIT.ok;
    throw new CliError(
      `${changed.join(", ")} changed while you were asked; what is there now is not trusted: zot ext trust shows it`,
    );
  },
});
