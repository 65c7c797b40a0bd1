import type { ReactNode } from "react";
import type { ScenarioNodeStats } from "#client";
import { NodeIcon } from "#console/screens/scenarios/nodes/node-icon";
import type { NodeNames } from "#console/screens/scenarios/nodes/node-names";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import styles from "./statistics.module.css";

/** The props of the views of nodes. */
export type NodeViewProps = {
  nodes: readonly ScenarioNodeStats[];
  names: NodeNames;
  onSelect: (id: string) => void;
};

/** Figures of nodes, each below its name, which chooses it on the graph. */
export const NodeList = <One extends { node_id: string }>({
  nodes,
  names,
  onSelect,
  asideOf,
  children,
}: Omit<NodeViewProps, "nodes"> & {
  nodes: readonly One[];
  /** Stands beside the name, which has an icon then. */
  asideOf?: (node: One) => ReactNode;
  children: (node: One) => ReactNode;
}) => (
  <ul>
    {nodes.map((node) => (
      <Stack key={node.node_id} as="li" gap={1} className={styles.node}>
        <Row gap={2} className={styles.head}>
          {asideOf && <NodeIcon type={names.node(node.node_id)?.type ?? ""} />}
          <button type="button" className={styles.title} onClick={() => onSelect(node.node_id)}>
            {names.name(node.node_id)}
          </button>
          {asideOf && (
            <Soft as="span" size="medium" className={styles.came}>
              {asideOf(node)}
            </Soft>
          )}
        </Row>
        {children(node)}
      </Stack>
    ))}
  </ul>
);
