import { Random } from "./random.js";

const WORDS = [
  "the",
  "model",
  "streams",
  "an",
  "answer",
  "that",
  "is",
  "long",
  "enough",
  "to",
  "wrap",
  "and",
  "then",
  "goes",
  "on",
  "with",
  "more",
  "words",
  "configuration",
  "internationalization",
  "file_name",
  "src/render/live-area.ts",
  "don't",
  "3.14",
  "(maybe)",
  "either/or",
  "supercalifragilisticexpialidocious-and-then-some-more",
] as const;
const WIDE = [
  "日本語の文章",
  "中文字符测试",
  "한국어 문장",
  "全角ＡＢＣ",
  "東京都、京都府。",
] as const;
const EMOJI = ["🚀", "✅", "👩‍👩‍👧", "🇩🇪", "⚠️", "👍🏽", "1️⃣", "e\u0301", "❤️"] as const;
const LANGUAGES = [
  "ts",
  "python",
  "rust",
  "bash",
  "json",
  "sql",
  "yaml",
  "go",
  "html",
  "diff",
  "nonesuch",
  "",
] as const;
const CODE = [
  'const answer = await fetch(`https://example.org/${id}`, { method: "POST" });',
  "  return value === undefined ? [] : [value]; // a comment that goes on for quite a while, past the edge of it",
  "def find(name: str) -> list[int]:",
  '    """A text that opens',
  '    and closes"""',
  'fn main() { println!("{}", 日本); }',
  "/* a comment over",
  "   two lines */",
  "SELECT name, count(*) FROM things WHERE id = 7 GROUP BY name;",
  "\tindented: by a tab",
  "- removed",
  "+ added",
  "# not a heading",
  "",
  "}",
  "| not | a table |",
  'for file in *.txt; do echo "$file" | tr a-z A-Z >> out.log; done # 🚀',
] as const;

/** One block of markdown of the kinds that models write, always the same for the same seed. */
function markdownBlock(seed: number): string {
  const random = new Random(seed);
  return random.pick(BLOCKS)(random);
}

/**
 * A markdown text of some blocks, as a model may write it, always the same for the same seed.
 *
 * @example
 * import { randomMarkdown } from "@zot/tui/testing";
 * randomMarkdown(7);
 */
export function randomMarkdown(seed: number, blocks = 6): string {
  const random = new Random(seed);
  return joinBlocks(Array.from({ length: blocks }, () => random.between(0, 2 ** 31)));
}

/** Blocks one after the other, by their seeds. */
export function joinBlocks(seeds: readonly number[]): string {
  return seeds.map((seed) => `${markdownBlock(seed)}\n${seed % 5 === 0 ? "" : "\n"}`).join("");
}

type Make = (random: Random) => string;

const BLOCKS: readonly [Make, ...Make[]] = [
  paragraph,
  paragraph,
  heading,
  list,
  list,
  numbered,
  fence,
  fence,
  table,
  quote,
  (random) => random.pick(["---\n", "***\n"]),
  (random) => `${sentence(random, 1, 4)}\n${random.pick(["===", "---"])}`,
];

function word(random: Random): string {
  const kind = random.next();
  if (kind < 0.7) return random.pick(WORDS);
  if (kind < 0.8) return random.pick(WIDE);
  if (kind < 0.88) return random.pick(EMOJI);
  const inner = random.many(1, 3, () => random.pick(WORDS)).join(" ");
  return random.pick([
    `**${inner}**`,
    `*${inner}*`,
    `\`${inner}\``,
    `[${inner}](https://example.org/page)`,
    `~~${inner}~~`,
    "https://example.org/a/long/address?with=query",
    "2 * 3 * 4",
    "a_b_c",
    "Q&A &amp; more",
    "x < y",
    "[note]",
    "`",
  ]);
}

function sentence(random: Random, low: number, high: number): string {
  return random.many(low, high, () => word(random)).join(" ");
}

function paragraph(random: Random): string {
  const lines = random.many(
    1,
    3,
    () => `${sentence(random, 2, 30)}${random.pick([".", ":", "!", ""])}`,
  );
  return lines.join(random.pick(["\n", "  \n", "\\\n"]));
}

function heading(random: Random): string {
  return `${"#".repeat(random.between(1, 4))} ${sentence(random, 1, 8)}`;
}

function list(random: Random): string {
  const mark = random.pick(["-", "*", "+"]);
  return items(random, 0, () => `${mark} ${random.pick(["", "", "[ ] ", "[x] "])}`);
}

function numbered(random: Random): string {
  return items(random, 0, (at) => `${at + 1}. `);
}

function items(random: Random, indent: number, mark: (at: number) => string): string {
  const gap = random.chance(0.2) ? "\n\n" : "\n";
  return random
    .many(1, 4, (at) => {
      const lead = " ".repeat(indent);
      const text = `${lead}${mark(at)}${sentence(random, 1, 14)}`;
      if (indent < 6 && random.chance(0.25)) {
        const nested = random.chance(0.5) ? () => "- " : (each: number) => `${each + 1}. `;
        return `${text}\n${items(random, indent + random.between(2, 3), nested)}`;
      }
      if (!random.chance(0.1)) return text;
      return `${text}\n${indentBy(indent + 2, fence(random))}`;
    })
    .join(gap);
}

function indentBy(count: number, text: string): string {
  return text
    .split("\n")
    .map((line) => " ".repeat(count) + line)
    .join("\n");
}

function fence(random: Random): string {
  const marks = random.pick(["```", "```", "~~~", "````"]);
  const lines = random.many(0, 9, () => random.pick(CODE));
  return [marks + random.pick(LANGUAGES), ...lines, marks].join("\n");
}

function table(random: Random): string {
  const columns = random.between(2, 4);
  const row = () =>
    `| ${Array.from({ length: columns }, () => sentence(random, 1, random.chance(0.2) ? 6 : 2)).join(" | ")} |`;
  const marks = Array.from({ length: columns }, () => random.pick(["---", ":--", "--:", ":-:"]));
  return [row(), `|${marks.join("|")}|`, ...random.many(0, 6, row)].join("\n");
}

function quote(random: Random): string {
  const inner = random.pick([
    paragraph,
    paragraph,
    list,
    (each: Random) => `${heading(each)}\n${fence(each)}`,
  ]);
  return inner(random)
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
