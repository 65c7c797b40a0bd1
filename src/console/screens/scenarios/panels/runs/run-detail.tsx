import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { getRun, listRunSteps } from "#client";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { nameTexts } from "#console/names/texts";
import { useLiveFigures } from "#console/screens/scenarios/live-figures";
import { NodeButton } from "#console/screens/scenarios/nodes/node-button";
import { useNodeNames } from "#console/screens/scenarios/nodes/node-names";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Facts } from "#console/ui/layout";
import { Part } from "#console/ui/part";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import type { PanelProps } from "../panel";
import { Gates } from "./gates";
import { RunActions } from "./run-actions";
import { RunLead } from "./run-lead";
import styles from "./runs.module.css";
import { useStartFacts } from "./start-facts";
import { isActive, TONES } from "./state";
import { texts } from "./texts";
import { trailOf } from "./trail";

/** One run: where it is, why it waits, and its way so far, also on the graph. */
export function RunDetail({
  id,
  graph,
  onHighlight,
  onSelectNode,
  onBack,
}: Pick<PanelProps, "graph" | "onHighlight" | "onSelectNode"> & {
  id: number;
  onBack: () => void;
}) {
  const t = useTexts(texts);
  const { runStates, endReasons, runWaits } = useTexts(nameTexts);
  const format = useFormat();
  const client = useClient();
  const startFacts = useStartFacts(graph.triggers, onSelectNode);
  const names = useNodeNames(graph.nodes);
  const path = { run: id };
  const { data: run, error } = useQuery({
    queryKey: ["scenario-run", id],
    queryFn: async ({ signal }) => (await getRun({ client, signal, path })).data,
  });
  const trail = useList(["scenario-run-steps", id], (_, page, signal) =>
    listRunSteps({ client, signal, path, query: { ...page, per_page: 100 } }),
  );
  useLiveFigures(["scenario-run", "scenario-run-steps", "scenario-run-gates"], "run_id");

  const steps = trail.data;
  useEffect(() => {
    if (run && steps) onHighlight(trailOf(run, steps, isActive(run) ? t.here : t.ended));
  }, [run, steps, onHighlight, t]);
  useEffect(() => {
    return () => onHighlight(null);
  }, [onHighlight]);
  const here = run?.node_id;
  useEffect(() => {
    if (here) onSelectNode(here);
  }, [here, onSelectNode]);

  return (
    <>
      <Button
        kind="quiet"
        size="small"
        icon={<ArrowLeft />}
        className={styles.back}
        onClick={onBack}
      >
        {t.back}
      </Button>
      {error && <ProblemNote error={error} />}
      {!run && !error && <LoadingRows />}
      {run && (
        <>
          <div className={styles.item}>
            <RunLead id={run.lead_id}>
              {run.waiting_for && <p className={styles.where}>{runWaits[run.waiting_for]}</p>}
            </RunLead>
            <Badge tone={TONES[run.state]}>{runStates[run.state]}</Badge>
          </div>
          {run.paused_at && run.pause_reason && (
            <Note tone="amber">{t.pausedBy[run.pause_reason]}</Note>
          )}
          <RunActions run={run} />
          <Facts
            facts={[
              [t.enrolledAt, format.dateTime(run.enrolled_at)],
              ...startFacts(run),
              [t.next, isActive(run) && run.next_at ? format.dateTime(run.next_at) : null],
              [t.endedAt, run.ended_at && format.dateTime(run.ended_at)],
              [t.endReason, run.end_reason && endReasons[run.end_reason]],
              [t.follows, t.version(run.scenario_version)],
            ]}
          />
          {isActive(run) && <Gates run={id} />}
        </>
      )}
      <Part title={t.trail}>
        {trail.error && <ProblemNote error={trail.error} />}
        {trail.isPending && <LoadingRows />}
        {trail.isSuccess && trail.items.length === 0 && <p className={styles.where}>{t.noTrail}</p>}
        <ol className={styles.trail} reversed>
          {trail.items.map((step, index) => (
            <li key={step.visit}>
              <NodeButton
                names={names}
                id={step.node_id}
                type={step.type}
                onSelect={onSelectNode}
              />
              <span className={styles.where}>
                {index > 0 && step.outcome && step.outcome !== "next" && (
                  <strong>→ {names.handle(step.outcome)} · </strong>
                )}
                <time dateTime={step.entered_at}>{format.dateTime(step.entered_at)}</time>
              </span>
            </li>
          ))}
        </ol>
        <LoadMoreButton list={trail} size="small" />
      </Part>
    </>
  );
}
