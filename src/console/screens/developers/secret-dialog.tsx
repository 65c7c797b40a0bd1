import type { ReactNode } from "react";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { CopyText } from "#console/ui/layout";
import { Note } from "#console/ui/states";
import { texts } from "./texts";

/** Shows a secret that can't be shown again. */
export function SecretDialog({
  title,
  secret,
  onClose,
  children,
}: {
  title: string;
  /** Null closes it. */
  secret: string | null;
  onClose: () => void;
  children?: ReactNode;
}) {
  const t = useTexts(texts).secret;
  return (
    <Dialog
      isOpen={secret !== null}
      onClose={onClose}
      title={title}
      foot={
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <Note tone="amber">{t.warning}</Note>
      <CopyText text={secret ?? ""} label={t.copy} />
      {children}
    </Dialog>
  );
}
