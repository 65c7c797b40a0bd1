import { Route } from "lucide-react";
import { useState } from "react";
import { listRuns, type RunState } from "#client";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { nameTexts } from "#console/names/texts";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { ChoiceSelect } from "#console/ui/choice-select";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { entryOf } from "../editor/triggers/heads";
import { triggerTexts } from "../editor/triggers/texts";
import { lastDays } from "../figures";
import { useLiveFigures } from "../live-figures";
import { useNodeNames } from "../nodes/node-names";
import type { PanelProps } from "./panel";
import { PanelFrame } from "./panel-frame";
import { Migrate } from "./runs/migrate";
import { RunDetail } from "./runs/run-detail";
import { RunItem } from "./runs/run-item";
import styles from "./runs/runs.module.css";
import { STATES } from "./runs/state";
import { texts } from "./runs/texts";
import { useOpenedRun } from "./use-opened-run";

const RANGES = [1, 7, 30];

/** The scenario's runs, and one run's way on the graph. */
export default function Runs(props: PanelProps) {
  const { scenario, graph, onClose, onSelectNode } = props;
  const t = useTexts(texts);
  const ofTriggers = useTexts(triggerTexts);
  const { runStates } = useTexts(nameTexts);
  const mayWrite = useMay("scenarios:write");
  const names = useNodeNames(graph.nodes);
  const [state, setState] = useState<RunState | null>(null);
  const [days, setDays] = useState<number | null>(null);
  const [opened, open] = useOpenedRun();
  const [since] = days ? lastDays(days) : [];
  const runs = useList(["scenario-runs", scenario.id, state, since], (client, page, signal) =>
    listRuns({
      client,
      signal,
      path: { scenario: scenario.id },
      query: {
        ...page,
        per_page: 30,
        ...(state && { state }),
        ...(since && { created_from: `${since}T00:00:00Z` }),
      },
    }),
  );
  useLiveFigures(["scenario-runs"]);
  const entry = entryOf(graph);
  const showEntry = () => {
    onClose();
    if (entry) onSelectNode(entry.id);
  };

  return (
    <PanelFrame
      title={t.title}
      onClose={onClose}
      actions={mayWrite && <Migrate scenario={scenario.id} />}
    >
      {opened ? (
        <RunDetail key={opened} {...props} id={opened} onBack={() => open(undefined)} />
      ) : (
        <>
          <div className={styles.filters}>
            <ChoiceSelect
              aria-label={t.state}
              none={t.anyState}
              options={STATES.map((one) => [one, runStates[one]])}
              value={state}
              onChange={setState}
            />
            <ChoiceSelect
              aria-label={t.enrolledSince}
              none={t.anyTime}
              options={RANGES.map((count) => [count, t.lastDays(count)])}
              value={days}
              onChange={setDays}
            />
          </div>
          {runs.error && <ProblemNote error={runs.error} onRetry={() => void runs.refetch()} />}
          {runs.isPending && <LoadingRows />}
          {runs.isSuccess &&
            runs.items.length === 0 &&
            (state || since ? (
              <EmptyState title={t.noMatch} />
            ) : (
              <EmptyState
                icon={<Route />}
                title={t.empty}
                actions={mayWrite && entry && <Button onClick={showEntry}>{ofTriggers.add}</Button>}
              >
                {t.emptyAbout}
              </EmptyState>
            ))}
          <ul className={styles.list}>
            {runs.items.map((run) => (
              <RunItem key={run.id} run={run} names={names} onOpen={() => open(run.id)} />
            ))}
          </ul>
          <LoadMoreButton list={runs} />
        </>
      )}
    </PanelFrame>
  );
}
