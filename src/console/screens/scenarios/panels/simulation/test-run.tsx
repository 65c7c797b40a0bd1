import { FastForward, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { ApiError, type PlayedTestRun } from "#client";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button, IconButton } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import type { PanelProps } from "../panel";
import { Clock } from "./clock";
import { Stage } from "./stage";
import { TestRunLead } from "./test-runs";
import { progressOf } from "./tested";
import { texts } from "./texts";
import { useTestRun } from "./use-test-run";

const SECOND_MS = 1_000;

/** The time of a test run, which goes on by itself until it has ended. */
function RealClock({ run, children }: { run: PlayedTestRun; children: ReactNode }) {
  const [now, setNow] = useState(Date.now);
  const { ended_at, ahead_seconds, created_at } = run;
  useEffect(() => {
    if (ended_at !== null) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [ended_at]);
  const at = ended_at === null ? now + ahead_seconds * SECOND_MS : Date.parse(ended_at);
  const seconds = Math.max(0, Math.floor((at - Date.parse(created_at)) / SECOND_MS));
  return (
    <Clock isReal at={at} seconds={seconds}>
      {children}
    </Clock>
  );
}

/** A test run: the service keeps it and lets its time pass, whether somebody looks or not. */
export function TestRun({
  id,
  actions,
  onLeave,
  ...props
}: PanelProps & { id: number; actions: ReactNode; onLeave: () => void }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { data, error, refetch, act, remove } = useTestRun(id);
  const isGone = error instanceof ApiError && error.status === 404;
  const mayWrite = useMay("scenarios:write") && !isGone;
  const [isDeleting, setDeleting] = useState(false);
  const progress = useMemo(() => (data && !isGone ? progressOf(data) : undefined), [data, isGone]);
  const canSkip = mayWrite && progress?.nextAt != null;

  return (
    <>
      <Stage
        {...props}
        title={t.testRun}
        actions={
          <>
            {mayWrite && (
              <IconButton
                label={t.endAndDelete}
                icon={<Trash2 />}
                onClick={() => setDeleting(true)}
              />
            )}
            {actions}
          </>
        }
        progress={progress}
        before={data?.lead_before}
        error={error}
        onRetry={() => void refetch()}
        head={
          data && (
            <>
              <RealClock run={data}>
                {canSkip && (
                  <Button
                    size="small"
                    icon={<FastForward />}
                    title={t.skipHint}
                    isBusy={act.isBusy}
                    onClick={() => void act.run(null)}
                  >
                    {t.skipWait}
                  </Button>
                )}
              </RealClock>
              <Soft size="small">
                <TestRunLead run={data} />
                {" · "}
                {t.follows(data.version, data.is_draft)}
                {" · "}
                {t.keptUntil(format.day(data.kept_until))}
              </Soft>
            </>
          )
        }
        notes={act.error != null && <ProblemNote error={act.error} />}
        onHappen={mayWrite ? (event) => void act.run(event) : null}
      />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={t.deleteTitle}
        about={t.deleteAbout}
        action={t.endAndDelete}
        onConfirm={() => remove().then(onLeave)}
      />
    </>
  );
}
