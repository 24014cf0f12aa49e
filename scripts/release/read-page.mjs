// A page of the docs as steps that can be followed: files to write, commands to run, output to expect.

const BLOCK = /(?:^<!-- snippet: (\S+) -->\n\n)?^```(\w*)\n([\s\S]*?)^```$/gm;

/**
 * The steps of a page, or of the part under one heading. A `sh` block is a command, a `text` block is what the command
 * before it prints, a block that shows a part of an example stands for the whole of it, and any other block is a file,
 * named in backticks in the sentence before it.
 * @returns {({ run: string, prints: string[] } | { file: string, content: string } | { example: string })[]}
 */
export function readSteps(page, heading) {
  const section = heading === undefined ? page : readSection(page, heading);
  const steps = [];
  let from = 0;
  for (const match of section.matchAll(BLOCK)) {
    const [, snippet, language, content] = match;
    const before = section.slice(from, match.index);
    from = match.index + match[0].length;
    const file = [...before.matchAll(/`([\w.-]+\.\w+)`/g)].at(-1)?.[1];
    if (language === "sh") {
      steps.push({ run: content, prints: [] });
    } else if (language === "text") {
      steps.at(-1).prints.push(...content.trim().split("\n"));
    } else if (snippet?.includes("#")) {
      steps.push({ example: snippet.split("#")[0] });
    } else {
      if (!file) throw new Error(`The page does not say which file this is:\n${content}`);
      steps.push({ file, content });
    }
  }
  return steps;
}

/**
 * Every line of every `sh` block: pages that list commands to choose from. A `text` block is what the line before it prints.
 * @returns {{ run: string, prints: string[] }[]}
 */
export function readCommands(page) {
  const commands = [];
  for (const [, , language, content] of page.matchAll(BLOCK)) {
    const lines = content.trim().split("\n");
    if (language === "text") commands.at(-1).prints.push(...lines);
    if (language !== "sh") continue;
    for (const line of lines) commands.push({ run: line.replace(/\s+#\s.*$/, ""), prints: [] });
  }
  return commands;
}

function readSection(page, heading) {
  const section = page
    .split(/^(?=#{2,3} )/m)
    .find((part) => new RegExp(`^#{2,3} ${heading}\\n`).test(part));
  if (!section) throw new Error(`The page has no section "${heading}".`);
  return section;
}
