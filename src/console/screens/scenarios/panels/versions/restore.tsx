import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  ApiError,
  getScenarioStats,
  getScenarioVersion,
  type Migration,
  migrateRuns,
  restoreScenario,
} from "#client";
import { CheckField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { triggerTexts } from "#console/screens/scenarios/editor/triggers/texts";
import { waitingIn } from "#console/screens/scenarios/figures";
import { FullNote, isFull } from "#console/screens/scenarios/full";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import type { PanelProps } from "../panel";
import { Migrated } from "../runs/migrate";
import { texts } from "./texts";

/** The number of active runs, and of those at a node that a version has. */
function useImpact(scenario: number, version: number, graph: PanelProps["graph"]) {
  const client = useClient();
  return useQuery({
    queryKey: ["scenario-restore", scenario, version],
    queryFn: async ({ signal }) => {
      const path = { scenario };
      const [stats, restored] = await Promise.all([
        getScenarioStats({ client, signal, path }),
        getScenarioVersion({ client, signal, path: { scenario, version } }),
      ]);
      const types = new Map(restored.data.nodes.map(({ id, type }) => [id, type]));
      const drawn = new Map(graph.nodes.map(({ id, type }) => [id, type]));
      const fits = (id: string) =>
        types.has(id) && (!drawn.has(id) || drawn.get(id) === types.get(id));
      const moving = stats.data.nodes.filter(({ node_id }) => fits(node_id));
      const active = waitingIn(stats.data);
      return { active, moves: waitingIn({ ...stats.data, nodes: moving }) };
    },
  });
}

/** Asks before an older version becomes the newest one, and says what it means for the runs. */
export function Restore({
  scenario,
  graph,
  version,
  current,
  onReload,
  onClose,
}: Pick<PanelProps, "scenario" | "graph" | "onReload" | "onClose"> & {
  version: number;
  current: number;
}) {
  const t = useTexts(texts);
  const ofTriggers = useTexts(triggerTexts);
  const format = useFormat();
  const queries = useQueryClient();
  const [migration, setMigration] = useState<Migration | null>(null);
  const impact = useImpact(scenario.id, version, graph);
  const path = { scenario: scenario.id };
  const finish = () => {
    onClose();
    onReload();
    void queries.invalidateQueries();
  };
  const form = useForm({ migrates: false }, async (client, { migrates }) => {
    const headers = { "If-Match": `"${current}"` };
    await restoreScenario({ client, path, headers, body: { version } });
    return migrates ? (await migrateRuns({ client, path })).data : null;
  });
  const isOutdated = form.error instanceof ApiError && form.error.status === 412;
  const { data } = impact;
  return (
    <FormDialog
      form={isOutdated || isFull(form.error) ? { ...form, error: null } : form}
      title={t.restoreTitle(version)}
      about={t.restoreAbout}
      width="28rem"
      action={t.restore}
      onClose={migration ? finish : onClose}
      onDone={(moved) => {
        toast(t.restored(version));
        if (moved) setMigration(moved);
        else finish();
      }}
      next={() => undefined}
      result={migration && <Migrated migration={migration} />}
    >
      {impact.error && <ProblemNote error={impact.error} />}
      {impact.isPending && <LoadingRows rows={2} />}
      {data?.active === 0 && <p>{t.noRuns}</p>}
      {data && data.active > 0 && (
        <>
          <Note tone={data.moves < data.active ? "amber" : "blue"}>
            <p>{t.impact(format.number(data.active), format.number(data.moves))}</p>
            {data.moves < data.active && (
              <p>{t.impactStays(format.number(data.active - data.moves))}</p>
            )}
            <p>{t.impactKept}</p>
          </Note>
          <CheckField form={form} name="migrates" label={t.migrate} />
        </>
      )}
      {isOutdated && <Note tone="red">{t.changedMeanwhile}</Note>}
      {isFull(form.error) && <FullNote error={form.error} texts={ofTriggers} />}
    </FormDialog>
  );
}
