import { Plus } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import styles from "./canvas.module.css";
import type { GraphEdge } from "./graph";
import { handleOf } from "./graph";
import { useInsertion } from "./insertion";
import { texts } from "./texts";

/** Puts a node into an edge. It stands in the edge's middle, below the edge's label. */
export function InsertButton({
  edge,
  isShown,
  hasLabel,
  x,
  y,
}: {
  edge: GraphEdge;
  /** False: it is only there for the pointer, which may be on its way to it. */
  isShown: boolean;
  hasLabel: boolean;
  x: number;
  y: number;
}) {
  const t = useTexts(texts);
  const ask = useInsertion();
  if (!ask) return null;
  const { source } = edge;
  return (
    <IconButton
      size="small"
      label={t.insert}
      icon={<Plus />}
      aria-haspopup="menu"
      className={classes("nodrag nopan", styles.insert, isShown && styles.insertShown)}
      style={{
        transform: `translate(-50%, ${hasLabel ? "60%" : "-50%"}) translate(${x}px, ${y}px)`,
      }}
      onClick={({ currentTarget }) => ask({ source, handle: handleOf(edge), edge }, currentTarget)}
    />
  );
}
