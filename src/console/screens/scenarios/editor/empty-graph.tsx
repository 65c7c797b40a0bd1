import { Play } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { EmptyState } from "#console/ui/states";
import styles from "./editor.module.css";
import { texts } from "./texts";

/** The content of a canvas without nodes. `onBegin` is null for people who may not draw. */
export function EmptyGraph({ onBegin }: { onBegin: (() => void) | null }) {
  const t = useTexts(texts);
  return (
    <div className={styles.empty}>
      <EmptyState
        title={t.empty}
        actions={
          onBegin && (
            <Button kind="primary" icon={<Play />} onClick={onBegin}>
              {t.begin}
            </Button>
          )
        }
      >
        {t.emptyAbout}
      </EmptyState>
    </div>
  );
}
