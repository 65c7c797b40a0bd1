import { useQuery } from "@tanstack/react-query";
import { ApiError, getScenarioDraft } from "../../../../../client/index";
import { useClient } from "../../../../session/session";

/** The scenario's draft; null where there is none. */
export function useStoredDraft(scenario: number) {
  const client = useClient();
  return useQuery({
    queryKey: ["scenario-stored-draft", scenario],
    queryFn: ({ signal }) =>
      getScenarioDraft({ client, signal, path: { scenario } }).then(
        ({ data }) => data,
        (error) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        },
      ),
  });
}
