import { SlidersHorizontal } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Checkbox } from "#console/ui/field";
import { Segmented } from "#console/ui/layout";
import { NARROW, useMedia } from "#console/ui/media";
import { Popover } from "#console/ui/menu";
import { Stack } from "#console/ui/stack";
import { allColumns, setView, toggled, useView } from "./columns";
import styles from "./leads.module.css";
import { texts } from "./texts";
import { useValues } from "./use-values";

/** Chooses columns and density. A phone shows cards, which have neither. */
export function ViewMenu() {
  const t = useTexts(texts);
  const { fields } = useValues();
  const { columns, density } = useView();
  if (useMedia(NARROW)) return null;
  return (
    <Popover
      label={t.view}
      align="end"
      trigger={<IconButton kind="plain" label={t.view} icon={<SlidersHorizontal />} />}
    >
      <Stack gap={4} className={styles.view}>
        <div>
          <Segmented
            label={t.density}
            value={density}
            options={[
              ["comfortable", t.densities.comfortable],
              ["compact", t.densities.compact],
            ]}
            onChange={(chosen) => setView({ density: chosen })}
          />
        </div>
        <fieldset className={styles.columns}>
          <legend>{t.columns}</legend>
          {allColumns.map((column) => (
            <Checkbox
              key={column}
              checked={columns.includes(column)}
              onChange={() => setView({ columns: toggled(columns, column) })}
            >
              {fields[column]}
            </Checkbox>
          ))}
        </fieldset>
      </Stack>
    </Popover>
  );
}
