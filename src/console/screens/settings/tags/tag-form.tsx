import { createTag, replaceTag, type Tag, type TagInput } from "#client";
import { AreaField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { texts } from "../texts";

/** Creates a tag, or changes one. */
export function TagForm({
  tag,
  onClose,
  onSaved,
}: {
  tag: Tag | null;
  onClose: () => void;
  onSaved: () => unknown;
}) {
  const { tags: t } = useTexts(texts);
  const c = useTexts(general);
  const form = useForm(
    {
      label: tag?.label ?? "",
      description: tag?.description ?? null,
      pipeline_stage: tag?.pipeline_stage ?? null,
    },
    (client, body: TagInput) =>
      tag ? replaceTag({ client, path: { tag: tag.id }, body }) : createTag({ client, body }),
  );
  return (
    <FormDialog
      form={form}
      title={tag ? t.edit(tag.label) : t.create}
      action={tag ? c.save : c.create}
      onClose={onClose}
      onDone={onSaved}
    >
      <TextField form={form} name="label" label={t.label} />
      <AreaField form={form} name="description" label={t.description} />
      <SelectField
        form={form}
        name="pipeline_stage"
        label={t.stage}
        hint={t.stageHint}
        options={c.stages}
        none={t.noStage}
      />
    </FormDialog>
  );
}
