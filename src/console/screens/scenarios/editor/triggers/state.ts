import { useQuery } from "@tanstack/react-query";
import { getScenarioStats, type Scenario, type ScenarioWarning } from "#client";
import { lastDays } from "#console/screens/scenarios/figures";
import { useClient } from "#console/session/session";
import type { GraphTrigger } from "../graph";

/**
 * `off`: it is wrong, and starts nothing. `draft`: it is not published as it is drawn. `paused`:
 * with its scenario.
 */
export type TriggerState = "on" | "paused" | "draft" | "off";

/** The warnings of triggers that are off. */
const FAULTS: readonly string[] = ["invalid_trigger", "unknown_trigger", "trigger_not_on_platform"];

export function stateOf(
  trigger: GraphTrigger,
  scenario: Pick<Scenario, "triggers" | "is_active">,
  problems: readonly Pick<ScenarioWarning, "code">[],
): TriggerState {
  if (problems.some(({ code }) => FAULTS.includes(code))) return "off";
  const { id, type, data } = trigger;
  const published = scenario.triggers.find((one) => one.id === id);
  const isSame =
    published?.type === type && JSON.stringify(published.data) === JSON.stringify(data);
  if (!isSame) return "draft";
  return scenario.is_active ? "on" : "paused";
}

export const COUNTED_DAYS = 30;

/** The counts of a scenario's triggers, by their ids. Nothing is asked where it has none. */
export function useTriggerStats({ id, triggers }: Pick<Scenario, "id" | "triggers">) {
  const client = useClient();
  const [from = ""] = lastDays(COUNTED_DAYS);
  const { data } = useQuery({
    queryKey: ["scenario-triggers", id, from],
    queryFn: async ({ signal }) => {
      const query = { from };
      const answer = await getScenarioStats({ client, signal, path: { scenario: id }, query });
      return new Map(answer.data.triggers.map((one) => [one.trigger_id, one]));
    },
    enabled: triggers.length > 0,
  });
  return data;
}
