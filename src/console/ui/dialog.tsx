import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type CSSProperties, type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTexts } from "../texts/catalogue";
import { general } from "../texts/general";
import { Button, IconButton } from "./button";
import { classes } from "./classes";
import styles from "./dialog.module.css";
import { useEntered } from "./entered";
import { Row } from "./stack";
import { ProblemNote } from "./states";
import { useLatest } from "./use-latest";

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  about?: ReactNode;
  children?: ReactNode;
  /** Buttons. */
  foot?: ReactNode;
  /** Any CSS length. 32rem unless set. */
  width?: string;
  /** `drawer` comes from the side, with the full height. */
  kind?: "dialog" | "drawer";
  /** Makes it a form; the buttons in `foot` may submit it. */
  onSubmit?: () => void;
};

/** Fields, and buttons for dialogs that have none. */
const FIRST = [
  `.${styles.body} :is(select, textarea, input)` +
    ":not(:disabled, [type=hidden], [type=radio]:not(:checked))",
  `.${styles.foot} button:not(:disabled)`,
];

/** Closes a dialog without anything that says so. */
const SLIPS: readonly string[] = ["outside-press", "escape-key"];

/** A modal dialog. Its `body` scrolls. A form asks before a slip loses what was entered. */
export function Dialog({
  isOpen,
  onClose,
  title,
  about,
  children,
  foot,
  width,
  kind = "dialog",
  onSubmit,
}: DialogProps) {
  const t = useTexts(general);
  const [isAsking, setAsking] = useState(false);
  const { onInput, hasEntered } = useEntered();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  const popup = useRef<HTMLDivElement>(null);
  const firstField = () =>
    FIRST.map((first) => popup.current?.querySelector<HTMLElement>(first)).find(Boolean) ?? true;
  const style = width ? ({ "--dialog-width": width } as CSSProperties) : undefined;
  const content = (
    <>
      <Row gap={4} align="start" justify="between" className={styles.head}>
        <div>
          <Base.Title className={styles.title}>{title}</Base.Title>
          {about && <Base.Description className={styles.about}>{about}</Base.Description>}
        </div>
        <Base.Close render={<IconButton label={t.close} icon={<X />} />} />
      </Row>
      {children && <div className={styles.body}>{children}</div>}
      {foot && <div className={styles.foot}>{foot}</div>}
    </>
  );
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        if (onSubmit && SLIPS.includes(reason) && hasEntered()) setAsking(true);
        else if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          initialFocus={kind === "dialog" || onSubmit ? firstField : true}
          className={classes(styles.dialog, kind === "drawer" && styles.drawer)}
          style={style}
        >
          {onSubmit ? (
            <form className={styles.form} noValidate onSubmit={submit} onInput={onInput}>
              {content}
            </form>
          ) : (
            content
          )}
        </Base.Popup>
      </Base.Portal>
      {onSubmit && (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title={t.discardEntered}
          action={t.discard}
          onConfirm={async () => onClose()}
        />
      )}
    </Base.Root>
  );
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  about,
  action,
  onConfirm,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  about?: ReactNode;
  /** The label of the button. */
  action: string;
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
}) {
  const t = useTexts(general);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    setProblem(null);
  }
  const isShown = useLatest(isOpen);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      // It may have been left, and another dialog may be open.
      if (isShown.current) onClose();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      about={about}
      width="27rem"
      foot={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="danger" isBusy={isBusy} onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {(children || problem !== null) && (
        <>
          {children}
          {problem !== null && <ProblemNote error={problem} />}
        </>
      )}
    </Dialog>
  );
}
