import type { ScenarioNodeStats } from "#client";
import type { NodeNames } from "#console/screens/scenarios/nodes/node-names";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Soft } from "#console/ui/text";
import styles from "./statistics.module.css";
import { texts } from "./texts";

/** The branches of splits with a goal, each with the range in which its true share lies. */
export function SplitsView({
  nodes,
  names,
  onSelect,
}: {
  nodes: readonly ScenarioNodeStats[];
  names: NodeNames;
  onSelect: (id: string) => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const splits = nodes.filter(({ branches }) => branches.length > 0);
  if (splits.length === 0) return <Soft size="medium">{t.noSplits}</Soft>;
  return (
    <ul className={styles.nodes}>
      {splits.map(({ node_id, branches }) => (
        <li key={node_id} className={styles.node}>
          <div className={styles.head}>
            <button type="button" className={styles.title} onClick={() => onSelect(node_id)}>
              {names.name(node_id)}
            </button>
          </div>
          {branches.map(({ handle, runs, converted, conversion }) => (
            <div key={handle} className={styles.branch}>
              <span className={styles.head}>
                <strong>{names.handle(handle)}</strong>
                <Soft as="span" size="medium" className={styles.came}>
                  {conversion ? format.percent(conversion.share) : t.noGoal}
                </Soft>
              </span>
              {conversion && (
                <>
                  <span className={styles.interval} aria-hidden="true">
                    <span
                      style={{
                        insetInlineStart: `${conversion.low * 100}%`,
                        width: `${(conversion.high - conversion.low) * 100}%`,
                      }}
                    />
                    <i style={{ insetInlineStart: `${conversion.share * 100}%` }} />
                  </span>
                  <Soft as="span" size="medium">
                    {t.branch(format.number(converted), format.number(runs))},{" "}
                    {t.interval(format.percent(conversion.low), format.percent(conversion.high))}
                  </Soft>
                </>
              )}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
