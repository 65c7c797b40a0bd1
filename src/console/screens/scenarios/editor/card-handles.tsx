import { Handle, Position } from "@xyflow/react";
import type { KeyboardEvent } from "react";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Clip } from "#console/ui/text";
import { isEntry } from "../nodes/drawn";
import styles from "./card-handles.module.css";
import type { GraphNode } from "./graph";
import { useInsertion } from "./insertion";
import { texts } from "./texts";
import { handleText, isOwnHandle, useWords } from "./words";

/** The one handle that edges lead to. */
export const IN = "in";

type HandleProps = { node: GraphNode; isConnectable: boolean };

/** The handle of incoming edges; hidden on a start, which has none. */
export const InHandle = ({ node, isConnectable }: HandleProps) => (
  <Handle
    type="target"
    id={IN}
    position={Position.Left}
    className={classes(styles.dot, isEntry(node) && styles.hidden)}
    isConnectable={isConnectable && !isEntry(node)}
  />
);

/** The handles of outgoing edges, each with its name. */
export function OutHandles({
  node,
  handles,
  isConnectable,
  isSelected,
}: HandleProps & { handles: readonly string[]; isSelected: boolean }) {
  const t = useTexts(texts);
  const words = useWords();
  const ask = useInsertion();
  if (handles.length === 0) return null;
  return (
    <ul className={styles.handles}>
      {handles.map((handle) => (
        <Row key={handle} as="li" justify="end" className={styles.handle}>
          {isOwnHandle(node, handle) && <Clip className={styles.own}>{handle}</Clip>}
          <Clip title={handleText(words, node, handle)}>{handleText(words, node, handle)}</Clip>
          <Handle
            type="source"
            id={handle}
            position={Position.Right}
            className={styles.dot}
            isConnectable={isConnectable}
            {...(isSelected &&
              ask && {
                role: "button",
                tabIndex: 0,
                "aria-label": t.addBy(handleText(words, node, handle)),
                onKeyDown(event: KeyboardEvent) {
                  if (event.key !== "Enter" && event.key !== " ") return;
                  event.preventDefault();
                  event.stopPropagation();
                  ask({ source: node.id, handle }, event.currentTarget);
                },
              })}
          />
        </Row>
      ))}
    </ul>
  );
}
