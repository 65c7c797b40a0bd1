import { Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import type { Actions } from "../actions";
import type { GraphTrigger } from "../graph";
import styles from "../side.module.css";
import { texts } from "../texts";
import { useWords } from "../words";
import { HeadButton } from "./head-button";
import { headOf } from "./heads";
import { triggerLines, triggerName } from "./lines";
import { TriggerMenu } from "./trigger-menu";

/** The triggers of a scenario, above the list of its steps. */
export function OutlineHeads({
  triggers,
  selected,
  actions,
  mayEdit,
  onEdit,
  onSaid,
}: {
  triggers: readonly GraphTrigger[];
  selected: readonly string[];
  actions: Actions;
  mayEdit: boolean;
  onEdit: (id: string) => void;
  /** Tells screen readers what has been done. */
  onSaid: (text: string) => void;
}) {
  const t = useTexts(texts);
  const { triggerTypes } = useTexts(nameTexts);
  const words = useWords();
  const { triggers: h } = words;
  const list = useRef<HTMLUListElement>(null);
  const isDeleting = useRef(false);
  useEffect(() => {
    if (!isDeleting.current) return;
    isDeleting.current = false;
    list.current?.querySelector("button")?.focus();
  });
  return (
    <Stack gap={2} as="section" aria-label={h.heads}>
      <Soft as="h2" size="small" className={styles.group}>
        {h.heads}
      </Soft>
      {triggers.length === 0 && <Soft size="small">{h.none}</Soft>}
      <ul ref={list} className={styles.steps}>
        {triggers.map((trigger) => {
          const [id, name] = [headOf(trigger), triggerName(words, trigger.type)];
          const line = triggerLines(words, trigger).join(" · ");
          const remove = () => {
            isDeleting.current = true;
            onSaid(t.deleted(name));
            actions.remove([id]);
          };
          return (
            <li
              key={trigger.id}
              className={classes(styles.step, selected.includes(id) && styles.stepSelected)}
            >
              <Row className={styles.stepRow}>
                <HeadButton
                  trigger={trigger}
                  aria-current={selected.includes(id) || undefined}
                  aria-label={`${t.edit(name)} ${line}`.trim()}
                  onClick={() => onEdit(id)}
                  onKeyDown={({ key }) => {
                    if (mayEdit && key === "Delete") remove();
                  }}
                />
                {mayEdit && (
                  <IconButton
                    size="small"
                    label={t.deleteNode(name)}
                    icon={<Trash2 />}
                    onClick={remove}
                  />
                )}
              </Row>
            </li>
          );
        })}
      </ul>
      {mayEdit && (
        <TriggerMenu
          triggers={triggers}
          onAdd={(type) => {
            onSaid(h.added(triggerTypes[type]));
            onEdit(actions.addTrigger(type));
          }}
          finalFocus={() => false}
        />
      )}
    </Stack>
  );
}
