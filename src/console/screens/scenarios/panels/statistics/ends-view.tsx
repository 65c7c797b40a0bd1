import type { ScenarioNodeStats } from "#client";
import { nameTexts } from "#console/names/texts";
import { shareOf } from "#console/screens/scenarios/figures";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Soft } from "#console/ui/text";
import styles from "./statistics.module.css";
import { texts } from "./texts";

/** The reasons why runs ended, of all nodes, the most frequent first. */
export function EndsView({ nodes }: { nodes: readonly ScenarioNodeStats[] }) {
  const t = useTexts(texts);
  const { endReasons } = useTexts(nameTexts);
  const format = useFormat();
  const ends = nodes.flatMap(({ ended }) => ended);
  if (ends.length === 0) return <Soft size="medium">{t.noEnds}</Soft>;
  const byReason = Map.groupBy(ends, ({ reason }) => reason);
  const rows = [...byReason]
    .map(([reason, same]) => ({
      reason,
      isFailure: same.some(({ state }) => state === "failed"),
      runs: same.reduce((sum, { runs }) => sum + runs, 0),
    }))
    .toSorted((one, other) => other.runs - one.runs);
  const all = rows.reduce((sum, { runs }) => sum + runs, 0);
  return (
    <>
      <Soft size="medium">{t.ofEnded}</Soft>
      <table className={styles.ends}>
        <thead>
          <tr>
            <th>{t.columns.reason}</th>
            <th data-number>{t.columns.runs}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ reason, runs, isFailure }) => (
            <tr key={reason}>
              <td className={isFailure ? styles.failed : undefined}>{endReasons[reason]}</td>
              <td data-number>
                {t.edge(format.number(runs), format.percent(shareOf(runs, all) ?? 0))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
