import type { FormEvent, ReactNode } from "react";
import { ApiError } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { isAmong } from "#console/ui/faults";
import { ProblemNote } from "#console/ui/states";
import type { Submission, Then } from "./use-form";

type FormProps<Output, Sent> = Then<Output, Sent> & {
  form: Submission<Output, Sent>;
  isReady?: boolean;
  /** In place of the submission of the form's values. */
  onSubmit?: () => unknown;
  children?: ReactNode;
};

/** The errors of the form that none of its fields shows. */
export function FormNote({ error, shown }: { error: unknown; shown: readonly string[] }) {
  if (error === null) return null;
  const faults = error instanceof ApiError ? Object.keys(error.errors) : [];
  if (faults.length > 0 && faults.every((fault) => isAmong(shown, fault))) return null;
  return <ProblemNote error={error} shown={shown} />;
}

/** A form outside a dialog. It brings a button that submits it. */
export function Form<Output, Sent>({
  form,
  isReady = true,
  onDone,
  next,
  onSubmit = () => form.run({ onDone, next }),
  className,
  children,
}: FormProps<Output, Sent> & { className?: string | undefined }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isReady) void onSubmit();
  };
  return (
    <form className={className} noValidate onSubmit={submit}>
      <FormNote error={form.error} shown={form.shown} />
      {children}
    </form>
  );
}

/** A form in a dialog, which closes when it is done. Shown as long as it is mounted. */
export function FormDialog<Output, Sent>({
  form,
  isReady = true,
  onClose,
  onDone,
  next = onClose,
  onSubmit = () => form.run({ onDone, next }),
  action,
  isDanger = false,
  cancel,
  result,
  children,
  ...dialog
}: FormProps<Output, Sent> & {
  title: ReactNode;
  about?: ReactNode;
  width?: string;
  kind?: "dialog" | "drawer";
  onClose: () => void;
  /** In place of "Cancel". */
  cancel?: ReactNode;
  /** The label of the button. "Save" unless set. */
  action?: string;
  isDanger?: boolean;
  /** The outcome, in place of the form. */
  result?: ReactNode;
}) {
  const c = useTexts(general);
  const kind = isDanger ? "danger" : "primary";
  const foot = (
    <>
      {cancel ?? <Button onClick={onClose}>{c.cancel}</Button>}
      <Button type="submit" kind={kind} isBusy={form.isBusy} disabled={!isReady}>
        {action ?? c.save}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      {...(!result && { onSubmit: () => isReady && void onSubmit() })}
      foot={result ? <Button onClick={onClose}>{c.close}</Button> : foot}
      {...dialog}
    >
      {result || (
        <>
          <FormNote error={form.error} shown={form.shown} />
          {children}
        </>
      )}
    </Dialog>
  );
}
