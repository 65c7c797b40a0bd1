import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import type { GraphTrigger } from "../graph";
import styles from "../side.module.css";
import { HeadButton } from "./head-button";
import { headOf } from "./heads";
import type { TriggerType } from "./kinds";
import { triggerTexts } from "./texts";
import { TriggerMenu } from "./trigger-menu";

/** The ways in which runs come to the entry, with those that start them by themselves. */
export function StartForm({
  triggers,
  mayEdit,
  onAdd,
  onEdit,
}: {
  triggers: readonly GraphTrigger[];
  mayEdit: boolean;
  onAdd: (type: TriggerType) => void;
  onEdit: (id: string) => void;
}) {
  const t = useTexts(triggerTexts);
  return (
    <Stack gap={3}>
      <Soft size="small">{t.start}</Soft>
      {triggers.length === 0 && <Soft size="small">{t.none}</Soft>}
      {triggers.length > 0 && (
        <ul className={styles.steps} aria-label={t.heads}>
          {triggers.map((trigger) => (
            <li key={trigger.id}>
              <HeadButton trigger={trigger} onClick={() => onEdit(headOf(trigger))} />
            </li>
          ))}
        </ul>
      )}
      {mayEdit && <TriggerMenu triggers={triggers} onAdd={onAdd} finalFocus={() => false} />}
    </Stack>
  );
}
