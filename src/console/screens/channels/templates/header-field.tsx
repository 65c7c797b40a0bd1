import { SelectField, TextField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { wordFor } from "#console/texts/word-for";
import { fileFormats, parametersIn, type Writing } from "./content";
import { texts } from "./texts";

const MAX_HEADER_CHARACTERS = 60;

const isFile = (format: string) => fileFormats.some((one) => one === format);

/** The header above the text: words, or a file, of which WhatsApp wants an example. */
export function HeaderField({
  form,
  isAsked,
}: {
  form: Fields<Writing>;
  /** True if WhatsApp is asked to approve the template. */
  isAsked: boolean;
}) {
  const t = useTexts(texts);
  const { messageTypes } = useTexts(nameTexts);
  const { format, header } = form.values;
  const [name] = parametersIn(header);
  // A place, say, stays as it is.
  if (format !== null && !isFile(format)) return null;
  const set = (part: Partial<Writing>) => form.set({ ...part, handle: "" });
  return (
    <>
      <SelectField
        form={{ ...form, set }}
        name="format"
        label={t.headerKind}
        options={fileFormats.map((one) => [one, wordFor(messageTypes, one.toLowerCase()) ?? one])}
        none={t.headerText}
      />
      {format === null && (
        <TextField
          form={form}
          name="header"
          label={t.header}
          hint={t.optional}
          maxLength={MAX_HEADER_CHARACTERS}
        />
      )}
      {format === null && name && (
        <TextField form={form} name="headerExample" label={t.headerExample(`{{${name}}}`)} />
      )}
      {format !== null && isAsked && (
        <TextField
          form={form}
          name="handle"
          label={t.handle}
          hint={t.handleHint}
          spellCheck={false}
        />
      )}
    </>
  );
}
