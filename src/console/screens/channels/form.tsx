import type { ReactNode } from "react";
import type { Channel, ChannelCredentials, ChannelInputWritable } from "#client";
import { SelectField, TextField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { PLATFORMS, platformOf } from "#console/data/platforms";
import { useTexts } from "#console/texts/catalogue";
import { texts as connectTexts } from "./connect/texts";
import { texts } from "./texts";

type Provider = Channel["provider"];
type Credential = keyof ChannelCredentials;
type Text = "name" | "external_id" | "business_account_id" | "gateway_url";
type Setting = Text | "login";
type Login = NonNullable<Channel["login"]>;
/** The typed values, by field. */
export type Values = Partial<Record<Text | Credential, string>> & {
  login?: Login;
  marketing_route?: Channel["marketing_route"];
  import_history?: boolean;
};

function settingsOf(provider: Provider): readonly Setting[] {
  const own = platformOf(provider);
  if (own) return ["name", ...PLATFORMS[own].settings];
  return provider === "webhook" ? ["name", "gateway_url"] : ["name"];
}

const textsOf = (provider: Provider) =>
  settingsOf(provider).filter((name): name is Text => name !== "login");

/** True if its accounts are connected by one of several logins. */
export const hasLogins = (provider: Provider) => settingsOf(provider).includes("login");

export function credentialsOf(provider: Provider): readonly Credential[] {
  if (platformOf(provider)) return ["access_token", "app_secret", "verify_token"];
  return provider === "webhook" ? ["signing_secret"] : [];
}

/** These are chosen by the reader, or made here, so that they are read as they are typed. */
const READABLE: readonly Credential[] = ["verify_token", "signing_secret"];

type ChannelSettings = Omit<ChannelInputWritable, "platform" | "provider">;

/** The typed values as the API takes them. Blank credentials are left out, so that they stay. */
export function settingsIn(provider: Provider, values: Values): ChannelSettings {
  const given = credentialsOf(provider).flatMap((name) => {
    const value = values[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  const settings = textsOf(provider).map((name) => [name, values[name]?.trim() || null] as const);
  return {
    name: "",
    ...Object.fromEntries(settings.filter(([, value]) => value !== null)),
    ...(values.import_history && { import_history: true }),
    ...(hasLogins(provider) && values.login && { login: values.login }),
    ...(values.marketing_route && { marketing_route: values.marketing_route }),
    ...(given.length > 0 && { credentials: Object.fromEntries(given) }),
  };
}

function CredentialFields({ provider, form, stored }: Omit<Props, "children">) {
  const t = useTexts(connectTexts);
  const { keepBlank } = useTexts(texts);
  const { login } = form.values;
  const hints: Partial<Record<Credential, string>> = login ? t.logins[login].hints : {};
  return credentialsOf(provider).map((name) => (
    <TextField
      key={name}
      form={form}
      name={name}
      at={`credentials.${name}`}
      label={t.fields[name].label}
      hint={stored?.[name] ? keepBlank : (hints[name] ?? t.fields[name].hint)}
      type={READABLE.includes(name) ? "text" : "password"}
      placeholder={stored?.[name] ? "••••••••" : undefined}
      spellCheck={false}
    />
  ));
}

type Props = {
  provider: Provider;
  form: Fields<Values>;
  /** The credentials that the channel has already. */
  stored?: ChannelCredentials;
  children?: ReactNode;
};

export function ChannelFields({ children, ...props }: Props) {
  const t = useTexts(connectTexts);
  const { provider, form } = props;
  const { login } = form.values;
  const wordsOf = (name: Text) =>
    name === "external_id" && login ? t.logins[login].accountId : t.fields[name];
  return (
    <>
      {hasLogins(provider) && (
        <SelectField
          form={form}
          name="login"
          label={t.login}
          hint={t.loginHint}
          options={{ instagram: t.logins.instagram.label, facebook: t.logins.facebook.label }}
        />
      )}
      {textsOf(provider).map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          {...wordsOf(name)}
          inputMode={name.endsWith("_id") ? "numeric" : undefined}
        />
      ))}
      {children}
      <CredentialFields {...props} />
    </>
  );
}
