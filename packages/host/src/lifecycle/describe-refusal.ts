import type { FaultCode } from "../context/host-events.js";
import type { Refused } from "./prepare.js";

/** What the user is told of an extension that does not run; nothing where they chose so and it changes nothing else. */
export function describeRefusal(
  { name, dir }: { name: string; dir: string },
  { state, reason, isNews = false }: Refused,
  instead: readonly { dir: string }[],
): { code: FaultCode; message: string } | undefined {
  const others = instead.map((other) => `; ${other.dir} is used instead`).join("");
  if (state === "unavailable" || state === "untrusted") {
    const message = `extension ${name}: ${state}: ${reason ?? state}${others}`;
    return { code: state, message };
  }
  const isTold = state === "broken" || isNews || (state === "disabled" && others !== "");
  if (!isTold) return undefined;
  return {
    code: "load",
    message: `extension load: ${dir}: ${reason ?? `it is ${state}`}${others}`,
  };
}
