import { ArrowDown, ArrowUp, Minus } from "lucide-react";
import type { StatsInterval } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Card } from "#console/ui/layout";
import { type Figure, leadsIn, weekAgo, weeksOf } from "./figures";
import styles from "./home.module.css";
import { texts } from "./texts";

const SHOWN = ["received", "sent", "clicks", "started", "failed", "optOuts"] as const;
/** Of these, fewer is better. */
const BAD: readonly (Figure | "leads")[] = ["failed", "optOuts"];

function Change({ name, now, before }: { name: Figure | "leads"; now: number; before: number }) {
  const t = useTexts(texts);
  const format = useFormat();
  const change = now - before;
  const [Icon, words] =
    change === 0
      ? [Minus, t.same]
      : change > 0
        ? [ArrowUp, t.more(format.number(change))]
        : [ArrowDown, t.fewer(format.number(-change))];
  const isGood = change > 0 !== BAD.includes(name);
  return (
    <li className={styles.change}>
      <span>{t.figures[name]}</span>
      <strong>{format.number(now)}</strong>
      <span className={styles.words} data-tone={change === 0 ? "same" : isGood ? "good" : "bad"}>
        <Icon size="0.9rem" />
        {words}
      </span>
    </li>
  );
}

/** The changes of a week: the last seven days beside the seven before, in words. */
export function Week({ days }: { days: readonly StatsInterval[] }) {
  const t = useTexts(texts);
  const [today, aWeekAgo, twoWeeksAgo] = [days.at(-1), weekAgo(days), days.at(-15)];
  return (
    <Card title={t.week} isPadded={false}>
      <ul className={styles.changes}>
        {today && aWeekAgo && twoWeeksAgo && (
          <Change
            name="leads"
            now={leadsIn(today) - leadsIn(aWeekAgo)}
            before={leadsIn(aWeekAgo) - leadsIn(twoWeeksAgo)}
          />
        )}
        {SHOWN.map((figure) => (
          <Change key={figure} name={figure} {...weeksOf(days, figure)} />
        ))}
      </ul>
    </Card>
  );
}
