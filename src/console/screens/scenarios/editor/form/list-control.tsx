import { ArrowUp, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#console/texts/catalogue";
import { Button, IconButton } from "#console/ui/button";
import { Row, Stack } from "#console/ui/stack";
import { Clip, Soft } from "#console/ui/text";
import styles from "./form.module.css";
import { fieldTexts } from "./texts";

/** Items that are added, removed and moved, each in a box of its own. */
export function ItemList<Item>({
  label,
  hint,
  items,
  titleOf,
  addLabel,
  make,
  most = 50,
  least = 0,
  onChange,
  children,
}: {
  label: string;
  hint?: string | undefined;
  items: readonly Item[];
  titleOf: (index: number) => string;
  addLabel: string;
  make: () => Item;
  most?: number | undefined;
  least?: number | undefined;
  onChange: (items: Item[]) => void;
  children: (item: Item, set: (item: Item) => void, index: number) => ReactNode;
}) {
  const t = useTexts(fieldTexts);
  const moveUp = (index: number) => {
    const [before, item] = [items[index - 1], items[index]];
    if (before === undefined || item === undefined) return;
    onChange(items.with(index - 1, item).with(index, before));
  };
  return (
    <Stack as="fieldset" gap={2} className={styles.items}>
      <legend className={styles.legend}>{label}</legend>
      {hint && <Soft size="small">{hint}</Soft>}
      {items.map((item, index) => (
        <Stack key={index} gap={2} className={styles.item}>
          <Row className={styles.itemHead}>
            <Clip>{titleOf(index)}</Clip>
            {index > 0 && (
              <IconButton
                size="small"
                label={t.up(titleOf(index))}
                icon={<ArrowUp />}
                onClick={() => moveUp(index)}
              />
            )}
            {items.length > least && (
              <IconButton
                size="small"
                label={t.remove(titleOf(index))}
                icon={<Trash2 />}
                onClick={() => onChange(items.filter((_, other) => other !== index))}
              />
            )}
          </Row>
          {children(item, (next) => onChange(items.with(index, next)), index)}
        </Stack>
      ))}
      {items.length < most && (
        <Button size="small" icon={<Plus />} onClick={() => onChange([...items, make()])}>
          {addLabel}
        </Button>
      )}
    </Stack>
  );
}
