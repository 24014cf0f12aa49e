/** What the highlighter needs to know of a language. */
export interface Language {
  readonly keywords: ReadonlySet<string>;
  readonly constants: ReadonlySet<string>;
  /** Marks that make the rest of the line a comment. */
  readonly comments: readonly string[];
  /** Comments with a start and an end. */
  readonly blocks: readonly (readonly [string, string])[];
  /** Quotes, longest first. */
  readonly strings: readonly string[];
  /** Names before a colon or an equals sign are keys. */
  readonly keyed: boolean;
  /** Words may hold dashes. */
  readonly dashes: boolean;
  readonly ignoreCase: boolean;
}

const words = (text: string) => new Set(text.split(" "));
const CONSTANTS = words("true false null undefined None True False nil self this super NaN");
const C_STYLE = { comments: ["//"], blocks: [["/*", "*/"]] } as const;

function define(keywords: string, rest: Partial<Language> = {}): Language {
  return {
    keywords: words(keywords),
    constants: CONSTANTS,
    comments: [],
    blocks: [],
    strings: ['"', "'"],
    keyed: false,
    dashes: false,
    ignoreCase: false,
    ...rest,
  };
}

const typescript = define(
  "abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for from function get if implements import in infer instanceof interface is keyof let namespace new of override private protected public readonly return satisfies set static switch throw try type typeof var void while with yield any boolean never number object string symbol unknown bigint",
  { ...C_STYLE, strings: ["`", '"', "'"] },
);
const python = define(
  "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield",
  { comments: ["#"], strings: ['"""', "'''", '"', "'"] },
);
const c = define(
  "auto bool break case catch char class const constexpr continue default delete do double else enum explicit extern final float for friend goto if inline int long namespace new noexcept operator override private protected public register return short signed sizeof static struct switch template throw try typedef typename union unsigned using virtual void volatile while",
  C_STYLE,
);
const java = define(
  "abstract as async await base boolean break byte case catch char checked class const continue data default delegate do double else enum event extends final finally float for foreach fun get goto if implements import in init inner instanceof int interface internal is lateinit let long lock namespace native new object open operator out override package params private protected public readonly record ref return sealed set short static string struct suspend switch synchronized throw throws try typealias using val var virtual void volatile when where while with yield",
  C_STYLE,
);
const go = define(
  "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var any bool byte error float32 float64 int int32 int64 rune string uint",
  { ...C_STYLE, strings: ["`", '"', "'"] },
);
const rust = define(
  "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return static struct trait type unsafe use where while bool char f32 f64 i32 i64 str u8 u32 u64 usize",
  { ...C_STYLE, strings: ['"'] },
);
const swift = define(
  "as associatedtype async await break case catch class continue default defer do else enum extension fallthrough fileprivate for func guard if import in init inout internal is let mutating open operator private protocol public repeat rethrows return static struct subscript switch throw throws try typealias var where while",
  { ...C_STYLE, strings: ['"""', '"'] },
);
const ruby = define(
  "alias and begin break case class def defined do else elsif end ensure for if in module next not or redo require rescue retry return then unless until when while yield attr_reader attr_accessor",
  { comments: ["#"] },
);
const php = define(
  "abstract and array as break case catch class clone const continue declare default do echo else elseif enum extends final finally fn for foreach function global if implements include instanceof interface match namespace new or print private protected public readonly require return static switch throw trait try use var while yield",
  { comments: ["//", "#"], blocks: [["/*", "*/"]] },
);
const shell = define(
  "if then else elif fi for in do done while until case esac function select time return exit export local readonly declare set unset source alias cd echo printf eval exec trap shift test read sudo",
  { comments: ["#"], dashes: true },
);
const sql = define(
  "add all alter and as asc begin between by cascade case check column commit constraint create cross database default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then transaction union unique update using values view when where with",
  { comments: ["--"], blocks: [["/*", "*/"]], ignoreCase: true },
);
const json = define("", { strings: ['"'], keyed: true, comments: ["//"], blocks: [["/*", "*/"]] });
const yaml = define("", { comments: ["#"], keyed: true, dashes: true });
const css = define("important media import keyframes supports font-face from to", {
  blocks: [["/*", "*/"]],
  keyed: true,
  dashes: true,
});
const markup = define("", { blocks: [["<!--", "-->"]], dashes: true });
const docker = define(
  "from run cmd label expose env add copy entrypoint volume user workdir arg onbuild stopsignal healthcheck shell as",
  { comments: ["#"], ignoreCase: true },
);
const lua = define(
  "and break do else elseif end for function goto if in local not or repeat return then until while",
  { comments: ["--"] },
);

const LANGUAGES: Readonly<Record<string, Language>> = {
  ...alias(typescript, "ts tsx typescript js jsx javascript mjs cjs mts cts node"),
  ...alias(python, "py python python3"),
  ...alias(c, "c h cpp c++ cc hpp cxx objc"),
  ...alias(java, "java kotlin kt kts scala cs csharp c# dart groovy"),
  ...alias(go, "go golang"),
  ...alias(rust, "rust rs"),
  ...alias(swift, "swift"),
  ...alias(ruby, "ruby rb"),
  ...alias(php, "php"),
  ...alias(shell, "sh bash shell zsh fish console make makefile"),
  ...alias(sql, "sql sqlite postgres postgresql mysql"),
  ...alias(json, "json jsonc json5 jsonl"),
  ...alias(yaml, "yaml yml toml ini properties env conf"),
  ...alias(css, "css scss less"),
  ...alias(markup, "html xml svg vue svelte"),
  ...alias(docker, "dockerfile docker"),
  ...alias(lua, "lua"),
};

function alias(language: Language, names: string): Record<string, Language> {
  return Object.fromEntries(names.split(" ").map((name) => [name, language]));
}

/** The language of that name, as a fence gives it. */
export function languageOf(name: string): Language | undefined {
  return Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
}
