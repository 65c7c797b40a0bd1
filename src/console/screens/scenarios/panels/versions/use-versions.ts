import { listScenarioVersions } from "#client";
import { useList } from "#console/data/lists";

/** The versions of a scenario, the newest first. */
export const useVersions = (scenario: number) =>
  useList(["scenario-versions", scenario], (client, page, signal) =>
    listScenarioVersions({ client, signal, path: { scenario }, query: { ...page, per_page: 50 } }),
  );
