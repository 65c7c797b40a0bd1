import { useTexts } from "../../../texts/catalogue";
import { Field, Input, TextArea } from "../../../ui/field";
import { parametersIn, type Writing } from "./content";
import { texts } from "./texts";

/** The fields of what a template says. */
export function ContentFields({
  writing,
  onChange,
  errors,
}: {
  writing: Writing;
  onChange: (writing: Writing) => void;
  errors: string[] | undefined;
}) {
  const t = useTexts(texts);
  const { examples } = writing;
  const set = (part: Partial<Writing>) => onChange({ ...writing, ...part });
  return (
    <>
      {writing.format === null && (
        <Field label={t.header} hint={t.optional}>
          {(control) => (
            <Input
              value={writing.header}
              onChange={({ target }) => set({ header: target.value })}
              {...control}
            />
          )}
        </Field>
      )}
      <Field label={t.body} hint={t.bodyHint} errors={errors}>
        {(control) => (
          <TextArea
            value={writing.body}
            onChange={({ target }) => set({ body: target.value })}
            {...control}
          />
        )}
      </Field>
      {parametersIn(writing.body).map((name) => (
        <Field key={name} label={t.exampleOf(`{{${name}}}`)}>
          {(control) => (
            <Input
              value={examples[name] ?? ""}
              onChange={({ target }) => set({ examples: { ...examples, [name]: target.value } })}
              {...control}
            />
          )}
        </Field>
      ))}
      <Field label={t.footer} hint={t.optional}>
        {(control) => (
          <Input
            value={writing.footer}
            onChange={({ target }) => set({ footer: target.value })}
            {...control}
          />
        )}
      </Field>
      {writing.replies !== null && (
        <Field label={t.buttons} hint={t.buttonsHint}>
          {(control) => (
            <TextArea
              rows={3}
              value={writing.replies ?? ""}
              onChange={({ target }) => set({ replies: target.value })}
              {...control}
            />
          )}
        </Field>
      )}
    </>
  );
}
