import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { TriangleAlert } from "lucide-react";
import { memo } from "react";
import type { ScenarioTriggerStats, ScenarioWarning } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Badge, Sign, type Tone } from "#console/ui/badge";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Clip } from "#console/ui/text";
import tones from "#console/ui/tones.module.css";
import type { GraphTrigger } from "../graph";
import type { Mark } from "../node-card";
import styles from "../node-card.module.css";
import { texts } from "../texts";
import { useWarningWords } from "../warning-words";
import { useWords } from "../words";
import headStyles from "./head-card.module.css";
import { triggerIcon } from "./kinds";
import { triggerLines, triggerName } from "./lines";
import type { TriggerState } from "./state";

export type HeadData = {
  trigger: GraphTrigger;
  problems: readonly ScenarioWarning[];
  state: TriggerState;
  stats: ScenarioTriggerStats | undefined;
  mark: Mark | undefined;
  isDimmed: boolean;
};
export type HeadNode = Node<HeadData, "head">;

/** The handle by which heads lead to the entry. */
export const OUT = "out";

const TONES: Record<TriggerState, Tone> = {
  on: "green",
  paused: "plain",
  draft: "amber",
  off: "red",
};

/** The runs that a trigger has started, and how often it fitted and has not. */
function Counts({ stats }: { stats: ScenarioTriggerStats }) {
  const { triggers: t, f } = useWords();
  const refused = Object.values(stats.refused).reduce((sum, count) => sum + count, 0);
  const [started, not] = [f.number(stats.started), f.number(refused)];
  return (
    <span className={headStyles.counts} title={t.countsOf(started, not)}>
      <span aria-hidden="true">
        {t.started(started, stats.started)}
        {refused > 0 && ` · ${t.refused(not)}`}
      </span>
      <span className="visually-hidden">{t.countsOf(started, not)}</span>
    </span>
  );
}

function HeadOf({ data, selected }: NodeProps<HeadNode>) {
  const { trigger, problems, state, stats, mark, isDimmed } = data;
  const t = useTexts(texts);
  const words = useWords();
  const say = useWarningWords();
  return (
    <div
      className={classes(
        styles.card,
        headStyles.head,
        tones.green,
        selected && styles.selected,
        problems.length > 0 && styles.faulty,
        mark?.isLit && styles.lit,
        isDimmed && styles.dimmed,
      )}
    >
      <Row className={styles.head}>
        <Sign Icon={triggerIcon(trigger.type)} size="1.75rem" iconSize="1rem" radius="50%" />
        <span className={styles.titles}>
          <span className={styles.kind}>{words.triggers.startsWhen}</span>
          <Clip className={styles.title}>{triggerName(words, trigger.type)}</Clip>
        </span>
        {problems.length > 0 && (
          <span className={styles.problems} title={problems[0] && say(problems[0])}>
            <TriangleAlert aria-hidden="true" />
            <span aria-hidden="true">{problems.length}</span>
            <span className="visually-hidden">{t.problemCount(problems.length)}</span>
          </span>
        )}
        <Handle
          type="source"
          id={OUT}
          position={Position.Right}
          className={headStyles.out}
          isConnectable={false}
        />
      </Row>
      <div className={styles.body}>
        {triggerLines(words, trigger)
          .slice(0, 3)
          .map((line) => (
            <Clip key={line} as="p" className={styles.line} dir="auto" title={line}>
              {line}
            </Clip>
          ))}
        <Row justify="between" gap={2}>
          <Badge tone={TONES[state]}>{words.triggers.states[state]}</Badge>
          {stats && <Counts stats={stats} />}
        </Row>
      </div>
      {mark?.text && (
        <span className={styles.mark}>
          <Badge tone={mark.tone ?? "accent"}>{mark.text}</Badge>
        </span>
      )}
    </div>
  );
}

/** A trigger, as a head before the entry of the graph. */
export const HeadCard = memo(HeadOf);
