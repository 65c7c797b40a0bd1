import { useQueryClient } from "@tanstack/react-query";
import { Ban, Pause, Play } from "lucide-react";
import { useState } from "react";
import { cancelRun, pauseRun, type Run, resumeRun } from "#client";
import { useAction } from "#console/data/forms";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Row } from "#console/ui/stack";
import { ProblemNote } from "#console/ui/states";
import { isActive } from "./state";
import { texts } from "./texts";

const KEYS = ["scenario-run", "scenario-runs", "scenario-run-gates", "scenario-run-steps"];

/** The actions on an active run. */
export function RunActions({ run }: { run: Run }) {
  const t = useTexts(texts);
  const { runs } = useTexts(nameTexts);
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay("scenarios:write");
  const [isCancelling, setCancelling] = useState(false);
  const path = { run: run.id };
  const again = () =>
    Promise.all(KEYS.map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const hold = useAction(
    (_, isHeld: boolean) => (isHeld ? pauseRun({ client, path }) : resumeRun({ client, path })),
    { onDone: again },
  );
  const cancel = async () => {
    await cancelRun({ client, path });
    void again();
  };
  if (!mayWrite || !isActive(run)) return null;
  const isHeld = run.paused_at !== null;
  return (
    <>
      <Row gap={2} wraps>
        <Button
          size="small"
          icon={isHeld ? <Play /> : <Pause />}
          isBusy={hold.isBusy}
          onClick={() => void hold.run(!isHeld)}
        >
          {isHeld ? runs.resume : runs.pause}
        </Button>
        <Button size="small" icon={<Ban />} onClick={() => setCancelling(true)}>
          {runs.cancel}
        </Button>
      </Row>
      {hold.error && <ProblemNote error={hold.error} />}
      <ConfirmDialog
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        title={t.cancelTitle}
        about={t.cancelAbout}
        action={runs.cancel}
        onConfirm={cancel}
      />
    </>
  );
}
