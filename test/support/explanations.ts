import { assert } from "vitest";
import type { TriggerEvaluation } from "#features/automation/triggers/evaluations/schema";
import type { StartExplanation } from "#features/automation/triggers/explanation/schema";
import type { Client } from "./api";

export async function explainStart(client: Client, asked: object): Promise<StartExplanation> {
  const { status, body, text } = await client.post("/triggers/explain", asked);
  assert(status === 200, `${JSON.stringify(asked)}: ${text}`);
  return body.data;
}

/** Triggers that fit, but are not asked, leave nothing in an evaluation. */
const UNASKED = ["paused", "before_activation"];

/** The outcomes as an explanation foretells them: null where nothing will be stored. */
export const foretold = ({ outcome, triggers }: StartExplanation) =>
  outcome && {
    outcome,
    candidates: triggers
      .filter((one) => one.fits && !UNASKED.includes(one.outcome))
      .map((one) => [one.scenario_id, one.trigger_id, one.outcome]),
  };

/** The outcomes as the worker has left them. */
export const evaluated = (found: TriggerEvaluation | null) =>
  found && {
    outcome: found.outcome,
    candidates: found.candidates.map((one) => [one.scenario_id, one.trigger_id, one.outcome]),
  };
