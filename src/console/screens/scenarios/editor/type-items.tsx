import { useTexts } from "#console/texts/catalogue";
import { MenuGroup, MenuItem } from "#console/ui/menu";
import { kinds, type NodeType } from "./node-kinds";
import { nodeTexts } from "./node-texts";
import { useIsOffered } from "./on-platform";
import { groupedTypes } from "./palette";

/** The types of nodes that the platform has and `isOffered` does not leave out, in a menu. */
export function TypeItems({
  onAdd,
  isOffered = () => true,
}: {
  onAdd: (type: NodeType) => void;
  isOffered?: ((type: NodeType) => boolean) | undefined;
}) {
  const n = useTexts(nodeTexts);
  const isOnPlatform = useIsOffered();
  return groupedTypes.map(([group, types]) => (
    <MenuGroup key={group} label={n.groups[group]}>
      {types
        .filter((type) => isOffered(type) && isOnPlatform(kinds[type]))
        .map((type) => {
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
