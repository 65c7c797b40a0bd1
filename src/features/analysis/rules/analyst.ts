import type { Analyst, Claim, Findings, Transcript } from "../analyst";
import { withinBudget } from "../transcript";
import { ages } from "./age";
import { calls } from "./booking";
import { heardIn, type Statement, statementsOf } from "./heard";
import { decisions } from "./loss";
import { objectionIn } from "./objections";
import { objectives } from "./objective";
import { occupation } from "./occupation";
import { claimOf, PLAIN, USUAL } from "./phrases";
import { summaryOf } from "./summary";

const MAX_TOKENS = 12_000;
/** The newest of a list; and what is worth being shown word for word. */
const MAX_BLOCKERS = 10;
const MIN_VERBATIM_CHARACTERS = 25;

const newest = (claims: Claim[], field: Claim["field"]) =>
  claims.filter((claim) => claim.field === field).slice(-1);

/** Each sentence once, by its last mention, oldest first. */
const distinct = (claims: Claim[]) =>
  [...new Map(claims.toReversed().map((claim) => [claim.value, claim])).values()].reverse();

const blockers = (statements: Statement[]) =>
  distinct(
    statements
      .filter(objectionIn)
      .map(({ sentence }) => claimOf("blockers", sentence.text, sentence, PLAIN)),
  ).slice(-MAX_BLOCKERS);

/** Whether the lead goes on, how engaged that is, and the call that stands. What was said last holds. */
function prospects(statements: Statement[]): Claim[] {
  const order = new Map(statements.map((statement, index) => [statement, index]));
  const all = decisions(statements);
  const decision = all.at(-1);
  const call = calls(statements).at(-1);
  const callStands =
    call?.stands &&
    !(decision?.reason && order.get(decision.statement)! > order.get(call.statement)!);
  const claims: Claim[] = [];
  if (decision?.reason && !callStands) {
    const { sentence } = decision.statement;
    claims.push(
      claimOf("is_lost", true, sentence, PLAIN),
      claimOf("lost_reason", decision.reason, sentence, PLAIN),
    );
    claims.push(claimOf("lost_reason_detail", sentence.text, sentence, PLAIN));
    if (decision.isStop) claims.push(claimOf("engagement_level", "low", sentence, PLAIN));
  } else if (decision?.reason === null && all.some(({ reason }) => reason)) {
    claims.push(claimOf("is_lost", false, decision.statement.sentence, PLAIN));
  }
  if (callStands) {
    const { sentence } = call.statement;
    claims.push(
      claimOf("engagement_level", "high", sentence, PLAIN),
      claimOf("levers", sentence.text, sentence, PLAIN),
    );
  }
  return claims;
}

/** The most telling sentence: why somebody does not go on, else what keeps them, else what they want. */
function verbatim(claims: Claim[]): Claim[] {
  const telling = (["lost_reason_detail", "blockers", "primary_objective"] as const).flatMap(
    (field) => newest(claims, field),
  );
  const first = telling.find(({ quote }) => quote.length >= MIN_VERBATIM_CHARACTERS);
  return first ? [{ ...first, field: "verbatim", value: first.quote, confidence: USUAL }] : [];
}

/** What the lead says plainly about themselves. Rules see no meaning: what they don't know as such a statement is nothing to them. */
export function findingsIn(transcript: Transcript): Findings {
  const heard = heardIn(withinBudget(transcript, MAX_TOKENS));
  const statements = statementsOf(heard);
  const occupied = occupation(statements, heard);
  const claims = [
    ...newest(ages(statements, heard), "age"),
    ...newest(occupied, "occupation_status"),
    ...newest(occupied, "professional_situation"),
    ...newest(objectives(statements, heard), "primary_objective"),
    ...blockers(statements),
    ...prospects(statements),
  ];
  return { claims: [...claims, ...verbatim(claims)], summary: summaryOf(heard, claims) };
}

/** Reads English, French, Spanish and Portuguese by rules, on this machine and for nothing. */
export const rulesAnalyst: Analyst = {
  model: "rules",
  // Another one for other rules: what these have read is not read again.
  promptVersion: "1",
  maxTokens: MAX_TOKENS,
  analyse: async (transcript) => ({
    kind: "found",
    findings: findingsIn(transcript),
    cost: { calls: 0, inputTokens: 0, outputTokens: 0 },
  }),
};
