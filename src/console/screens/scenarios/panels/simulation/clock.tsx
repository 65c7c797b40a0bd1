import { FastForward, Hourglass } from "lucide-react";
import { useTexts } from "../../../../texts/catalogue";
import { useFormat } from "../../../../texts/format";
import { Button, IconButton } from "../../../../ui/button";
import { Menu, MenuItem } from "../../../../ui/menu";
import type { Moment, Play } from "./play";
import styles from "./simulation.module.css";
import { texts } from "./texts";

const WAITS = [
  ["minute", 60],
  ["hour", 3_600],
  ["day", 86_400],
  ["week", 604_800],
] as const;

/** The simulated time, and how to let it pass. */
export function Clock({
  play,
  moment,
  onWait,
}: {
  play: Play;
  moment: Moment;
  /** Goes on to this many seconds after the start. */
  onWait: (clock: number) => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const { clock, startAt } = play;
  const { nextAt, isOver } = moment;
  return (
    <div className={styles.clock}>
      <div role="timer" aria-label={t.clock}>
        <strong>{format.dateTime(Date.parse(startAt) + clock * 1_000)}</strong>
        <span className={styles.soft}>
          {clock === 0 ? t.atStart : t.sinceStart(format.duration(clock))}
        </span>
      </div>
      {nextAt !== null && (
        <Button
          size="small"
          icon={<FastForward />}
          title={t.skipHint}
          onClick={() => onWait(nextAt)}
        >
          {t.skip(format.duration(nextAt - clock))}
        </Button>
      )}
      {!isOver && (
        <Menu trigger={<IconButton size="small" label={t.wait} icon={<Hourglass />} />}>
          {WAITS.map(([name, seconds]) => (
            <MenuItem key={name} onSelect={() => onWait(clock + seconds)}>
              {t.waits[name]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
