import { useState } from "react";
import { getSegment, replaceSegment, type Segment } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Field, Input } from "#console/ui/field";
import { toast } from "#console/ui/toasts";
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
  const { run, errors, ...state } = useAction(
    async (client, body: { name: string }) => {
      const path = { segment: segment.id };
      // Somebody else may have changed them meanwhile.
      const { filter } = (await getSegment({ client, path })).data;
      return replaceSegment({ client, path, body: { ...body, filter } });
    },
    {
      onDone() {
        toast(c.saved);
        return onSaved();
      },
      next: onClose,
    },
  );
  return (
    <FormDialog
      title={t.edit(segment.name)}
      action={c.save}
      fields={["name"]}
      state={state}
      onClose={onClose}
      onSubmit={() => void run({ name })}
    >
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
    </FormDialog>
  );
}
