import { expect } from "vitest";
import type { Simulation } from "../../src/features/automation/runs/simulation/schema";
import type { Client } from "./api";
import { flowOf, type Nodes } from "./flow";

/** When simulations begin unless they say otherwise. */
export const START = "2026-11-20T10:00:00.000Z";
/** In seconds. */
export const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** So many seconds from the start. */
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

/** The nodes on the way, with how each was left. */
export const wayOf = ({ trail }: Simulation) =>
  trail.map(({ node_id, outcome }) => `${node_id} ${outcome ?? "…"}`);

/** Says hello with what is known of the lead. */
export const HELLO: Nodes = {
  hello: ["message", { text: "Hello {{first_name|there}} of {{city|nowhere}}" }],
};
export const hello = flowOf(HELLO);
