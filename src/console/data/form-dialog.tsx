import type { ReactNode } from "react";
import { useTexts } from "../texts/catalogue";
import { general } from "../texts/general";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { ProblemNote } from "../ui/states";
import { isShownAtFields } from "./forms";

/** A form in a dialog, shown as long as it is mounted. `state` is of the action that it submits. */
export function FormDialog({
  title,
  about,
  width,
  action,
  isDanger = false,
  isReady = true,
  fields,
  state: { isBusy, error },
  onClose,
  onSubmit,
  children,
}: {
  title: string;
  about?: string;
  width?: string;
  /** What the button says. */
  action: string;
  isDanger?: boolean;
  isReady?: boolean;
  /** The fields that show their own errors. */
  fields: readonly string[];
  state: { isBusy: boolean; error: unknown };
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const c = useTexts(general);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      about={about}
      {...(width && { width })}
      onSubmit={() => isReady && onSubmit()}
      foot={
        <>
          <Button onClick={onClose}>{c.cancel}</Button>
          <Button
            type="submit"
            kind={isDanger ? "danger" : "primary"}
            isBusy={isBusy}
            disabled={!isReady}
          >
            {action}
          </Button>
        </>
      }
    >
      {error !== null && !isShownAtFields(error, fields) && <ProblemNote error={error} />}
      {children}
    </Dialog>
  );
}
