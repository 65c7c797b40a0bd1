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
import { useAction } from "#console/data/forms";
import { waitingIn } from "#console/screens/scenarios/figures";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Checkbox } from "#console/ui/field";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import type { PanelProps } from "../panel";
import { Migrated } from "../runs/migrate";
import { texts } from "./texts";

/** How many active runs there are, and how many of them stand at a node that a version has. */
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
  const g = useTexts(general);
  const format = useFormat();
  const queries = useQueryClient();
  const [migrates, setMigrates] = useState(false);
  const [migration, setMigration] = useState<Migration | null>(null);
  const impact = useImpact(scenario.id, version, graph);
  const path = { scenario: scenario.id };
  const finish = () => {
    onClose();
    onReload();
    void queries.invalidateQueries();
  };
  const restore = useAction(
    async (client, isMigrating: boolean) => {
      const headers = { "If-Match": `"${current}"` };
      await restoreScenario({ client, path, headers, body: { version } });
      return isMigrating ? (await migrateRuns({ client, path })).data : null;
    },
    {
      onDone: (moved) => {
        toast(t.restored(version));
        if (moved) setMigration(moved);
        else finish();
      },
    },
  );
  const isOutdated = restore.error instanceof ApiError && restore.error.status === 412;
  const { data } = impact;
  return (
    <Dialog
      isOpen
      onClose={migration ? finish : onClose}
      title={t.restoreTitle(version)}
      about={t.restoreAbout}
      width="28rem"
      foot={
        migration ? (
          <Button onClick={finish}>{g.close}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{g.cancel}</Button>
            <Button
              kind="primary"
              isBusy={restore.isBusy}
              onClick={() => void restore.run(migrates)}
            >
              {t.restore}
            </Button>
          </>
        )
      }
    >
      {impact.error && <ProblemNote error={impact.error} />}
      {impact.isPending && <LoadingRows rows={2} />}
      {migration && <Migrated migration={migration} />}
      {data?.active === 0 && !migration && <p>{t.noRuns}</p>}
      {data && data.active > 0 && !migration && (
        <>
          <Note tone={data.moves < data.active ? "amber" : "blue"}>
            <p>{t.impact(format.number(data.active), format.number(data.moves))}</p>
            {data.moves < data.active && (
              <p>{t.impactStays(format.number(data.active - data.moves))}</p>
            )}
            <p>{t.impactKept}</p>
          </Note>
          <Checkbox checked={migrates} onChange={({ target }) => setMigrates(target.checked)}>
            {t.migrate}
          </Checkbox>
        </>
      )}
      {isOutdated && <Note tone="red">{t.changedMeanwhile}</Note>}
      {restore.error && !isOutdated && <ProblemNote error={restore.error} />}
    </Dialog>
  );
}
