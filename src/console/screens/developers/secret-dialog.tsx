import type { ReactNode } from "react";
import { useTexts } from "../../texts/catalogue";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { CopyText } from "../../ui/layout";
import { Note } from "../../ui/states";
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
