import { expect } from "vitest";
import type { Simulation } from "#features/automation/runs/simulation/schema";
import type { Client } from "./api";
import { flowOf, type Nodes } from "./flow";

/** The start of simulations that don't set another one. */
export const START = "2026-11-20T10:00:00.000Z";
/** Durations in seconds. */
export const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** The time this many seconds after the start. */
export const after = (seconds: number) =>
  new Date(Date.parse(START) + seconds * 1_000).toISOString();

export async function simulate(
  owner: Client,
  scenario: { id: number },
  body: object,
): Promise<Simulation> {
  const {
    status,
    body: answer,
    text,
  } = await owner.post(`/scenarios/${scenario.id}/simulate`, { start_at: START, ...body });
  expect(status, text).toBe(200);
  return answer.data;
}

/** The visits of a simulation as `node outcome`. */
export const wayOf = ({ trail }: Simulation) =>
  trail.map(({ node_id, outcome }) => `${node_id} ${outcome ?? "…"}`);

/** A message with two fields of the lead. */
export const HELLO: Nodes = {
  hello: ["message", { text: "Hello {{first_name|there}} of {{city|nowhere}}" }],
};
export const hello = flowOf(HELLO);
