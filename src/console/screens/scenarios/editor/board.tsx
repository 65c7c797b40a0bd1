import "./xyflow.css";
import {
  Background,
  BackgroundVariant,
  MiniMap,
  ReactFlow,
  type ReactFlowProps,
} from "@xyflow/react";
import { useTexts } from "#console/texts/catalogue";
import { useLanguage } from "#console/texts/language";
import styles from "./canvas.module.css";
import { EdgeLine, type LabelledEdge } from "./labelled-edge";
import { type CardNode, NodeCard } from "./node-card";
import { appearanceOf } from "./node-kinds";
import { texts } from "./texts";

const nodeTypes = { card: NodeCard };
const edgeTypes = { labelled: EdgeLine };
/** The fit of a graph into the view. */
export const FIT = { padding: 0.15, maxZoom: 1 };
/** From so many nodes on, only those in view are drawn. */
const MANY = 120;

const TONES: Record<string, string> = {
  accent: "var(--accent)",
  amber: "var(--amber)",
  purple: "var(--purple)",
  blue: "var(--blue)",
  red: "var(--red)",
  green: "var(--green)",
};
const minimapColor = ({ data }: CardNode) =>
  TONES[appearanceOf(data.node.type).tone] ?? "var(--faint)";

/** A graph, drawn. */
export function Board({
  hasMinimap = true,
  children,
  ...props
}: ReactFlowProps<CardNode, LabelledEdge> & { hasMinimap?: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <ReactFlow<CardNode, LabelledEdge>
      key={language}
      className={styles.board}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      fitView
      fitViewOptions={FIT}
      minZoom={0.08}
      maxZoom={1.6}
      onlyRenderVisibleElements={(props.nodes?.length ?? 0) > MANY}
      proOptions={{ hideAttribution: true }}
      ariaLabelConfig={t.canvas}
      {...props}
    >
      <Background variant={BackgroundVariant.Dots} gap={20} size={1.5} color="var(--line-strong)" />
      {hasMinimap && (
        <MiniMap<CardNode>
          className={styles.minimap}
          pannable
          zoomable
          ariaLabel={t.minimap}
          nodeColor={minimapColor}
          nodeStrokeWidth={0}
          nodeBorderRadius={24}
          bgColor="var(--raised)"
          maskColor="color-mix(in oklab, var(--sunken) 70%, transparent)"
        />
      )}
      {children}
    </ReactFlow>
  );
}
