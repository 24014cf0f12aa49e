declare const __ZOT_VERSION__: string | undefined;

/** Set by the build; "dev" when the sources run as they are. */
export const VERSION = typeof __ZOT_VERSION__ === "string" ? __ZOT_VERSION__ : "dev";
