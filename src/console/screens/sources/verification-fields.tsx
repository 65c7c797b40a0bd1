import type { SourceVerification } from "#client";
import { SelectField, TextField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "./texts";

type Hmac = Extract<SourceVerification, { scheme: "hmac" }>;

/** A verification as it is typed: what its scheme does not have is kept, in case it is chosen. */
export type WrittenVerification = {
  scheme: SourceVerification["scheme"];
  name: string;
  username: string;
  header: string;
  prefix: string;
  timestamp_header: string;
  algorithm: NonNullable<Hmac["algorithm"]>;
  encoding: NonNullable<Hmac["encoding"]>;
  timestamp: NonNullable<Hmac["timestamp"]>;
  tolerance_seconds: number;
};

const NEW: WrittenVerification = {
  scheme: "none",
  name: "X-Webhook-Secret",
  username: "",
  header: "",
  prefix: "",
  timestamp_header: "",
  algorithm: "sha256",
  encoding: "hex",
  timestamp: "none",
  tolerance_seconds: 300,
};

export const writtenVerification = (verification?: SourceVerification): WrittenVerification => ({
  ...NEW,
  ...verification,
  timestamp_header: (verification?.scheme === "hmac" && verification.timestamp_header) || "",
});

export function verificationIn(typed: WrittenVerification): SourceVerification {
  const { scheme, algorithm, encoding, timestamp, tolerance_seconds } = typed;
  const [header, prefix] = [typed.header.trim(), typed.prefix.trim()];
  switch (scheme) {
    case "header":
      return { scheme, name: typed.name.trim() };
    case "basic":
      return { scheme, username: typed.username.trim() };
    case "hmac":
      return {
        ...{ scheme, header, prefix, algorithm, encoding, timestamp, tolerance_seconds },
        ...(timestamp === "header" && { timestamp_header: typed.timestamp_header.trim() }),
      };
    default:
      return { scheme };
  }
}

const EXAMPLES = { header: "X-Signature", prefix: "sha256=" };

type Props = { form: Fields<WrittenVerification> };

function HmacFields({ form }: Props) {
  const t = useTexts(texts).verification;
  const text = { dir: "ltr", spellCheck: false } as const;
  return (
    <>
      <TextField
        {...text}
        form={form}
        name="header"
        at="verification.header"
        label={t.signatureHeader}
        placeholder={EXAMPLES.header}
      />
      <TextField
        {...text}
        form={form}
        name="prefix"
        at="verification.prefix"
        label={t.prefix}
        hint={t.prefixHint}
        placeholder={EXAMPLES.prefix}
      />
      <SelectField
        form={form}
        name="algorithm"
        label={t.algorithm}
        options={{ sha256: "SHA-256", sha512: "SHA-512" }}
      />
      <SelectField
        form={form}
        name="encoding"
        label={t.encoding}
        options={{ hex: "Hex", base64: "Base64" }}
      />
      <SelectField form={form} name="timestamp" label={t.timestamp} options={t.timestamps} />
      {form.values.timestamp === "header" && (
        <TextField
          {...text}
          form={form}
          name="timestamp_header"
          at="verification.timestamp_header"
          label={t.timestampHeader}
        />
      )}
    </>
  );
}

/** The way in which a sender proves who it is. */
export function VerificationFields({ form }: Props) {
  const t = useTexts(texts).verification;
  const { scheme } = form.values;
  return (
    <>
      <SelectField
        form={form}
        name="scheme"
        at="verification"
        label={t.scheme}
        hint={t.hints[scheme]}
        options={t.schemes}
      />
      {scheme === "header" && (
        <TextField
          form={form}
          name="name"
          at="verification.name"
          label={t.header}
          dir="ltr"
          spellCheck={false}
        />
      )}
      {scheme === "basic" && (
        <TextField form={form} name="username" at="verification.username" label={t.username} />
      )}
      {scheme === "hmac" && <HmacFields form={form} />}
    </>
  );
}
