import { FastForward, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button, IconButton } from "#console/ui/button";
import { Menu, MenuItem } from "#console/ui/menu";
import { Note } from "#console/ui/states";
import type { PanelProps } from "../panel";
import { Clock } from "./clock";
import { afterEvent, afterWaiting, type Play, timeAt } from "./play";
import type { RunProgress } from "./progress";
import { Stage } from "./stage";
import { texts } from "./texts";
import { useSimulation } from "./use-simulation";

const WAITS = [
  ["minute", 60],
  ["hour", 3_600],
  ["day", 86_400],
  ["week", 604_800],
] as const;

/** The simulated time, and how to let it pass. */
function SimulatedClock({
  play,
  progress: { nextAt, isOver },
  onSkip,
  onWait,
}: {
  play: Play;
  progress: RunProgress;
  /** Goes on to this many seconds after the start. */
  onSkip: (clock: number) => void;
  /** Lets this many seconds pass. */
  onWait: (seconds: number) => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const { clock } = play;
  const next = nextAt === null ? null : (nextAt - timeAt(play, 0)) / 1_000;
  return (
    <Clock isReal={false} at={timeAt(play, clock)} seconds={clock}>
      {next !== null && (
        <Button size="small" icon={<FastForward />} title={t.skipHint} onClick={() => onSkip(next)}>
          {t.skip(format.duration(next - clock))}
        </Button>
      )}
      {!isOver && (
        <Menu trigger={<IconButton size="small" label={t.wait} icon={<Hourglass />} />}>
          {WAITS.map(([name, seconds]) => (
            <MenuItem key={name} onSelect={() => onWait(seconds)}>
              {t.waits[name]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </Clock>
  );
}

/** Plays the graph as it is drawn. Only the reader's clock moves it, and nobody keeps it. */
export function Simulation({
  play,
  onPlay,
  ...props
}: PanelProps & { play: Play; onPlay: (play: Play) => void; actions: ReactNode }) {
  const t = useTexts(texts);
  const { data, error, before, refetch } = useSimulation(props.scenario.id, props.graph, play);
  const skip = (clock: number) => onPlay(afterWaiting(play, clock));
  const wait = (seconds: number) => skip(play.clock + seconds);
  return (
    <Stage
      {...props}
      title={t.simulation}
      progress={data?.progress}
      before={before}
      error={error}
      onRetry={() => void refetch()}
      head={
        data && (
          <SimulatedClock play={data.play} progress={data.progress} onSkip={skip} onWait={wait} />
        )
      }
      notes={data?.isPartly && <Note tone="amber">{t.partly}</Note>}
      onHappen={(event) => onPlay(afterEvent(play, event))}
    />
  );
}
