import type * as z from "zod";
import { anyOf, describe, withArticle } from "./readers/fault.js";

const SHOWN = 5;

/**
 * What a schema found wrong, as one line in words.
 *
 * @example
 * const read = manifestSchema.safeParse({ exec: 7 }, { reportInput: true });
 * if (!read.success) describeIssues(read.error); // name: is missing; exec: expected a string, got a number
 */
export function describeIssues(error: z.ZodError): string {
  const shown = error.issues
    .slice(0, SHOWN)
    .map((issue) =>
      issue.path.length > 0 ? `${issue.path.join(".")}: ${inWords(issue)}` : inWords(issue),
    );
  const more = error.issues.length - shown.length;
  return more > 0 ? `${shown.join("; ")}; and ${more} more` : shown.join("; ");
}

function inWords(issue: z.core.$ZodIssue): string {
  // Zod leaves the input out unless asked, but its own message always names what it received.
  if (isMissing(issue)) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `expected ${withArticle(issue.expected)}${received(issue)}`;
    case "invalid_value":
      return `expected ${anyOf(issue.values.map((value) => JSON.stringify(String(value))))}${quoted(issue)}`;
    case "too_small":
      return issue.minimum === 1 && issue.origin === "string" ? "must not be empty" : issue.message;
    case "invalid_format":
      return formatInWords(issue);
    case "invalid_union":
      return `expected ${anyOf(issue.errors.flatMap(expectations))}${received(issue)}`;
    default:
      return issue.message;
  }
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return "input" in issue
    ? issue.input === undefined
    : issue.code === "invalid_type" && issue.message.endsWith("received undefined");
}

function formatInWords(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if (issue.format === "starts_with" && "prefix" in issue) {
    return `must start with ${JSON.stringify(issue.prefix)}`;
  }
  return issue.format === "base64" ? "is not valid base64" : issue.message;
}

function expectations(issues: z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) =>
    issue.code === "invalid_type" ? [withArticle(issue.expected)] : [],
  );
}

function received(issue: z.core.$ZodIssue): string {
  return "input" in issue ? `, got ${describe(issue.input)}` : "";
}

function quoted(issue: z.core.$ZodIssue): string {
  if (!("input" in issue)) return "";
  const { input } = issue;
  return typeof input === "string" && input.length <= 40
    ? `, got ${JSON.stringify(input)}`
    : received(issue);
}
