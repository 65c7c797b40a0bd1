import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Row, Stack } from "#console/ui/stack";
import type { ControlProps } from "./control";
import styles from "./form.module.css";
import { useLabels } from "./labels";
import { fieldTexts } from "./texts";

/** Settings that are removed as a whole. */
export function Removable({
  name,
  onChange,
  children,
}: Pick<ControlProps, "name" | "onChange"> & { children: ReactNode }) {
  const t = useTexts(fieldTexts);
  const { label } = useLabels(name);
  return (
    <Stack as="fieldset" gap={2} className={styles.items}>
      <Row as="legend" justify="between" className={styles.legend}>
        {label}
        <IconButton
          size="small"
          label={t.remove(label)}
          icon={<Trash2 />}
          onClick={() => onChange(undefined)}
        />
      </Row>
      {children}
    </Stack>
  );
}
