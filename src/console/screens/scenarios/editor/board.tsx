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
import type { FlowNode } from "./flow-elements";
import { EdgeLine, type LabelledEdge } from "./labelled-edge";
import { NodeCard } from "./node-card";
import { appearanceOf } from "./node-kinds";
import { texts } from "./texts";
import { HeadCard } from "./triggers/head-card";

const nodeTypes = { card: NodeCard, head: HeadCard };
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
const minimapColor = ({ data }: FlowNode) =>
  TONES["node" in data ? appearanceOf(data.node.type).tone : "green"] ?? "var(--faint)";

/** A graph, drawn. */
export function Board({
  hasMinimap = true,
  children,
  ...props
}: ReactFlowProps<FlowNode, LabelledEdge> & { hasMinimap?: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <ReactFlow<FlowNode, LabelledEdge>
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
        <MiniMap<FlowNode>
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
