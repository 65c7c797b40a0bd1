import { getSegment, replaceSegment, type Segment } from "#client";
import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
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
  const form = useForm({ name: segment.name }, async (client, { name }) => {
    const path = { segment: segment.id };
    // Somebody else may have changed them meanwhile.
    const { filter } = (await getSegment({ client, path })).data;
    return replaceSegment({ client, path, body: { name, filter } });
  });
  return (
    <FormDialog form={form} title={t.edit(segment.name)} onClose={onClose} onDone={onSaved}>
      <TextField form={form} name="name" label={c.name} />
    </FormDialog>
  );
}
