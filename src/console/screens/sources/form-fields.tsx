import type { SourceFormInput } from "#client";
import { AreaField, TextField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "./texts";

/** The settings of a web form as they are typed. `origins`: one a line. */
export type WrittenForm = {
  origins: string;
  redirect_url: string;
  honeypot: string;
  turnstile_secret: string;
};

const EXAMPLE = "https://www.example.com";
/** A name that programs like to fill in. */
const HONEYPOT = "website";

export const newForm = (): WrittenForm => ({
  origins: "",
  redirect_url: "",
  honeypot: HONEYPOT,
  turnstile_secret: "",
});

/** `https://example.com/contact` is typed more often than the origin that it is of. */
const originOf = (line: string) => {
  const url = URL.parse(line.includes("://") ? line : `https://${line}`);
  return url?.hostname ? url.origin : line;
};

/** The settings as the API takes them. A blank secret is left out, so that the stored one stays. */
export const formIn = (typed: WrittenForm): SourceFormInput => {
  const lines = typed.origins.split(/[\n,]/).map((line) => line.trim());
  const secret = typed.turnstile_secret.trim();
  return {
    origins: lines.filter(Boolean).map(originOf),
    redirect_url: typed.redirect_url.trim() || null,
    honeypot: typed.honeypot.trim() || null,
    ...(secret && { turnstile_secret: secret }),
  };
};

/** The pages that may send a form, and what keeps programs away. */
export function FormFields({
  form,
  hasTurnstile = false,
}: {
  form: Fields<WrittenForm>;
  hasTurnstile?: boolean;
}) {
  const t = useTexts(texts).form;
  return (
    <>
      <AreaField
        form={form}
        name="origins"
        at="form.origins"
        label={t.origins}
        hint={t.originsHint}
        rows={2}
        dir="ltr"
        spellCheck={false}
        placeholder={EXAMPLE}
      />
      <TextField
        form={form}
        name="redirect_url"
        at="form.redirect_url"
        label={t.redirect}
        hint={t.redirectHint}
        dir="ltr"
        spellCheck={false}
      />
      <TextField
        form={form}
        name="honeypot"
        at="form.honeypot"
        label={t.honeypot}
        hint={t.honeypotHint}
        dir="ltr"
        spellCheck={false}
      />
      <TextField
        form={form}
        name="turnstile_secret"
        at="form.turnstile_secret"
        label={t.turnstile}
        hint={hasTurnstile ? t.turnstileStored : t.turnstileHint}
        type="password"
        placeholder={hasTurnstile ? "••••••••" : undefined}
        spellCheck={false}
      />
    </>
  );
}
