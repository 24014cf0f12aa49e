/** Loading this module takes a third of what loading all of ours takes, and most runs need it late or never. */
export function lazyCrypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}
