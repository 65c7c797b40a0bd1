import { ChevronRight } from "lucide-react";
import type { Run } from "#client";
import { nameTexts } from "#console/names/texts";
import type { NodeNames } from "#console/screens/scenarios/nodes/node-names";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { useSeen } from "#console/ui/use-seen";
import { RunLead, useRunLead } from "./run-lead";
import styles from "./runs.module.css";
import { TONES } from "./state";
import { texts } from "./texts";

/** A run of the list: who, in which state, where. */
export function RunItem({
  run,
  names,
  onOpen,
}: {
  run: Run;
  names: NodeNames;
  onOpen: () => void;
}) {
  const t = useTexts(texts);
  const { runStates, endReasons, runs, triggerTypes } = useTexts(nameTexts);
  const format = useFormat();
  const [ref, isSeen] = useSeen<HTMLLIElement>();
  const name = useRunLead(run.lead_id, isSeen);
  const at = run.node_id === null ? null : names.name(run.node_id);
  return (
    <li ref={ref} className={styles.item}>
      <RunLead id={run.lead_id} size="2rem" isWanted={isSeen}>
        <p className={styles.where}>{run.end_reason ? endReasons[run.end_reason] : at}</p>
        {run.started_by && (
          <p className={styles.by}>{runs.startedBy(triggerTypes[run.started_by.type])}</p>
        )}
      </RunLead>
      <div className={styles.how}>
        <Badge tone={TONES[run.state]}>{runStates[run.state]}</Badge>
        <time className={styles.where} dateTime={run.updated_at}>
          {format.relative(run.ended_at ?? run.updated_at)}
        </time>
      </div>
      <IconButton size="small" label={t.open(name)} icon={<ChevronRight />} onClick={onOpen} />
    </li>
  );
}
