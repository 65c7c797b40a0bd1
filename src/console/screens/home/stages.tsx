import type { StatsInterval } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Card } from "#console/ui/layout";
import { Soft } from "#console/ui/text";
import { leadsIn, weekAgo } from "./figures";
import { Place } from "./place";
import styles from "./stages.module.css";
import { texts } from "./texts";

/** The funnel of the stages: how many leads stand in each, and how that has changed in a week. */
export function Stages({ days }: { days: readonly StatsInterval[] }) {
  const t = useTexts(texts);
  const { stages: names } = useTexts(general);
  const format = useFormat();
  const today = days.at(-1);
  if (!today) return null;
  const before = new Map(weekAgo(days)?.stages.map(({ stage, leads }) => [stage, leads]));
  const highest = Math.max(1, ...today.stages.map(({ leads }) => leads));
  const total = leadsIn(today);
  const signed = new Intl.NumberFormat(format.locale, { signDisplay: "exceptZero" });
  return (
    <Card
      title={t.stages}
      actions={
        <Soft as="span" size="medium">
          {t.stagesAbout(format.number(total), total === 1)}
        </Soft>
      }
    >
      <ul className={styles.stages}>
        {today.stages
          .filter(({ stage, leads }) => stage !== null || leads > 0)
          .map(({ stage, leads }) => {
            const change = leads - (before.get(stage) ?? 0);
            return (
              <li key={stage ?? "none"}>
                <Place
                  to="/leads"
                  {...(stage && { search: { pipeline_stage: stage } })}
                  className={styles.stage}
                >
                  <span>{stage ? names[stage] : t.noStage}</span>
                  <span className={styles.track}>
                    <span
                      className={styles.fill}
                      data-stage={stage ?? "none"}
                      style={{ width: `${(leads / highest) * 100}%` }}
                    />
                  </span>
                  <strong>{format.number(leads)}</strong>
                  <Soft as="span" size="medium" className={styles.change}>
                    {change === 0 ? t.unchanged : t.thisWeek(signed.format(change))}
                  </Soft>
                </Place>
              </li>
            );
          })}
      </ul>
    </Card>
  );
}
