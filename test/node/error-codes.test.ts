import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type PauseOver, pauses } from "#domain/pauses";
import {
  CODES,
  type Effects,
  effectsOf,
  type Rule,
  SUBCODES,
} from "#features/messaging/outbound/error-rules";

// The guide's table of Meta's errors is that of the code.

const guide = readFileSync("src/features/docs/guides/messaging.md", "utf8");

const WHO: Record<PauseOver, string> = {
  channel: "The channel",
  account: "The account's channels",
  portfolio: "The portfolio's channels",
};
const plural = (over: PauseOver, one: string) =>
  `${WHO[over]} ${one}${over === "channel" ? "s" : ""}`;

const RETRIES = {
  channel: "is tried again once the channel may send",
  account: "is tried again once the channel may send",
  lead: "is tried again after 6 s",
  message: "is tried again, up to 6 times in all",
  once: "is tried again once",
  hourly: "is tried again hourly, 3 times",
  prepared: "is tried again once, after 10 minutes",
  new: "is tried again once, after 10 minutes, if its template is newer",
};

function fateOf(rule: Rule) {
  if (rule.fate === "retry") return RETRIES[rule.retry];
  if (rule.fate === "keep") return "waits";
  return rule.holdMs
    ? "fails, or waits where `on_marketing_cap` says so; `retry_at` is a day later at least"
    : "fails";
}

function wordsFor({ stop, pause, backOff, optOut, unreachable, template, marketing }: Effects) {
  const stopped = stop && plural(stop.over, "stop");
  return [
    stopped &&
      (stop.isDoubted
        ? `${stopped}: on Instagram at the third lead in a row, and not for replies under comments`
        : stopped),
    pause && plural(pauses[pause].over, "pause"),
    backOff &&
      (backOff === "channel" ? "The channel backs off" : "The account's channels back off"),
    optOut && "The lead is opted out of marketing",
    unreachable && "The address is marked as unreachable",
    template && `The template is marked as ${template}`,
    marketing && `The channel sends marketing templates to \`${marketing}\``,
  ].flatMap((words) => (words ? [`${words}.`] : []));
}

/** Numbers with ranges: `1, 2` and `132000–132014`. */
function listed(numbers: number[]) {
  const runs: number[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && number === (last.at(-1) ?? 0) + 1) last.push(number);
    else runs.push([number]);
  }
  return runs
    .flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run.map(String)))
    .join(", ");
}

const rows = [...CODES, ...SUBCODES].map(([numbers, rule]) =>
  `| ${listed(numbers)} | \`${rule.reason}\` | ${fateOf(rule)} | ${wordsFor(effectsOf(rule)).join(" ")} |`.replace(
    "|  |",
    "| |",
  ),
);

describe("the guide's table of Meta's errors", () => {
  it("is that of the code, row by row", () => {
    const table = guide.slice(guide.indexOf("### What Meta's errors do")).split("\n\n")[2];
    expect(table?.split("\n").slice(2)).toEqual(rows);
  });

  it("has no code twice", () => {
    const numbers = [...CODES, ...SUBCODES].flatMap(([some]) => some);
    expect(numbers.length).toBe(new Set(numbers).size);
  });
});
