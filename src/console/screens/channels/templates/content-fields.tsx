import { AreaField, TextField } from "#console/data/form/fields";
import { type Fields, part } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Note } from "#console/ui/states";
import { ButtonsField } from "./buttons-field";
import { parametersIn, type Writing } from "./content";
import { HeaderField } from "./header-field";
import { texts } from "./texts";

const [MAX_BODY_CHARACTERS, MAX_FOOTER_CHARACTERS] = [1024, 60];

/** The fields of what a template says. */
export function ContentFields({
  form,
  isAsked,
}: {
  form: Fields<{ writing: Writing }>;
  isAsked: boolean;
}) {
  const t = useTexts(texts);
  const { writing } = form.values;
  // The API speaks of all components at once.
  const content = { ...part(form, "writing"), path: "" };
  const examples = part(content, "examples");
  return (
    <>
      <HeaderField form={content} isAsked={isAsked} />
      <AreaField
        form={content}
        name="body"
        at="components"
        label={t.body}
        hint={t.bodyHint}
        maxLength={MAX_BODY_CHARACTERS}
      />
      {parametersIn(writing.body).map((name) => (
        <TextField key={name} form={examples} name={name} label={t.exampleOf(`{{${name}}}`)} />
      ))}
      <TextField
        form={content}
        name="footer"
        label={t.footer}
        hint={t.optional}
        maxLength={MAX_FOOTER_CHARACTERS}
      />
      {writing.buttons === null ? (
        <Note>{t.otherButtons}</Note>
      ) : (
        <ButtonsField buttons={writing.buttons} onChange={(buttons) => content.set({ buttons })} />
      )}
    </>
  );
}
