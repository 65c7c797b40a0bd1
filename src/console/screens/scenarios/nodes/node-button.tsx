import type { ReactNode } from "react";
import { Clip } from "#console/ui/text";
import styles from "./node-button.module.css";
import { NodeIcon } from "./node-icon";
import type { NodeNames } from "./node-names";

/** A node by its icon and name, which chooses it on the graph. */
export const NodeButton = ({
  names,
  id,
  type,
  onSelect,
  children,
}: {
  names: NodeNames;
  id: string;
  type: string;
  onSelect: (id: string) => void;
  children?: ReactNode;
}) => (
  <button type="button" className={styles.node} onClick={() => onSelect(id)}>
    <NodeIcon type={type} />
    <Clip>{names.name(id, type)}</Clip>
    {children}
  </button>
);
