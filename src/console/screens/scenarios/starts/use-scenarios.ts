import { useQuery } from "@tanstack/react-query";
import { each, listScenarios, type Scenario } from "#client";
import { useClient } from "#console/session/session";

const FRESH_MS = 60_000;

/** Finds a scenario, with its triggers as they stand in it, by its id, once that is wanted. */
export function useScenarios(enabled = true) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["scenarios", "triggers"],
    queryFn: async () => {
      const found = new Map<number, Scenario>();
      for await (const one of each(listScenarios, { client, query: { per_page: 100 } }))
        found.set(one.id, one);
      return found;
    },
    enabled,
    staleTime: FRESH_MS,
  });
  return (id: number) => data?.get(id);
}

export type FindScenario = ReturnType<typeof useScenarios>;
