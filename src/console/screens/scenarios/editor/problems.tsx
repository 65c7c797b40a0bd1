import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ScenarioCheck } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import type { Graph } from "./graph";
import styles from "./side.module.css";
import { texts } from "./texts";
import { headOf } from "./triggers/heads";
import { triggerName } from "./triggers/lines";
import { partToMend } from "./use-check";
import { settingName, useWarningWords } from "./warning-words";
import { nameOf, useWords } from "./words";

/** The problems of the graph, each leading to its node or head. */
export function Problems({
  check,
  graph,
  onShow,
}: {
  check: ScenarioCheck | undefined;
  graph: Graph;
  onShow: (id: string) => void;
}) {
  const t = useTexts(texts);
  const words = useWords();
  const say = useWarningWords();
  if (!check) return <Soft size="small">{t.checking}</Soft>;
  if (check.warnings.length === 0)
    return (
      <Row as="p" gap={2} className={styles.fine}>
        <CircleCheck aria-hidden="true" />
        {t.noProblems}
      </Row>
    );
  return (
    <Stack as="ul" gap="hair" aria-label={t.problems}>
      {check.warnings.map((warning, index) => {
        const id = partToMend(graph, warning);
        const node = graph.nodes.find((one) => one.id === id);
        const trigger = graph.triggers.find((one) => headOf(one) === id);
        const name = node ? nameOf(words, node) : trigger && triggerName(words, trigger.type);
        const place = warning.path && settingName(words, warning.path, trigger !== undefined);
        return (
          <li key={index}>
            <button
              type="button"
              className={styles.problem}
              disabled={name === undefined}
              onClick={() => id !== undefined && onShow(id)}
            >
              <TriangleAlert aria-hidden="true" />
              <span>
                <strong>{name ?? t.ofGraph}</strong>
                {place ? words.g.pair(place, say(warning, node)) : say(warning, node)}
              </span>
            </button>
          </li>
        );
      })}
    </Stack>
  );
}
