import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ApiError,
  type Client,
  getScenario,
  getScenarioDraft,
  getScenarioStats,
  listScenarioVersions,
  replaceScenario,
  type Scenario,
} from "../../../../client/index";
import { useClient } from "../../../session/session";
import { lastDays } from "../figures";

export const WEEK_DAYS = 7;

const noneIfMissing = (error: unknown) => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

/** What a row shows beside the scenario itself. Asked once the row has come into view. */
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
  const draft = useQuery({
    queryKey: ["scenario-has-draft", id],
    queryFn: ({ signal }) =>
      getScenarioDraft({ client, signal, path: { scenario: id } }).then(
        () => true,
        (error) => noneIfMissing(error) ?? false,
      ),
    enabled: isSeen,
  });
  return { stats: stats.data, isFailed: stats.isError, hasDraft: draft.data === true };
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
