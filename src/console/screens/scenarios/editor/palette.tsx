import { nodeTypes } from "virtual:node-types";
import type { LucideIcon } from "lucide-react";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Sign, type Tone } from "#console/ui/badge";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { appearanceOf, type Group, isNodeType, kinds, type NodeType } from "./node-kinds";
import { nodeTexts } from "./node-texts";
import { useIsOffered } from "./on-platform";
import styles from "./side.module.css";
import { texts } from "./texts";
import { type TriggerType, triggerIcon, useTriggerTypes } from "./triggers/kinds";
import { triggerTexts } from "./triggers/texts";

/** The type of data of a drag that holds a type of node. */
export const DRAGGED = "application/x-scenario-node";
/** The type of data of a drag that holds a type of trigger. */
export const DRAGGED_TRIGGER = "application/x-scenario-trigger";

const GROUPS: Group[] = ["say", "wait", "decide", "act", "end"];

const typesIn = (group: Group): NodeType[] =>
  Object.keys(kinds).filter(
    (type): type is NodeType => isNodeType(type) && kinds[type].group === group,
  );

export const groupedTypes = GROUPS.map((group) => [group, typesIn(group)] as const);

type Item = { type: string; Icon: LucideIcon; tone: Tone; name: string; about: string };

/** Some types, to click or drag. */
function PaletteItems<Type extends string>({
  kind,
  items,
  onAdd,
}: {
  /** The type of data of their drags. */
  kind: string;
  items: readonly (Item & { type: Type })[];
  onAdd: (type: Type) => void;
}) {
  return (
    <ul>
      {items.map(({ type, Icon, tone, name, about }) => (
        <li key={type}>
          <button
            type="button"
            draggable
            className={styles.type}
            title={about}
            onDragStart={(event) => {
              event.dataTransfer.setData(kind, type);
              event.dataTransfer.effectAllowed = "copy";
            }}
            onClick={() => onAdd(type)}
          >
            <Sign Icon={Icon} tone={tone} size="1.625rem" iconSize="0.9375rem" radius="7px" />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The types of triggers and of nodes that the scenario's platform has. */
export function Palette({
  mayAddTriggers,
  onAdd,
  onAddTrigger,
}: {
  mayAddTriggers: boolean;
  onAdd: (type: NodeType) => void;
  onAddTrigger: (type: TriggerType) => void;
}) {
  const t = useTexts(texts);
  const n = useTexts(nodeTexts);
  const isOffered = useIsOffered();
  const ofTriggers = useTexts(triggerTexts);
  const { triggerTypes: names } = useTexts(nameTexts);
  const triggers = useTriggerTypes().map((type) => ({
    type,
    Icon: triggerIcon(type),
    tone: "green" as const,
    name: names[type],
    about: ofTriggers.about[type],
  }));
  return (
    <Stack gap={3} className={styles.palette}>
      <Soft size="small">{t.paletteHint}</Soft>
      <details className={styles.starts}>
        <Soft as="summary" size="small" className={styles.group}>
          {ofTriggers.startsWhen}
        </Soft>
        {mayAddTriggers ? (
          <PaletteItems kind={DRAGGED_TRIGGER} items={triggers} onAdd={onAddTrigger} />
        ) : (
          <Soft size="small">{ofTriggers.atMost(nodeTypes.mostTriggers)}</Soft>
        )}
      </details>
      {groupedTypes.map(([group, types]) => (
        <section key={group} aria-label={n.groups[group]}>
          <Soft as="h2" size="small" className={styles.group}>
            {n.groups[group]}
          </Soft>
          <PaletteItems
            kind={DRAGGED}
            items={types
              .filter((type) => isOffered(kinds[type]))
              .map((type) => ({
                type,
                ...appearanceOf(type),
                name: n.types[type],
                about: n.about[type],
              }))}
            onAdd={onAdd}
          />
        </section>
      ))}
    </Stack>
  );
}
