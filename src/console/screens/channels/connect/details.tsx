import { type Channel, createChannel, type Platform } from "#client";
import { CheckField } from "#console/data/form/fields";
import { Form } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { FIRST_PLATFORM, PLATFORMS, platformNames, platformOf } from "#console/data/platforms";
import { platformTexts } from "#console/names/platform-texts";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Card, Segmented } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { ChannelFields, hasLogins, settingsIn, type Values } from "../form";
import styles from "./connect.module.css";
import { newSigningSecret, newVerifyToken } from "./secrets";
import setup from "./setup.module.css";
import { texts } from "./texts";

type Provider = Channel["provider"];

/** The account of a channel, beside what has to be done at Meta to have it. */
export function Details({
  provider,
  onBack,
  onMade,
}: {
  provider: Provider;
  onBack: () => void;
  onMade: (made: { channel: Channel; values: Values }) => void;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const { providers, before } = useTexts(platformTexts);
  const own = platformOf(provider);
  const form = useForm<Values & { platform: Platform; isDefault: boolean }, { data: Channel }>(
    () => ({
      platform: own ?? FIRST_PLATFORM,
      isDefault: false,
      ...(own && { verify_token: newVerifyToken() }),
      ...(hasLogins(provider) && { login: "instagram" as const }),
      ...(provider === "webhook" && { signing_secret: newSigningSecret() }),
    }),
    (client, { platform, isDefault, ...typed }) => {
      const settings = { ...settingsIn(provider, typed), ...(isDefault && { is_default: true }) };
      return createChannel({ client, body: { platform, provider, ...settings } });
    },
  );
  const { login } = form.values;
  const ofApi = own ? before[PLATFORMS[own].api] : "";
  const steps = login ? t.logins[login].before : ofApi;
  return (
    <div className={styles.details} data-alone={!steps}>
      <Card title={providers[provider]}>
        <Form
          form={form}
          className={setup.stack}
          onDone={({ data }, values) => onMade({ channel: data, values })}
        >
          {!own && (
            <Stack gap={1}>
              <Soft as="span" size="small">
                {t.platform}
              </Soft>
              <div>
                <Segmented
                  label={t.platform}
                  value={form.values.platform}
                  options={platformNames.map((name) => [name, c.platforms[name]])}
                  onChange={(platform) => form.set({ platform })}
                />
              </div>
            </Stack>
          )}
          <ChannelFields provider={provider} form={form} />
          <CheckField form={form} name="isDefault" label={t.isDefault} />
          <Row gap={2} align="stretch" justify="between">
            <Button onClick={onBack}>{c.back}</Button>
            <Button type="submit" kind="primary" isBusy={form.isBusy}>
              {t.submit}
            </Button>
          </Row>
        </Form>
      </Card>
      {steps && (
        <Card title={t.beforeTitle}>
          <Stack as="ol" gap={4} className={setup.steps}>
            {steps.split("\n").map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Stack>
        </Card>
      )}
    </div>
  );
}
