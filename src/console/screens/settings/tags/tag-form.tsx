import { useState } from "react";
import { createTag, replaceTag, type Tag, type TagInput } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Field, Input, Select, TextArea } from "#console/ui/field";
import { toast } from "#console/ui/toasts";
import { texts } from "../texts";

type Stage = NonNullable<Tag["pipeline_stage"]>;

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
  const stages = Object.keys(c.stages) as Stage[];
  const [input, setInput] = useState<TagInput>({
    label: tag?.label ?? "",
    description: tag?.description ?? null,
    pipeline_stage: tag?.pipeline_stage ?? null,
  });
  const { run, errors, ...state } = useAction(
    (client, body: TagInput) =>
      tag ? replaceTag({ client, path: { tag: tag.id }, body }) : createTag({ client, body }),
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
      title={tag ? t.edit(tag.label) : t.create}
      action={tag ? c.save : c.create}
      fields={["label", "description", "pipeline_stage"]}
      state={state}
      onClose={onClose}
      onSubmit={() => void run(input)}
    >
      <Field label={t.label} errors={errors.label}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={input.label}
            onChange={({ target }) => setInput({ ...input, label: target.value })}
          />
        )}
      </Field>
      <Field label={t.description} errors={errors.description}>
        {(control) => (
          <TextArea
            {...control}
            value={input.description ?? ""}
            onChange={({ target }) => setInput({ ...input, description: target.value || null })}
          />
        )}
      </Field>
      <Field label={t.stage} hint={t.stageHint} errors={errors.pipeline_stage}>
        {(control) => (
          <Select
            {...control}
            value={input.pipeline_stage ?? ""}
            onChange={({ target }) =>
              setInput({
                ...input,
                pipeline_stage: stages.find((stage) => stage === target.value) ?? null,
              })
            }
          >
            <option value="">{t.noStage}</option>
            {stages.map((stage) => (
              <option key={stage} value={stage}>
                {c.stages[stage]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
