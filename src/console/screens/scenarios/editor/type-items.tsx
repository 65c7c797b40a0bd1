import { useTexts } from "#console/texts/catalogue";
import { MenuGroup, MenuItem } from "#console/ui/menu";
import { kinds, type NodeType } from "./node-kinds";
import { nodeTexts } from "./node-texts";
import { groupedTypes } from "./palette";

/** The types of nodes, all unless `isOffered` leaves some out, as items of a menu. */
export function TypeItems({
  onAdd,
  isOffered = () => true,
}: {
  onAdd: (type: NodeType) => void;
  isOffered?: ((type: NodeType) => boolean) | undefined;
}) {
  const n = useTexts(nodeTexts);
  return groupedTypes.map(([group, types]) => (
    <MenuGroup key={group} label={n.groups[group]}>
      {types.filter(isOffered).map((type) => {
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
