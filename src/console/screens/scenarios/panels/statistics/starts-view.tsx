import type { ScenarioTriggerStats } from "#client";
import { nameTexts } from "#console/names/texts";
import type { GraphTrigger } from "#console/screens/scenarios/editor/graph";
import { headId } from "#console/screens/scenarios/editor/triggers/heads";
import { triggerIcon } from "#console/screens/scenarios/editor/triggers/kinds";
import { headLine } from "#console/screens/scenarios/editor/triggers/lines";
import { useWords } from "#console/screens/scenarios/editor/words";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { wordFor } from "#console/texts/word-for";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import styles from "./statistics.module.css";
import { texts } from "./texts";

type Props = {
  stats: readonly ScenarioTriggerStats[];
  triggers: readonly GraphTrigger[];
  onSelect: (id: string) => void;
};

/** A trigger as it is drawn now, by which its head is chosen; by its id once it is gone. */
function Name({ id, triggers, onSelect }: Pick<Props, "triggers" | "onSelect"> & { id: string }) {
  const t = useTexts(texts);
  const words = useWords();
  const trigger = triggers.find((one) => one.id === id);
  const Icon = triggerIcon(trigger?.type ?? "");
  return (
    <>
      <Icon aria-hidden="true" />
      {trigger ? (
        <button type="button" className={styles.title} onClick={() => onSelect(headId(id))}>
          {headLine(words, trigger)}
        </button>
      ) : (
        <span className={styles.title}>{t.goneTrigger(id)}</span>
      )}
    </>
  );
}

const mostFirst = ([, one]: [string, number], [, other]: [string, number]) => other - one;

/** Each trigger with the runs that it has started, and why it has started no more. */
export function StartsView({ stats, ...given }: Props) {
  const t = useTexts(texts);
  const { startReasons } = useTexts(nameTexts);
  const format = useFormat();
  if (stats.length === 0) return <Soft size="medium">{t.noStarts}</Soft>;
  return (
    <ul className={styles.starts}>
      {stats.map(({ trigger_id: id, started, refused }) => (
        <Stack key={id} as="li" gap={1} className={styles.node}>
          <Row gap={2} className={styles.head}>
            <Name id={id} {...given} />
            <Soft as="span" size="medium" className={styles.came}>
              {t.startedBy(format.number(started), started)}
            </Soft>
          </Row>
          {Object.entries(refused)
            .toSorted(mostFirst)
            .map(([reason, count]) => (
              <Row key={reason} gap={2} align="baseline" className={styles.refused}>
                <span>{format.number(count)}</span>
                <Soft as="span" size="medium">
                  {wordFor(startReasons, reason) ?? reason}
                </Soft>
              </Row>
            ))}
        </Stack>
      ))}
    </ul>
  );
}
