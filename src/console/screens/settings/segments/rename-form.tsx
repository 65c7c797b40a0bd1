import { useState } from "react";
import { replaceSegment, type Segment } from "../../../../client/index";
import { isShownAtFields, useAction } from "../../../data/forms";
import { useTexts } from "../../../texts/catalogue";
import { general } from "../../../texts/general";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field, Input } from "../../../ui/field";
import { ProblemNote } from "../../../ui/states";
import { toast } from "../../../ui/toasts";
import { texts } from "../texts";

/** Gives a segment another name. Its filters stay. */
export function RenameForm({
  segment,
  onClose,
  onSaved,
}: {
  segment: Segment;
  onClose: () => void;
  onSaved: () => unknown;
}) {
  const { segments: t } = useTexts(texts);
  const c = useTexts(general);
  const [name, setName] = useState(segment.name);
  const { run, isBusy, error, errors } = useAction(
    (client, body: { name: string }) =>
      replaceSegment({
        client,
        path: { segment: segment.id },
        body: { ...body, filter: segment.filter },
      }),
    {
      onDone() {
        toast(c.saved);
        onClose();
        return onSaved();
      },
    },
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.rename(segment.name)}
      onSubmit={() => void run({ name })}
      foot={
        <>
          <Button onClick={onClose}>{c.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {c.save}
          </Button>
        </>
      }
    >
      {error && !isShownAtFields(error, ["name"]) && <ProblemNote error={error} />}
      <Field label={c.name} errors={errors.name}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
