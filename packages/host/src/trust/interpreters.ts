/** A program that runs a script, and what of its command line zot knows to load nothing else. */
export interface Interpreter {
  title: string;
  /** The name of its program, by where links lead in the end. */
  program: RegExp;
  /** Options that load no code. */
  options: RegExp;
  /** Options that load a file, or what a name leads to. */
  loads?: RegExp;
  /** Words in a script's place that are none. */
  commands?: RegExp;
  /** Variables with paths that code is loaded from. */
  paths: readonly string[];
  /** Variables with options, taken as those of the command line. */
  optionVariables: readonly string[];
}

/** What the system's loader reads for every program. */
export const LIBRARY_PATHS = [
  ...["LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"],
  ...["DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH"],
];

export const NODE: Interpreter = {
  title: "node",
  program: /^node(?:js)?(?:-?\d+)?(?:\.exe)?$/i,
  options:
    /^--(?:no-warnings|no-deprecation|throw-deprecation|trace-(?:warnings|uncaught|deprecation|exit)|enable-source-maps|pending-deprecation|experimental-(?:strip|transform)-types|no-experimental-require-module|(?:stack-trace-limit|max-old-space-size|max-semi-space-size|max-http-header-size|disable-warning|unhandled-rejections|dns-result-order)=[\w-]+)$/,
  loads: /^(?:-r|--require|--import)$/,
  commands: /^(?:inspect|debug)$/,
  paths: ["NODE_PATH", "TSX_TSCONFIG_PATH", "ESBUILD_BINARY_PATH", "OPENSSL_CONF"],
  optionVariables: ["NODE_OPTIONS"],
};

const PYTHON: Interpreter = {
  title: "python3",
  program: /^python(?:\d(?:\.\d+)?)?(?:\.exe)?$/i,
  options: /^-[uBsSEIOqbP]+$/,
  // A shim of pyenv is a script for bash.
  paths: ["PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONPLATLIBDIR", "BASH_ENV"],
  optionVariables: [],
};

const SHELL: Interpreter = {
  title: "sh",
  program: /^(?:sh|bash|dash|ash|ksh|zsh|busybox)$/,
  options: /^-[eufxvC]+$/,
  // A shell finds nearly all that it does on the PATH.
  paths: ["BASH_ENV", "ENV", "ZDOTDIR", "PATH"],
  optionVariables: [],
};

const PERL: Interpreter = {
  title: "perl",
  program: /^perl[\d.]*(?:\.exe)?$/i,
  options: /^-[wWtTX]+$/,
  paths: ["PERL5LIB", "PERLLIB"],
  optionVariables: ["PERL5OPT"],
};

const RUBY: Interpreter = {
  title: "ruby",
  program: /^ruby[\d.]*(?:\.exe)?$/i,
  options: /^(?:-w|-W[012]?|--disable[-=]gems)$/,
  paths: ["RUBYLIB", "GEM_PATH", "GEM_HOME", "BUNDLE_GEMFILE"],
  optionVariables: ["RUBYOPT"],
};

const ALL = [NODE, PYTHON, SHELL, PERL, RUBY];

/** The one that a program is, by the name of its file. */
export function findInterpreter(file: string): Interpreter | undefined {
  return ALL.find(({ program }) => program.test(file));
}
