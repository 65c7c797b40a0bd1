import { useState } from "react";
import { type Channel, createChannel, type Platform } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { FIRST_PLATFORM, PLATFORMS, platformNames, platformOf } from "#console/data/platforms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Checkbox } from "#console/ui/field";
import { Card, Segmented } from "#console/ui/layout";
import { ProblemNote } from "#console/ui/states";
import { ChannelFields, fieldsOf, settingsIn, type Values } from "../form";
import { texts as channelTexts } from "../texts";
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
  const { providers } = useTexts(channelTexts);
  const own = platformOf(provider);
  const [platform, setPlatform] = useState<Platform>(own ?? FIRST_PLATFORM);
  const [isDefault, setDefault] = useState(false);
  const [values, setValues] = useState<Values>(() => ({
    ...(own && { verify_token: newVerifyToken() }),
    ...(provider === "webhook" && { signing_secret: newSigningSecret() }),
  }));
  const create = useAction(
    (client, typed: Values) =>
      createChannel({
        client,
        body: {
          platform,
          provider,
          ...settingsIn(provider, typed),
          ...(isDefault && { is_default: true }),
        },
      }),
    { onDone: ({ data }, typed) => onMade({ channel: data, values: typed }) },
  );
  const steps = own ? t.before[PLATFORMS[own].api] : "";
  return (
    <div className={styles.details} data-alone={!steps}>
      <Card title={providers[provider]}>
        <form
          noValidate
          className={setup.stack}
          onSubmit={(event) => {
            event.preventDefault();
            void create.run(values);
          }}
        >
          {!own && (
            <div className={setup.named}>
              <span>{t.platform}</span>
              <div>
                <Segmented
                  label={t.platform}
                  value={platform}
                  options={platformNames.map((name) => [name, c.platforms[name]])}
                  onChange={setPlatform}
                />
              </div>
            </div>
          )}
          <ChannelFields
            provider={provider}
            values={values}
            onChange={setValues}
            errors={create.errors}
          />
          <Checkbox checked={isDefault} onChange={({ target }) => setDefault(target.checked)}>
            {t.isDefault}
          </Checkbox>
          {create.error && !isShownAtFields(create.error, fieldsOf(provider)) && (
            <ProblemNote error={create.error} />
          )}
          <div className={styles.buttons}>
            <Button onClick={onBack}>{c.back}</Button>
            <Button type="submit" kind="primary" isBusy={create.isBusy}>
              {t.submit}
            </Button>
          </div>
        </form>
      </Card>
      {steps && (
        <Card title={t.beforeTitle}>
          <ol className={setup.steps}>
            {steps.split("\n").map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
      )}
    </div>
  );
}
