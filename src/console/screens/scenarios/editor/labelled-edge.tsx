import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
} from "@xyflow/react";
import { memo, useState } from "react";
import { classes } from "#console/ui/classes";
import { Clip } from "#console/ui/text";
import type { Highlight } from "../highlight";
import styles from "./canvas.module.css";
import type { GraphEdge, GraphNode } from "./graph";
import { InsertButton } from "./insert-button";
import type { Words } from "./words";

export type EdgeData = {
  edge: GraphEdge;
  /** The node that the label was made from. */
  from: GraphNode;
  words: Words;
  /** The handle, where it is worth saying. */
  label: string | undefined;
  mark: Highlight["edges"][string] | undefined;
  isDimmed: boolean;
};
export type LabelledEdge = Edge<EdgeData, "labelled">;

/** So many pixels have room for a label between two cards. */
const ROOM = 150;

function EdgeOf({
  id,
  data,
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  targetPosition,
  markerEnd,
  selected,
}: EdgeProps<LabelledEdge>) {
  const [path, x, y] = getBezierPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    curvature: 0.3,
  });
  const hasRoom = Math.abs(targetX - sourceX) + Math.abs(targetY - sourceY) > ROOM;
  const text = data?.mark?.text ?? (hasRoom ? data?.label : undefined);
  const [isNear, setNear] = useState<boolean>();
  return (
    <>
      <g onPointerEnter={() => setNear(true)} onPointerLeave={() => setNear(false)}>
        <BaseEdge
          id={id}
          path={path}
          {...(markerEnd && { markerEnd })}
          interactionWidth={18}
          className={classes(
            styles.edge,
            selected && styles.edgeSelected,
            data?.mark?.isLit && styles.edgeLit,
            data?.isDimmed && styles.edgeDimmed,
          )}
        />
      </g>
      {text && (
        <EdgeLabelRenderer>
          <Clip
            className={classes(styles.edgeLabel, data?.mark && styles.edgeMark)}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {text}
          </Clip>
        </EdgeLabelRenderer>
      )}
      {data && (selected || isNear !== undefined) && (
        <EdgeLabelRenderer>
          <InsertButton
            edge={data.edge}
            isShown={selected || isNear === true}
            hasLabel={text !== undefined}
            x={x}
            y={y}
          />
        </EdgeLabelRenderer>
      )}
    </>
  );
}

export const EdgeLine = memo(EdgeOf);
