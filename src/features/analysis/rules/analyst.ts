import { lostReasons, occupations, type ProfileField } from "#domain/leads";
import type { Analyst, Claim, Findings, Transcript } from "../analyst";
import { withinBudget } from "../transcript";
import { type Fact, factsIn } from "./facts";
import { languages, messagesIn } from "./statements";
import { summaryOf } from "./summary";

const MAX_TOKENS = 12_000;
const MAX_BLOCKERS = 10;

const BLOCKERS = ["price", "time", "thought", "wrong_timing"];
const REFUSALS = ["stop", ...lostReasons];

const last = (facts: Fact[], ...kinds: string[]) =>
  facts.findLast(({ kind }) => kinds.includes(kind));

/** The value that a fact gives a field: by default its sentence. */
function claimOf(field: ProfileField, fact: Fact | undefined, value?: Claim["value"]): Claim[] {
  if (!fact) return [];
  const { sentence, confidence } = fact;
  const quote = sentence.text;
  return [{ field, value: value ?? quote, confidence, messageId: sentence.message.id, quote }];
}

/** Each sentence once, by its last mention; the newest of them. */
function blockersIn(facts: Fact[]): Claim[] {
  const blockers = facts.filter(({ kind }) => BLOCKERS.includes(kind)).toReversed();
  const distinct = [...new Map(blockers.map((fact) => [fact.sentence.text, fact])).values()];
  return distinct
    .toReversed()
    .slice(-MAX_BLOCKERS)
    .flatMap((fact) => claimOf("blockers", fact));
}

/** The claims that the lead is lost, and that a call is agreed: the last statement holds. */
function prospectsIn(facts: Fact[]): Claim[] {
  const decision = last(facts, ...REFUSALS, "returns", "booked");
  const lost = REFUSALS.includes(decision?.kind ?? "") ? decision : undefined;
  const stop = lost?.kind === "stop" ? lost : undefined;
  const returned = decision?.kind === "returns" && last(facts, ...REFUSALS) ? decision : undefined;
  const call = last(facts, ...REFUSALS, "booked", "calledOff");
  return [
    ...claimOf("is_lost", lost ?? returned, lost !== undefined),
    ...claimOf("lost_reason", lost, stop ? "not_interested" : lost?.kind),
    ...claimOf("lost_reason_detail", lost),
    ...claimOf("engagement_level", stop, "low"),
    ...claimOf("engagement_level", call?.kind === "booked" ? call : undefined, "high"),
  ];
}

/** The findings that the lead states plainly. The rules find nothing where no phrase matches. */
export function findingsIn(transcript: Transcript): Findings {
  const messages = messagesIn(withinBudget(transcript, MAX_TOKENS));
  const facts = messages.flatMap((message) => languages.flatMap((book) => factsIn(message, book)));
  const [age, occupation] = [last(facts, "age"), last(facts, ...occupations)];
  const claims = [
    ...claimOf("age", age, age?.years),
    ...claimOf("occupation_status", occupation, occupation?.kind),
    ...claimOf("professional_situation", last(facts, ...occupations, "trade")),
    ...claimOf("primary_objective", last(facts, "goal")),
    ...blockersIn(facts),
    ...prospectsIn(facts),
  ];
  return { claims, summary: summaryOf(messages, claims) };
}

/** Reads English, French, Spanish and Portuguese by lists of phrases, on the spot and for free. */
export const rulesAnalyst: Analyst = {
  model: "rules",
  // Counts up with the phrases: what another version has read is read again.
  promptVersion: "2",
  maxTokens: MAX_TOKENS,
  analyse: async (transcript) => ({
    kind: "found",
    findings: findingsIn(transcript),
    cost: { calls: 0, inputTokens: 0, outputTokens: 0 },
  }),
};
