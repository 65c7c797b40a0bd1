import { Link } from "@tanstack/react-router";
import type { Scenario } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Skeleton } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { useSeen } from "#console/ui/use-seen";
import { DayBars } from "../day-bars";
import { conversionOf, lastDays, seriesOf, shareOf, sumOf, waitingIn } from "../figures";
import styles from "./list.module.css";
import { useRow, WEEK_DAYS } from "./row-data";
import { RowMenu } from "./row-menu";
import { texts } from "./texts";

type Stats = NonNullable<ReturnType<typeof useRow>["stats"]>;

function Outcome({ stats }: { stats: Stats }) {
  const t = useTexts(texts);
  const format = useFormat();
  const [sent, replied, clicked] = [
    sumOf(stats.days, "sent"),
    sumOf(stats.days, "replied"),
    sumOf(stats.days, "clicked"),
  ];
  // Some scenarios ask for a click, and none for a reply.
  const answer = clicked > replied ? "clicked" : "replied";
  const share = shareOf(Math.max(replied, clicked), sent);
  const converted = conversionOf(stats);
  if (share === null) return <Soft as="span">{t.outcome.none}</Soft>;
  return (
    <>
      <strong>{format.percent(share)}</strong> {t.outcome[answer]}
      {converted !== null && (
        <Soft as="span" size="small" className={styles.below}>
          {t.outcome.converted(format.percent(converted))}
        </Soft>
      )}
    </>
  );
}

/** A scenario of the list. */
export function ScenarioRow({ scenario }: { scenario: Scenario }) {
  const t = useTexts(texts);
  const { platforms } = useTexts(general);
  const format = useFormat();
  const [ref, isSeen] = useSeen<HTMLTableRowElement>();
  const { stats, isFailed } = useRow(scenario, isSeen);
  const { id, name, platform, nodes, is_active: isActive, has_draft: hasDraft } = scenario;
  const waiting = isFailed ? "–" : <Skeleton width="3rem" />;
  return (
    <tr ref={ref}>
      <td className={styles.name}>
        <Link to="/scenarios/$scenario" params={{ scenario: `${id}` }}>
          <bdi>{name}</bdi>
        </Link>
        <Soft as="span" size="small" className={styles.below}>
          {platforms[platform]} · {t.nodes(format.number(nodes.length), nodes.length === 1)}
        </Soft>
      </td>
      <td>
        <Row as="span" gap={1} align="stretch" className={styles.badges}>
          <Badge tone={isActive ? "green" : "plain"}>{isActive ? t.active : t.paused}</Badge>
          {hasDraft && (
            <span title={t.draftHint}>
              <Badge tone="amber">{t.draft}</Badge>
            </span>
          )}
        </Row>
      </td>
      <td data-number>{stats ? format.number(waitingIn(stats)) : waiting}</td>
      <td className={styles.wide}>
        {stats ? (
          <span className={styles.week}>
            <DayBars days={seriesOf(stats, lastDays(WEEK_DAYS), "started")} />
            <span>
              <span aria-hidden="true">{format.compact(sumOf(stats.days, "started"))}</span>
              <span className="visually-hidden">
                {t.started(format.number(sumOf(stats.days, "started")))}
              </span>
            </span>
          </span>
        ) : (
          waiting
        )}
      </td>
      <td className={styles.wide}>{stats ? <Outcome stats={stats} /> : waiting}</td>
      <td className={classes(styles.wide, styles.changed)}>
        <time dateTime={scenario.updated_at} title={format.dateTime(scenario.updated_at)}>
          {format.short(scenario.updated_at)}
        </time>
      </td>
      <td>
        <RowMenu scenario={scenario} />
      </td>
    </tr>
  );
}
