import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ApiError,
  addTestRunEvent,
  createTestRun,
  deleteTestRun,
  getTestRun,
  listTestRuns,
  type PlayedTestRun,
  skipTestRunWait,
} from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { writeInOrder } from "#console/data/in-order";
import { useClient } from "#console/session/session";
import type { PanelProps } from "../panel";
import type { LeadChoice } from "./play";
import type { RunEvent } from "./progress";
import type { StartChoice } from "./start";
import { nextLook } from "./tested";

const keyOf = (id: number) => ["scenario-test-run", id];
const LIST = ["scenario-test-runs"];
/** More than a workspace may have. */
const ALL = 100;

/** The drawn graph could not be saved, which the editor says. */
export class UnsavedError extends Error {}

/** Begins a test run of what is drawn. */
export function useBeginTestRun(
  { scenario, onSave }: Pick<PanelProps, "scenario" | "onSave">,
  onBegun: (id: number) => unknown,
) {
  const queries = useQueryClient();
  return useAction(
    async (client, chosen: LeadChoice & StartChoice): Promise<PlayedTestRun> => {
      const place = await onSave();
      if (!place) throw new UnsavedError();
      const { data } = await createTestRun({
        client,
        path: { scenario: scenario.id },
        body: { ...chosen, draft: place === "draft" },
      });
      return data;
    },
    {
      onDone(run) {
        setAnswer(queries, keyOf(run.id), run);
        void queries.invalidateQueries({ queryKey: LIST });
      },
      next: ({ id }) => onBegun(id),
    },
  );
}

/** The scenario's test runs, the newest first. */
export function useTestRuns(scenario: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...LIST, scenario],
    queryFn: async ({ signal }) => {
      const query = { scenario_id: scenario, per_page: ALL };
      return (await listTestRuns({ client, signal, query })).data;
    },
  });
}

/** A test run as it goes on, and what its author lets happen. `act(null)` skips its wait. */
export function useTestRun(id: number) {
  const client = useClient();
  const queries = useQueryClient();
  const queryKey = keyOf(id);
  const path = { testRun: id };
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await getTestRun({ client, signal, path })).data,
    refetchInterval: ({ state: { data, error } }) =>
      data && !(error instanceof ApiError) && nextLook(data, Date.now()),
  });
  const act = useAction(
    (_, event: RunEvent | null) =>
      // Events must reach the service in their order.
      writeInOrder(queries, [...queryKey, "events"], () =>
        event ? addTestRunEvent({ client, path, body: event }) : skipTestRunWait({ client, path }),
      ),
    { onDone: ({ data }) => setAnswer(queries, queryKey, data) },
  );
  const remove = async () => {
    await deleteTestRun({ client, path });
    void queries.invalidateQueries({ queryKey: LIST });
  };
  return { ...query, act, remove };
}
