import { Ellipsis } from "lucide-react";
import {
  type Client,
  cancelRun,
  type Lead,
  pauseRun,
  type Run,
  type StartedBy as RunStart,
  resumeRun,
} from "#client";
import { CommentLink } from "#console/data/comment-link";
import { useAction } from "#console/data/forms";
import { LoadMoreButton } from "#console/data/load-more";
import { MessageLink } from "#console/data/message-link";
import { nameTexts } from "#console/names/texts";
import { TONES } from "#console/screens/scenarios/panels/runs/state";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Menu, MenuItem } from "#console/ui/menu";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import styles from "./cards.module.css";
import { ScenarioLink } from "./names";
import { runTexts } from "./run-texts";
import { useLeadChange } from "./use-lead-change";
import { useRuns } from "./use-timeline";

const ACTIONS = { pause: pauseRun, resume: resumeRun, cancel: cancelRun };

const act = (client: Client, { run, action }: { run: number; action: keyof typeof ACTIONS }) =>
  ACTIONS[action]({ client, path: { run } });

/** The scenarios that the lead goes through, and has gone through. */
export function RunsCard({ lead }: { lead: Lead }) {
  const t = useTexts(runTexts);
  const names = useTexts(nameTexts);
  const reloaded = useLeadChange(lead.id);
  const list = useRuns(lead.id);
  const { run, error } = useAction(act, { onDone: reloaded });
  return (
    <Card title={t.runs}>
      {list.isPending && <LoadingRows rows={2} />}
      {list.error && <ProblemNote error={list.error} />}
      {error && <ProblemNote error={error} />}
      {list.items.length === 0 && !list.isPending && <Soft>{names.runs.none}</Soft>}
      <ul className={styles.list}>
        {list.items.map((item) => (
          <RunLine
            key={item.id}
            run={item}
            onAct={(action) => void run({ run: item.id, action })}
          />
        ))}
      </ul>
      <LoadMoreButton list={list} size="small" kind="quiet" />
    </Card>
  );
}

/** The trigger that has started a run, with the message or the comment that it reacted to. */
function StartedBy({ by, lead }: { by: RunStart; lead: number }) {
  const { type, message_id: message, comment_id: comment } = by;
  const { runs, triggerTypes } = useTexts(nameTexts);
  return (
    <Soft as="span" className={styles.startedBy}>
      {runs.startedBy(triggerTypes[type])}
      {message !== null && (
        <>
          {" · "}
          <MessageLink id={message} />
        </>
      )}
      {comment !== null && (
        <>
          {" · "}
          <CommentLink id={comment} lead={lead} />
        </>
      )}
    </Soft>
  );
}

function RunLine({ run, onAct }: { run: Run; onAct: (action: keyof typeof ACTIONS) => void }) {
  const names = useTexts(nameTexts);
  const g = useTexts(general);
  const format = useFormat();
  const mayWrite = useMay("scenarios:write");
  const isOver = run.ended_at !== null;
  const about = [
    run.waiting_for && !run.paused_at && names.runWaits[run.waiting_for],
    run.next_at && !isOver && !run.paused_at && names.runs.until(format.dateTime(run.next_at)),
    run.end_reason && names.endReasons[run.end_reason],
    run.ended_at ? format.date(run.ended_at) : null,
  ].filter(Boolean);
  return (
    <li className={styles.run}>
      <span className={styles.runName}>
        <ScenarioLink id={run.scenario_id} head={run.started_by?.trigger_id} />
        <Soft as="span">{about.join(" · ")}</Soft>
        {run.started_by && <StartedBy by={run.started_by} lead={run.lead_id} />}
      </span>
      <Badge tone={TONES[run.state]}>{names.runStates[run.state]}</Badge>
      {mayWrite && !isOver && (
        <Menu trigger={<IconButton size="small" label={g.more} icon={<Ellipsis />} />}>
          {run.paused_at === null ? (
            <MenuItem onSelect={() => onAct("pause")}>{names.runs.pause}</MenuItem>
          ) : (
            <MenuItem onSelect={() => onAct("resume")}>{names.runs.resume}</MenuItem>
          )}
          <MenuItem isDanger onSelect={() => onAct("cancel")}>
            {names.runs.cancel}
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}
