import { Plus } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#console/ui/button";
import { Menu } from "#console/ui/menu";
import { isEntry } from "../nodes/drawn";
import type { NodeType } from "./node-kinds";
import { TypeItems } from "./type-items";

/**
 * Opens a menu of nodes to add. A graph has hundreds of these buttons, so each makes its menu when
 * needed.
 */
export function AddAfter({
  label,
  finalFocus,
  onAdd,
}: {
  label: string;
  finalFocus: () => boolean;
  onAdd: (type: NodeType) => void;
}) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted)
    return (
      <IconButton
        size="small"
        label={label}
        icon={<Plus />}
        aria-haspopup="menu"
        onClick={() => setWanted(true)}
      />
    );
  return (
    <Menu
      defaultOpen
      trigger={<IconButton size="small" label={label} icon={<Plus />} />}
      finalFocus={finalFocus}
    >
      <TypeItems onAdd={onAdd} isOffered={(type) => !isEntry({ type })} />
    </Menu>
  );
}
