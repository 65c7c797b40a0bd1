import { type Node, type NodeProps, useUpdateNodeInternals } from "@xyflow/react";
import { TriangleAlert } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import type { ScenarioWarning } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Badge, Sign } from "#console/ui/badge";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Clip } from "#console/ui/text";
import tones from "#console/ui/tones.module.css";
import type { Highlight } from "../highlight";
import { InHandle, OutHandles } from "./card-handles";
import { type GraphNode, labelOf } from "./graph";
import styles from "./node-card.module.css";
import { appearanceOf } from "./node-kinds";
import { summaryOf } from "./summary";
import { texts } from "./texts";
import { useWarningWords } from "./warning-words";
import { titleOf, useWords } from "./words";

export type Mark = Highlight["nodes"][string];
export type CardData = {
  node: GraphNode;
  handles: readonly string[];
  problems: readonly ScenarioWarning[];
  mark: Mark | undefined;
  isDimmed: boolean;
};
export type CardNode = Node<CardData, "card">;

function CardOf({ id, data, selected, isConnectable }: NodeProps<CardNode>) {
  const { node, handles, problems, mark, isDimmed } = data;
  const t = useTexts(texts);
  const words = useWords();
  const say = useWarningWords();
  const update = useUpdateNodeInternals();
  const handleNames = handles.join("\n");
  // Handles that have moved are measured again; the first time, the canvas does so itself.
  const measured = useRef(handleNames);
  useEffect(() => {
    if (measured.current === handleNames) return;
    measured.current = handleNames;
    update(id);
  }, [id, handleNames, update]);
  const { Icon, tone } = appearanceOf(node.type);
  const { text, lines } = summaryOf(words, node);
  const [title, label] = [titleOf(words, node.type), labelOf(node)];
  return (
    <div
      className={classes(
        styles.card,
        tones[tone],
        selected && styles.selected,
        problems.length > 0 && styles.faulty,
        mark?.isLit && styles.lit,
        isDimmed && styles.dimmed,
      )}
    >
      <Row className={styles.head}>
        <Sign Icon={Icon} size="1.75rem" iconSize="1rem" radius="7px" />
        <span className={styles.titles}>
          {label && <span className={styles.kind}>{title}</span>}
          <Clip className={styles.title}>{label ?? title}</Clip>
        </span>
        {problems.length > 0 && (
          <span className={styles.problems} title={problems[0] && say(problems[0], node)}>
            <TriangleAlert aria-hidden="true" />
            <span aria-hidden="true">{problems.length}</span>
            <span className="visually-hidden">{t.problemCount(problems.length)}</span>
          </span>
        )}
        <InHandle node={node} isConnectable={isConnectable} />
      </Row>
      {(text || lines.length > 0) && (
        <div className={styles.body}>
          {text && (
            <div className={styles.text}>
              <Clip as="p" lines={3} dir="auto">
                {text}
              </Clip>
            </div>
          )}
          {lines.slice(0, 3).map((line) => (
            <Clip key={line} as="p" className={styles.line} dir="auto" title={line}>
              {line}
            </Clip>
          ))}
        </div>
      )}
      <OutHandles
        node={node}
        handles={handles}
        isConnectable={isConnectable}
        isSelected={selected ?? false}
      />
      {mark?.text && (
        <span className={styles.mark}>
          <Badge tone={mark.tone ?? "accent"}>{mark.text}</Badge>
        </span>
      )}
    </div>
  );
}

export const NodeCard = memo(CardOf);
