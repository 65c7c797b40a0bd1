import type { ReactNode } from "react";
import type { Channel, ChannelCredentials, ChannelInputWritable } from "#client";
import { TextField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { PLATFORMS, platformOf } from "#console/data/platforms";
import { useTexts } from "#console/texts/catalogue";
import { texts as connectTexts } from "./connect/texts";
import { texts } from "./texts";

type Provider = Channel["provider"];
type Credential = keyof ChannelCredentials;
type Setting = "name" | "external_id" | "business_account_id" | "gateway_url";
/** The typed values, by field. */
export type Values = Partial<Record<Setting | Credential, string>> & {
  marketing_route?: Channel["marketing_route"];
  import_history?: boolean;
};

function settingsOf(provider: Provider): readonly Setting[] {
  const own = platformOf(provider);
  if (own) return ["name", ...PLATFORMS[own].settings];
  return provider === "webhook" ? ["name", "gateway_url"] : ["name"];
}

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
  const settings = settingsOf(provider).map(
    (name) => [name, values[name]?.trim() || null] as const,
  );
  return {
    name: "",
    ...Object.fromEntries(settings.filter(([, value]) => value !== null)),
    ...(values.import_history && { import_history: true }),
    ...(values.marketing_route && { marketing_route: values.marketing_route }),
    ...(given.length > 0 && { credentials: Object.fromEntries(given) }),
  };
}

export function ChannelFields({
  provider,
  form,
  stored,
  children,
}: {
  provider: Provider;
  form: Fields<Values>;
  /** The credentials that the channel has already. */
  stored?: ChannelCredentials;
  children?: ReactNode;
}) {
  const t = useTexts(connectTexts);
  const { keepBlank } = useTexts(texts);
  const own = platformOf(provider);
  const wordsOf = (name: Setting) =>
    name === "external_id" && own && !PLATFORMS[own].hasNumbers ? t.accountId : t.fields[name];
  return (
    <>
      {settingsOf(provider).map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          {...wordsOf(name)}
          inputMode={name.endsWith("_id") ? "numeric" : undefined}
        />
      ))}
      {children}
      {credentialsOf(provider).map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          at={`credentials.${name}`}
          label={t.fields[name].label}
          hint={stored?.[name] ? keepBlank : t.fields[name].hint}
          type={READABLE.includes(name) ? "text" : "password"}
          placeholder={stored?.[name] ? "••••••••" : undefined}
          spellCheck={false}
        />
      ))}
    </>
  );
}
