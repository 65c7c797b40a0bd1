import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Note, ProblemNote } from "#console/ui/states";
import type { PanelProps } from "./panel";
import { PanelFrame } from "./panel-frame";
import type { Play } from "./simulation/play";
import { type Mode, Setup } from "./simulation/setup";
import { Simulation } from "./simulation/simulation";
import { TestRun } from "./simulation/test-run";
import { TestRuns } from "./simulation/test-runs";
import { texts } from "./simulation/texts";
import { UnsavedError, useBeginTestRun } from "./simulation/use-test-run";
import { useOpenedRun } from "./use-opened-run";

/** Plays the lead of a run that only the reader sees, by a simulated clock or in real time. */
export default function Simulate(props: PanelProps) {
  const t = useTexts(texts);
  const mayReadLeads = useMay("leads:read");
  const mayTest = useMay("scenarios:write");
  const [mode, setMode] = useState<Mode>("simulation");
  const [play, setPlay] = useState<Play | null>(null);
  const [opened, open] = useOpenedRun();
  const { onClose, scenario } = props;
  const begin = useBeginTestRun(props, open);
  const restart = () => {
    setPlay(null);
    if (opened) {
      setMode("test");
      open(undefined);
    }
  };
  if (!mayReadLeads)
    return (
      <PanelFrame title={t.title} onClose={onClose}>
        <Note tone="amber">{t.noLeads}</Note>
      </PanelFrame>
    );
  const again = <IconButton label={t.again} icon={<RotateCcw />} onClick={restart} />;
  if (opened)
    return <TestRun key={opened} {...props} id={opened} actions={again} onLeave={restart} />;
  if (play) return <Simulation {...props} play={play} onPlay={setPlay} actions={again} />;
  return (
    <PanelFrame title={t.title} onClose={onClose}>
      <Setup
        platform={scenario.platform}
        triggers={props.graph.triggers}
        mode={mode}
        onMode={mayTest ? setMode : null}
        onPlay={setPlay}
        onTest={(chosen) => void begin.run(chosen)}
        isBusy={begin.isBusy}
        errors={begin.errors}
      />
      {begin.error instanceof UnsavedError ? (
        <Note tone="amber">{t.notSaved}</Note>
      ) : (
        begin.error && <ProblemNote error={begin.error} />
      )}
      {mode === "test" && <TestRuns scenario={scenario.id} onOpen={open} />}
    </PanelFrame>
  );
}
