import type { ReactNode } from "react";
import type { Channel, ChannelCredentials, ChannelSettingsWritable, FieldErrors } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Field, Input } from "#console/ui/field";
import { texts as connectTexts } from "./connect/texts";
import { texts } from "./texts";

type Provider = Channel["provider"];
type Credential = keyof ChannelCredentials;
type Setting = "name" | "external_id" | "business_account_id" | "gateway_url";
/** What is typed, by field. */
export type Values = Partial<Record<Setting | Credential, string>>;

const META = ["access_token", "app_secret", "verify_token"] as const;

const SETTINGS: Record<Provider, readonly Setting[]> = {
  whatsapp_cloud: ["name", "external_id", "business_account_id"],
  instagram: ["name", "external_id"],
  webhook: ["name", "gateway_url"],
  sandbox: ["name"],
};

export const CREDENTIALS: Record<Provider, readonly Credential[]> = {
  whatsapp_cloud: META,
  instagram: META,
  webhook: ["signing_secret"],
  sandbox: [],
};

/** These are chosen by the reader, or made here, so that they are read as they are typed. */
const READABLE: readonly Credential[] = ["verify_token", "signing_secret"];

/** The names of the fields by which the API tells what is wrong. */
export const fieldsOf = (provider: Provider) => [
  ...SETTINGS[provider],
  ...CREDENTIALS[provider].map((name) => `credentials.${name}`),
];

/** What is typed as the API takes it. Blank credentials are left out, so that they stay. */
export function settingsIn(provider: Provider, values: Values): ChannelSettingsWritable {
  const given = CREDENTIALS[provider].flatMap((name) => {
    const value = values[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  const settings = SETTINGS[provider].map((name) => [name, values[name]?.trim() || null] as const);
  return {
    name: "",
    ...Object.fromEntries(settings.filter(([, value]) => value !== null)),
    ...(given.length > 0 && { credentials: Object.fromEntries(given) }),
  };
}

export function ChannelFields({
  provider,
  values,
  onChange,
  errors,
  stored,
  children,
}: {
  provider: Provider;
  values: Values;
  onChange: (values: Values) => void;
  errors: FieldErrors;
  /** The credentials that the channel has already. */
  stored?: ChannelCredentials;
  children?: ReactNode;
}) {
  const t = useTexts(connectTexts);
  const { keepBlank } = useTexts(texts);
  const set = (name: Setting | Credential, value: string) => onChange({ ...values, [name]: value });
  const wordsOf = (name: Setting | Credential) =>
    name === "external_id" && provider === "instagram" ? t.accountId : t.fields[name];
  return (
    <>
      {SETTINGS[provider].map((name) => (
        <Field key={name} {...wordsOf(name)} errors={errors[name]}>
          {(control) => (
            <Input
              value={values[name] ?? ""}
              autoComplete="off"
              inputMode={name.endsWith("_id") ? "numeric" : undefined}
              onChange={({ target }) => set(name, target.value)}
              {...control}
            />
          )}
        </Field>
      ))}
      {children}
      {CREDENTIALS[provider].map((name) => (
        <Field
          key={name}
          label={t.fields[name].label}
          hint={stored?.[name] ? keepBlank : t.fields[name].hint}
          errors={errors[`credentials.${name}`]}
        >
          {(control) => (
            <Input
              type={READABLE.includes(name) ? "text" : "password"}
              value={values[name] ?? ""}
              placeholder={stored?.[name] ? "••••••••" : undefined}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => set(name, target.value)}
              {...control}
            />
          )}
        </Field>
      ))}
    </>
  );
}
