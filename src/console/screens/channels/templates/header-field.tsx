import { useTexts } from "#console/texts/catalogue";
import { Field, Input, Select } from "#console/ui/field";
import { fileFormats, parametersIn, type Writing } from "./content";
import { texts } from "./texts";

const MAX_HEADER_CHARACTERS = 60;

const isFile = (format: string) => fileFormats.some((one) => one === format);

/** The header above the text: words, or a file, of which WhatsApp wants an example. */
export function HeaderField({
  writing,
  isAsked,
  onChange,
}: {
  writing: Writing;
  /** True if WhatsApp is asked to approve the template. */
  isAsked: boolean;
  onChange: (part: Partial<Writing>) => void;
}) {
  const t = useTexts(texts);
  const { format, header, handle, headerExample } = writing;
  const [name] = parametersIn(header);
  // A place, say, stays as it is.
  if (format !== null && !isFile(format)) return null;
  return (
    <>
      <Field label={t.headerKind}>
        {(control) => (
          <Select
            value={format ?? ""}
            onChange={({ target }) => onChange({ format: target.value || null, handle: "" })}
            {...control}
          >
            <option value="">{t.headerText}</option>
            {fileFormats.map((one) => (
              <option key={one} value={one}>
                {t.headerFiles[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {format === null && (
        <Field label={t.header} hint={t.optional}>
          {(control) => (
            <Input
              value={header}
              maxLength={MAX_HEADER_CHARACTERS}
              onChange={({ target }) => onChange({ header: target.value })}
              {...control}
            />
          )}
        </Field>
      )}
      {format === null && name && (
        <Field label={t.headerExample(`{{${name}}}`)}>
          {(control) => (
            <Input
              value={headerExample}
              onChange={({ target }) => onChange({ headerExample: target.value })}
              {...control}
            />
          )}
        </Field>
      )}
      {format !== null && isAsked && (
        <Field label={t.handle} hint={t.handleHint}>
          {(control) => (
            <Input
              value={handle}
              spellCheck={false}
              onChange={({ target }) => onChange({ handle: target.value })}
              {...control}
            />
          )}
        </Field>
      )}
    </>
  );
}
