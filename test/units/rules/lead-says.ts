import { expect } from "vitest";
import type { ProfileField } from "#domain/leads";
import type { Claim, Findings, Transcript } from "#features/analysis/analyst";
import { verifyEvidence } from "#features/analysis/evidence";
import { findingsIn } from "#features/analysis/rules/analyst";

const START = Date.UTC(2026, 10, 12, 9);
const DAY_MS = 86_400_000;

/** A conversation of one message a day. Lines that begin with `> ` are the team's. */
export const talk = (...lines: string[]): Transcript =>
  lines.map((line, index) => ({
    id: 101 + index,
    author: line.startsWith("> ") ? "team" : "lead",
    at: START + index * DAY_MS,
    text: line.replace(/^> /, ""),
  }));

const shown = (claims: Claim[]) =>
  claims.map(({ field, value }) => `${field} ${value}`.replaceAll("\u2019", "'")).sort();

/**
 * The findings of the rules. Each claim quotes the lead word for word, and survives the check for
 * that.
 */
export function found(...lines: string[]): Findings {
  const transcript = talk(...lines);
  const findings = findingsIn(transcript);
  expect(shown(verifyEvidence(findings.claims, transcript))).toEqual(shown(findings.claims));
  for (const { messageId, quote } of findings.claims) {
    const message = transcript.find(({ id }) => id === messageId);
    expect(message?.author === "lead" && message.text.includes(quote), quote).toBe(true);
  }
  return findings;
}

/** The claim of the rules on a field; of a list, its last item. */
export const claimed = (field: ProfileField, ...lines: string[]) =>
  found(...lines).claims.findLast((claim) => claim.field === field)?.value;
