import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ApiError,
  addTestRunEvent,
  createTestRun,
  deleteTestRun,
  getTestRun,
  listTestRuns,
  skipTestRunWait,
} from "../../../../../client/index";
import { useAction } from "../../../../data/forms";
import { useClient } from "../../../../session/session";
import type { PanelProps } from "../panel";
import type { PlayedLead } from "./play";
import type { Happening } from "./stand";
import { afterAnswer, nextLook, type Tested, UNKNOWN } from "./tested";
import { leadAtStart } from "./use-simulation";

const keyOf = (id: number) => ["scenario-test-run", id];
const LIST = ["scenario-test-runs"];
/** More than a workspace may have. */
const ALL = 100;

/** What is drawn could not be saved, which the editor says. */
export class UnsavedError extends Error {}

/** Begins a test run of what is drawn. */
export function useBeginTestRun(
  { scenario, onSave }: Pick<PanelProps, "scenario" | "onSave">,
  onBegun: (id: number) => void,
) {
  const queries = useQueryClient();
  return useAction(
    async (client, lead: PlayedLead): Promise<Tested> => {
      const place = await onSave();
      if (!place) throw new UnsavedError();
      const before = await leadAtStart(client, scenario.id, lead);
      const { data: run } = await createTestRun({
        client,
        path: { scenario: scenario.id },
        body: { ...lead, draft: place === "draft" },
      });
      return { ...UNKNOWN, run, before };
    },
    {
      onDone(tested) {
        queries.setQueryData<Tested>(keyOf(tested.run.id), tested);
        void queries.invalidateQueries({ queryKey: LIST });
        onBegun(tested.run.id);
      },
    },
  );
}

/** The scenario's test runs, the newest first. */
export function useTestRuns(scenario: number) {
  const client = useClient();
  return useQuery({
    queryKey: LIST,
    queryFn: async ({ signal }) =>
      (await listTestRuns({ client, signal, query: { per_page: ALL } })).data,
    select: (runs) => runs.filter(({ scenario_id }) => scenario_id === scenario),
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
    queryFn: async ({ signal }): Promise<Tested> => {
      const { data: run } = await getTestRun({ client, signal, path });
      return { ...UNKNOWN, ...queries.getQueryData<Tested>(queryKey), run };
    },
    refetchInterval: ({ state: { data, error } }) =>
      data && !(error instanceof ApiError) && nextLook(data.run, Date.now()),
    // What happened is known only here.
    gcTime: Number.POSITIVE_INFINITY,
  });
  const act = useAction(
    async (_, happening: Happening | null) =>
      happening
        ? addTestRunEvent({ client, path, body: happening })
        : skipTestRunWait({ client, path }),
    {
      async onDone({ data: run }, happening) {
        // An answer that is on its way would be an older one.
        await queries.cancelQueries({ queryKey });
        queries.setQueryData<Tested>(queryKey, (old) => old && afterAnswer(old, run, happening));
      },
    },
  );
  const remove = async () => {
    await deleteTestRun({ client, path });
    void queries.invalidateQueries({ queryKey: LIST });
  };
  return { ...query, act, remove };
}
