import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleX, Ellipsis, Pause, Play } from "lucide-react";
import { useState } from "react";
import { cancelRun, listAllRuns, pauseRun, type Run, resumeRun } from "#client";
import { useScenario } from "#console/data/scenario-names";
import { useLiveQueries } from "#console/live/live";
import { nameTexts } from "#console/names/texts";
import { TONES } from "#console/screens/scenarios/panels/runs/state";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Menu, MenuItem } from "#console/ui/menu";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { useProblemToast } from "#console/ui/toasts";
import { Explained } from "./explained";
import styles from "./lead.module.css";
import { Section } from "./section";
import { texts } from "./texts";

const RUN_EVENTS = [
  "run.started",
  "run.waiting",
  "run.paused",
  "run.resumed",
  "run.completed",
  "run.exited",
  "run.handed_off",
  "run.failed",
  "run.cancelled",
] as const;

function RunActions({ run }: { run: Run }) {
  const t = useTexts(texts);
  const names = useTexts(nameTexts);
  const client = useClient();
  const cache = useQueryClient();
  const toastProblem = useProblemToast();
  const [isAsking, setAsking] = useState(false);
  const path = { run: run.id };
  const refresh = () => cache.invalidateQueries({ queryKey: ["inbox", "runs", run.lead_id] });
  const act = (work: Promise<unknown>) => work.then(refresh, toastProblem);
  return (
    <>
      <Menu trigger={<IconButton label={t.runActions} size="small" icon={<Ellipsis />} />}>
        {run.paused_at === null ? (
          <MenuItem icon={<Pause />} onSelect={() => void act(pauseRun({ client, path }))}>
            {names.runs.pause}
          </MenuItem>
        ) : (
          <MenuItem icon={<Play />} onSelect={() => void act(resumeRun({ client, path }))}>
            {names.runs.resume}
          </MenuItem>
        )}
        <MenuItem icon={<CircleX />} isDanger onSelect={() => setAsking(true)}>
          {names.runs.cancel}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={names.runs.cancel}
        about={t.cancelRunAbout}
        action={names.runs.cancel}
        onConfirm={async () => {
          await cancelRun({ client, path });
          await refresh();
        }}
      />
    </>
  );
}

function RunItem({ run }: { run: Run }) {
  const t = useTexts(texts);
  const names = useTexts(nameTexts);
  const format = useFormat();
  const mayWrite = useMay("scenarios:write");
  const name = useScenario(run.scenario_id)?.name;
  const [isExplained, setExplained] = useState(false);
  const isOver = run.ended_at !== null;
  const scenario: string = `/scenarios/${run.scenario_id}`;
  return (
    <Stack as="li" gap="hair">
      <Row gap={2} className={styles.runHead}>
        <Link to={scenario} preload={false}>
          {name ?? t.scenario(run.scenario_id)}
        </Link>
        <Badge tone={TONES[run.state]}>{names.runStates[run.state]}</Badge>
        {!isOver && mayWrite && <RunActions run={run} />}
      </Row>
      <p className={styles.about}>
        {run.ended_at
          ? t.ended(format.short(run.ended_at))
          : [
              run.waiting_for && names.runWaits[run.waiting_for],
              run.next_at && names.runs.until(format.dateTime(run.next_at)),
            ]
              .filter(Boolean)
              .join(", ")}
      </p>
      {run.started_by && (
        <p className={styles.about}>
          {names.runs.startedBy(names.triggerTypes[run.started_by.type])}
        </p>
      )}
      {!isOver && (
        <button
          type="button"
          className={styles.why}
          aria-expanded={isExplained}
          onClick={() => setExplained(!isExplained)}
        >
          {isExplained ? t.hideWhy : t.why}
        </button>
      )}
      {isExplained && <Explained run={run.id} />}
    </Stack>
  );
}

/** The scenarios that the lead is in or has been in. */
export function Runs({ lead }: { lead: number }) {
  const t = useTexts(texts);
  const names = useTexts(nameTexts);
  const client = useClient();
  const enabled = useMay("scenarios:read");
  const runs = useQuery({
    queryKey: ["inbox", "runs", lead],
    queryFn: async ({ signal }) =>
      (await listAllRuns({ client, signal, query: { lead_id: lead, per_page: 10 } })).data,
    enabled,
  });
  useLiveQueries(RUN_EVENTS, [["inbox", "runs", lead]]);
  if (!enabled) return null;
  const active = runs.data?.filter(({ ended_at }) => ended_at === null).length;
  return (
    <Section name="runs" title={t.runs} count={active}>
      {runs.isPending && <LoadingRows rows={2} />}
      {runs.error && <ProblemNote error={runs.error} />}
      {runs.data?.length === 0 && <Soft>{names.runs.none}</Soft>}
      {runs.data && runs.data.length > 0 && (
        <Stack as="ul" gap={3}>
          {runs.data.map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </Stack>
      )}
    </Section>
  );
}
