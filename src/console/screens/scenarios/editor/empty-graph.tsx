import { Play } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { EmptyState } from "#console/ui/states";
import styles from "./editor.module.css";
import { texts } from "./texts";
import type { TriggerType } from "./triggers/kinds";
import { TriggerMenu } from "./triggers/trigger-menu";

/** The content of a canvas without nodes. `onBegin` is null for people who may not draw. */
export function EmptyGraph({
  onBegin,
  onAddTrigger,
}: {
  onBegin: (() => void) | null;
  onAddTrigger: (type: TriggerType) => void;
}) {
  const t = useTexts(texts);
  return (
    <div className={styles.empty}>
      <EmptyState
        title={t.empty}
        actions={
          onBegin && (
            <>
              <Button kind="primary" icon={<Play />} onClick={onBegin}>
                {t.begin}
              </Button>
              <TriggerMenu
                triggers={[]}
                size="normal"
                onAdd={onAddTrigger}
                finalFocus={() => false}
              />
            </>
          )
        }
      >
        {t.emptyAbout}
      </EmptyState>
    </div>
  );
}
