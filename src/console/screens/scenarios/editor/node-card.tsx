import { Handle, type Node, type NodeProps, Position, useUpdateNodeInternals } from "@xyflow/react";
import { TriangleAlert } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import type { ScenarioWarning } from "../../../../client/index";
import { useTexts } from "../../../texts/catalogue";
import { Badge } from "../../../ui/badge";
import { classes } from "../../../ui/classes";
import type { Highlight } from "../highlight";
import { type GraphNode, labelOf } from "./graph";
import styles from "./node-card.module.css";
import { appearanceOf } from "./node-kinds";
import { summaryOf } from "./summary";
import { texts } from "./texts";
import { handleText, isOwnHandle, titleOf, useWords } from "./words";

export type Mark = Highlight["nodes"][string];
export type CardData = {
  node: GraphNode;
  handles: readonly string[];
  problems: readonly ScenarioWarning[];
  mark: Mark | undefined;
  isDimmed: boolean;
};
export type CardNode = Node<CardData, "card">;

/** The one handle that edges lead to. */
export const IN = "in";

function CardOf({ id, data, selected, isConnectable }: NodeProps<CardNode>) {
  const { node, handles, problems, mark, isDimmed } = data;
  const t = useTexts(texts);
  const words = useWords();
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
  const { said, lines } = summaryOf(words, node);
  const [title, label] = [titleOf(words, node.type), labelOf(node)];
  return (
    <div
      className={classes(
        styles.card,
        styles[tone],
        selected && styles.selected,
        problems.length > 0 && styles.faulty,
        mark?.isLit && styles.lit,
        isDimmed && styles.dimmed,
      )}
    >
      <div className={styles.head}>
        <span className={styles.icon}>
          <Icon aria-hidden="true" />
        </span>
        <span className={styles.titles}>
          {label && <span className={styles.kind}>{title}</span>}
          <span className={styles.title}>{label ?? title}</span>
        </span>
        {problems.length > 0 && (
          <span className={styles.problems} title={problems[0]?.message}>
            <TriangleAlert aria-hidden="true" />
            <span aria-hidden="true">{problems.length}</span>
            <span className="visually-hidden">{t.problemCount(problems.length)}</span>
          </span>
        )}
        <Handle
          type="target"
          id={IN}
          position={Position.Left}
          className={classes(styles.target, node.type === "start" && styles.hidden)}
          isConnectable={isConnectable && node.type !== "start"}
        />
      </div>
      {(said || lines.length > 0) && (
        <div className={styles.body}>
          {said && (
            <div className={styles.said}>
              <p dir="auto">{said}</p>
            </div>
          )}
          {lines.slice(0, 3).map((line) => (
            <p key={line} className={styles.line} dir="auto" title={line}>
              {line}
            </p>
          ))}
        </div>
      )}
      {handles.length > 0 && (
        <ul className={styles.handles}>
          {handles.map((handle) => (
            <li key={handle} className={styles.handle}>
              {isOwnHandle(node, handle) && <span className={styles.own}>{handle}</span>}
              <span className={styles.handleText} title={handleText(words, node, handle)}>
                {handleText(words, node, handle)}
              </span>
              <Handle
                type="source"
                id={handle}
                position={Position.Right}
                className={styles.source}
                isConnectable={isConnectable}
              />
            </li>
          ))}
        </ul>
      )}
      {mark?.text && (
        <span className={styles.mark}>
          <Badge tone={mark.tone ?? "accent"}>{mark.text}</Badge>
        </span>
      )}
    </div>
  );
}

export const NodeCard = memo(CardOf);
