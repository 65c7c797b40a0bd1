import { useQuery } from "@tanstack/react-query";
import { ApiError, type Client, getScenario, getScenarioDraft } from "#client";
import { useClient } from "#console/session/session";

/** Somebody may have discarded the draft meanwhile. */
const readDraft = (asked: { client: Client; signal: AbortSignal; path: { scenario: number } }) =>
  getScenarioDraft(asked).then(
    ({ data }) => data,
    (error) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    },
  );

/** The scenario's draft; null where there is none. */
export function useStoredDraft(scenario: number) {
  const client = useClient();
  return useQuery({
    queryKey: ["scenario-stored-draft", scenario],
    queryFn: async ({ signal }) => {
      const asked = { client, signal, path: { scenario } };
      const { data } = await getScenario(asked);
      return data.has_draft ? readDraft(asked) : null;
    },
  });
}
