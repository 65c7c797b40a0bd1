import { useState } from "react";
import { createTag, replaceTag, type Tag, type TagInput } from "../../../../client/index";
import { isShownAtFields, useAction } from "../../../data/forms";
import { useTexts } from "../../../texts/catalogue";
import { general } from "../../../texts/general";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field, Input, Select, TextArea } from "../../../ui/field";
import { ProblemNote } from "../../../ui/states";
import { toast } from "../../../ui/toasts";
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
  const { run, isBusy, error, errors } = useAction(
    (client, body: TagInput) =>
      tag ? replaceTag({ client, path: { tag: tag.id }, body }) : createTag({ client, body }),
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
      title={tag ? t.edit(tag.label) : t.create}
      onSubmit={() => void run(input)}
      foot={
        <>
          <Button onClick={onClose}>{c.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {tag ? c.save : c.create}
          </Button>
        </>
      }
    >
      {error && !isShownAtFields(error, ["label", "description", "pipeline_stage"]) && (
        <ProblemNote error={error} />
      )}
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
    </Dialog>
  );
}
