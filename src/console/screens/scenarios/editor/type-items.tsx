import { useTexts } from "#console/texts/catalogue";
import { MenuGroup, MenuItem } from "#console/ui/menu";
import { kinds, type NodeType } from "./node-kinds";
import { nodeTexts } from "./node-texts";
import { groupedTypes } from "./palette";

/** All types of nodes, as items of a menu. */
export function TypeItems({ onAdd }: { onAdd: (type: NodeType) => void }) {
  const n = useTexts(nodeTexts);
  return groupedTypes.map(([group, types]) => (
    <MenuGroup key={group} label={n.groups[group]}>
      {types.map((type) => {
        const { Icon } = kinds[type];
        return (
          <MenuItem key={type} icon={<Icon />} onSelect={() => onAdd(type)}>
            {n.types[type]}
          </MenuItem>
        );
      })}
    </MenuGroup>
  ));
}
