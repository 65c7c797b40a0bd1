import { useTexts } from "#console/texts/catalogue";
import { Sign } from "#console/ui/badge";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { appearanceOf, type Group, isNodeType, kinds, type NodeType } from "./node-kinds";
import { nodeTexts } from "./node-texts";
import styles from "./side.module.css";
import { texts } from "./texts";

/** The type of data of a drag that holds a type of node. */
export const DRAGGED = "application/x-scenario-node";

const GROUPS: Group[] = ["say", "wait", "decide", "act", "end"];

const typesIn = (group: Group): NodeType[] =>
  Object.keys(kinds).filter(
    (type): type is NodeType => isNodeType(type) && kinds[type].group === group,
  );

export const groupedTypes = GROUPS.map((group) => [group, typesIn(group)] as const);

/** All types of nodes, to click or drag. */
export function Palette({ onAdd }: { onAdd: (type: NodeType) => void }) {
  const t = useTexts(texts);
  const n = useTexts(nodeTexts);
  return (
    <Stack gap={3} className={styles.palette}>
      <Soft size="small">{t.paletteHint}</Soft>
      {groupedTypes.map(([group, types]) => (
        <section key={group} aria-label={n.groups[group]}>
          <Soft as="h2" size="small" className={styles.group}>
            {n.groups[group]}
          </Soft>
          <ul>
            {types.map((type) => {
              const { Icon, tone } = appearanceOf(type);
              return (
                <li key={type}>
                  <button
                    type="button"
                    draggable
                    className={styles.type}
                    title={n.about[type]}
                    onDragStart={(event) => {
                      event.dataTransfer.setData(DRAGGED, type);
                      event.dataTransfer.effectAllowed = "copy";
                    }}
                    onClick={() => onAdd(type)}
                  >
                    <Sign
                      Icon={Icon}
                      tone={tone}
                      size="1.625rem"
                      iconSize="0.9375rem"
                      radius="7px"
                    />
                    {n.types[type]}
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
