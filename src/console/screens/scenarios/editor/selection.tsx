import { Copy, Trash2 } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import type { Actions } from "./actions";
import styles from "./inspector.module.css";
import { texts } from "./texts";

/** The actions on several selected nodes. */
export function Selection({ actions, ids }: { actions: Actions; ids: readonly string[] }) {
  const t = useTexts(texts);
  const g = useTexts(general);
  return (
    <div className={styles.body}>
      <h2>{t.selected(ids.length)}</h2>
      <Soft size="medium">{t.copyHint}</Soft>
      <Row gap={2} align="stretch">
        <Button size="small" icon={<Copy />} onClick={() => actions.duplicate(ids)}>
          {t.duplicate}
        </Button>
        <Button size="small" kind="quiet" icon={<Trash2 />} onClick={() => actions.remove(ids)}>
          {g.delete}
        </Button>
      </Row>
    </div>
  );
}
