import type { ReactNode } from "react";
import { isShownAtFields } from "../../../data/forms";
import { useTexts } from "../../../texts/catalogue";
import { general } from "../../../texts/general";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { ProblemNote } from "../../../ui/states";

/** A form of a workspace, in a dialog. */
export function WorkspaceDialog({
  title,
  about,
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
