import { nodeTypes } from "virtual:node-types";
import { Plus } from "lucide-react";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Menu, MenuGroup, MenuItem } from "#console/ui/menu";
import { Soft } from "#console/ui/text";
import type { GraphTrigger } from "../graph";
import { type TriggerType, triggerIcon, useTriggerTypes } from "./kinds";
import { triggerTexts } from "./texts";

export const mayAddTo = (triggers: readonly GraphTrigger[]) =>
  triggers.length < nodeTypes.mostTriggers;

/** A button that opens a menu of the types of triggers, while there is room for one more. */
export function TriggerMenu({
  triggers,
  size = "small",
  onAdd,
  finalFocus,
}: {
  triggers: readonly GraphTrigger[];
  size?: "small" | "normal";
  onAdd: (type: TriggerType) => void;
  finalFocus?: () => boolean;
}) {
  const t = useTexts(triggerTexts);
  const { triggerTypes: names } = useTexts(nameTexts);
  const types = useTriggerTypes();
  if (!mayAddTo(triggers)) return <Soft size="small">{t.atMost(nodeTypes.mostTriggers)}</Soft>;
  return (
    <Menu
      trigger={
        <Button size={size} icon={<Plus />}>
          {t.add}
        </Button>
      }
      align="start"
      finalFocus={finalFocus}
    >
      <MenuGroup label={t.startsWhen}>
        {types.map((type) => {
          const Icon = triggerIcon(type);
          return (
            <MenuItem key={type} icon={<Icon />} onSelect={() => onAdd(type)}>
              {names[type]}
            </MenuItem>
          );
        })}
      </MenuGroup>
    </Menu>
  );
}
