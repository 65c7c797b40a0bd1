import { Handle, Position } from "@xyflow/react";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Clip } from "#console/ui/text";
import { isEntry } from "../nodes/drawn";
import styles from "./card-handles.module.css";
import type { GraphNode } from "./graph";
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
}: HandleProps & { handles: readonly string[] }) {
  const words = useWords();
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
          />
        </Row>
      ))}
    </ul>
  );
}
