import { expect } from "vitest";
import type { ProfileField } from "../../../src/domain/leads";
import type { Claim, Findings, Transcript } from "../../../src/features/analysis/analyst";
import { verifyEvidence } from "../../../src/features/analysis/evidence";
import { findingsIn } from "../../../src/features/analysis/rules/analyst";

const START = Date.UTC(2026, 10, 12, 9);
const DAY_MS = 86_400_000;

/** A conversation: each line is the lead's, save those that begin with `> `, which are the team's. A day lies between two of them. */
export const talk = (...lines: string[]): Transcript =>
  lines.map((line, index) => ({
    id: 101 + index,
    author: line.startsWith("> ") ? "team" : "lead",
    at: START + index * DAY_MS,
    text: line.replace(/^> /, ""),
  }));

/** Claims to compare, with one kind of apostrophe, in one order. */
const told = (claims: Claim[]) =>
  claims.map(({ field, value }) => `${field} ${value}`.replaceAll("\u2019", "'")).sort();

/** What the rules find. All of it stands in what the lead said, word for word, and survives the check of evidence. */
export function found(...lines: string[]): Findings {
  const transcript = talk(...lines);
  const findings = findingsIn(transcript);
  const proven = verifyEvidence(findings.claims, transcript);
  expect(told(proven)).toEqual(told(findings.claims));
  for (const { messageId, quote } of findings.claims) {
    const message = transcript.find(({ id }) => id === messageId);
    expect(message?.author === "lead" && message.text.includes(quote), quote).toBe(true);
  }
  return findings;
}

/** What the rules claim of a field; of a list, its last item. */
export const claimed = (field: ProfileField, ...lines: string[]) =>
  found(...lines).claims.findLast((claim) => claim.field === field)?.value;

/** The fields of which the rules claim anything. */
export const fieldsIn = (...lines: string[]) =>
  [...new Set(found(...lines).claims.map(({ field }) => field))].sort();

/** Sentences that state something, and those like them that do not, by language. */
export type Told = Record<"en" | "fr" | "es" | "pt", { says: string[]; not: string[] }>;
export const rows = (told: Told, which: "says" | "not") =>
  Object.values(told).flatMap((sentences) => sentences[which]);
