// A page of the docs as steps that can be followed: files to write, commands to run, output to expect.

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;

/**
 * The steps under one heading. A `sh` block is a command, a `text` block is what the command before it prints, and
 * any other block is a file, named in backticks in the sentence before it.
 * @returns {({ run: string, prints: string[] } | { file: string, content: string })[]}
 */
export function readSteps(page, heading) {
  const section = page
    .split(/^(?=#{2,3} )/m)
    .find((part) => new RegExp(`^#{2,3} ${heading}\\n`).test(part));
  if (!section) throw new Error(`The page has no section "${heading}".`);

  const steps = [];
  let from = 0;
  for (const match of section.matchAll(FENCE)) {
    const [, language, content] = match;
    const before = section.slice(from, match.index).replace(/<!--.*?-->/g, "");
    from = match.index + match[0].length;
    if (language === "sh") {
      steps.push({ run: content, prints: [] });
    } else if (language === "text") {
      steps.at(-1).prints.push(...content.trim().split("\n"));
    } else {
      const file = [...before.matchAll(/`([\w.-]+\.\w+)`/g)].at(-1)?.[1];
      if (!file) throw new Error(`"${heading}" does not say which file this is:\n${content}`);
      steps.push({ file, content });
    }
  }
  return steps;
}
