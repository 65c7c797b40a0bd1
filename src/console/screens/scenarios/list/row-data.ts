import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type Client,
  getScenario,
  getScenarioStats,
  listScenarioVersions,
  replaceScenario,
  type Scenario,
} from "#client";
import { useClient } from "#console/session/session";
import { lastDays } from "../figures";

export const WEEK_DAYS = 7;

/** The figures of a row beside the scenario itself. Asked once the row has come into view. */
export function useRow({ id }: Scenario, isSeen: boolean) {
  const client = useClient();
  const [from] = lastDays(WEEK_DAYS);
  const stats = useQuery({
    queryKey: ["scenario-week", id, from],
    queryFn: async ({ signal }) =>
      (
        await getScenarioStats({
          client,
          signal,
          path: { scenario: id },
          query: { from: from ?? "" },
        })
      ).data,
    enabled: isSeen,
  });
  return { stats: stats.data, isFailed: stats.isError };
}

/** Asks the list and its rows again, after something has changed. */
export function useListAgain() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) => typeof key === "string" && key.startsWith("scenario"),
    });
}

/**
 * Activates or pauses a scenario with its newest graph. Throws an `ApiError` of the status 412 if
 * somebody has changed the scenario meanwhile.
 */
export async function switchScenario(client: Client, id: number, isActive: boolean) {
  const path = { scenario: id };
  const versions = await listScenarioVersions({ client, path, query: { per_page: 10 } });
  const { data } = await getScenario({ client, path });
  const { name, platform, provider, nodes, edges } = data;
  const newest = versions.data.find((version) => version.is_current);
  await replaceScenario({
    client,
    path,
    headers: { "If-Match": `"${newest?.version ?? 0}"` },
    body: { name, platform, provider, nodes, edges, is_active: isActive },
  });
}
