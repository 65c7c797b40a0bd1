import { useTexts } from "#console/texts/catalogue";
import { Field, Input, TextArea } from "#console/ui/field";
import { Note } from "#console/ui/states";
import { ButtonsField } from "./buttons-field";
import { parametersIn, type Writing } from "./content";
import { HeaderField } from "./header-field";
import { texts } from "./texts";

const [MAX_BODY_CHARACTERS, MAX_FOOTER_CHARACTERS] = [1024, 60];

/** The fields of what a template says. */
export function ContentFields({
  writing,
  isAsked,
  onChange,
  errors,
}: {
  writing: Writing;
  isAsked: boolean;
  onChange: (writing: Writing) => void;
  errors: string[] | undefined;
}) {
  const t = useTexts(texts);
  const { examples } = writing;
  const set = (part: Partial<Writing>) => onChange({ ...writing, ...part });
  return (
    <>
      <HeaderField writing={writing} isAsked={isAsked} onChange={set} />
      <Field label={t.body} hint={t.bodyHint} errors={errors}>
        {(control) => (
          <TextArea
            value={writing.body}
            maxLength={MAX_BODY_CHARACTERS}
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
            maxLength={MAX_FOOTER_CHARACTERS}
            onChange={({ target }) => set({ footer: target.value })}
            {...control}
          />
        )}
      </Field>
      {writing.buttons === null ? (
        <Note>{t.otherButtons}</Note>
      ) : (
        <ButtonsField buttons={writing.buttons} onChange={(buttons) => set({ buttons })} />
      )}
    </>
  );
}
