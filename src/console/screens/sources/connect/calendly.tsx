import { useQueryClient } from "@tanstack/react-query";
import { connectSource, type Source } from "#client";
import { setAnswer } from "#console/data/entities";
import { SelectField, SwitchField, TextField } from "#console/data/form/fields";
import { Form } from "#console/data/form/form";
import { type Fields, useForm } from "#console/data/form/use-form";
import setup from "#console/screens/channels/connect/setup.module.css";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Card, CopyText, Facts } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { sourceKey } from "../source-query";
import styles from "../sources.module.css";
import { newConnection, type WrittenConnection } from "./connection";
import { texts } from "./texts";

export function TokenFields({ form }: { form: Fields<WrittenConnection> }) {
  const t = useTexts(texts).calendly;
  return (
    <>
      <TextField
        form={form}
        name="access_token"
        at="access_token"
        label={t.token}
        hint={t.tokenHint}
        type="password"
        spellCheck={false}
      />
      <SelectField form={form} name="scope" at="scope" label={t.scope} options={t.scopes} />
      <SwitchField form={form} name="keep_token" label={t.keep} hint={t.keepHint} />
    </>
  );
}

/** Connects a source that is there already, again too. */
function ConnectForm({ source }: { source: Source }) {
  const t = useTexts(texts).calendly;
  const queries = useQueryClient();
  const form = useForm(newConnection, (client, body) =>
    connectSource({ client, path: { source: source.id }, body }),
  );
  return (
    <Form
      form={form}
      className={setup.stack}
      onDone={({ data }) => setAnswer(queries, sourceKey(source.id), data)}
      next={() => form.restart()}
    >
      <TokenFields form={form} />
      <div>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {source.connection ? t.again : t.connect}
        </Button>
      </div>
    </Form>
  );
}

const CURL = (url: string, key: string) => `curl https://api.calendly.com/webhook_subscriptions \\
  -H "Authorization: Bearer YOUR_TOKEN" -H "Content-Type: application/json" -d '{
    "url": "${url}",
    "events": ["invitee.created", "invitee.canceled",
      "invitee_no_show.created", "invitee_no_show.deleted"],
    "organization": "https://api.calendly.com/organizations/YOUR_ORGANIZATION",
    "user": "https://api.calendly.com/users/YOUR_USER",
    "scope": "user",
    "signing_key": "${key}"
  }'`;

/** The request by which somebody subscribes who keeps the token away from here. */
export function ByHand({ url, secret }: { url: string; secret: string | null }) {
  const t = useTexts(texts).calendly;
  return (
    <details className={styles.byHand}>
      <summary>{t.byHand}</summary>
      <Stack gap={2}>
        <Soft size="medium">{secret ? t.byHandAbout : t.byHandHidden}</Soft>
        <div className={styles.code}>
          <CopyText text={CURL(url, secret ?? "YOUR_SECRET")} label={t.copyRequest} />
        </div>
      </Stack>
    </details>
  );
}

const TONES = { active: "green", ended: "amber", refused: "red" } as const;

/** The connection of a source to Calendly, or the way to it. */
export function Connection({ source, secret }: { source: Source; secret: string | null }) {
  const t = useTexts(texts).calendly;
  const format = useFormat();
  const mayWrite = useMay("sources:write");
  const { connection, inbound_url: url } = source;
  return (
    <Card title={t.title}>
      <Stack gap={4}>
        {connection ? (
          <>
            <Note tone={TONES[connection.state]}>
              <p>
                <strong>{t.states[connection.state]}</strong> {t.fixes[connection.state]}
              </p>
              {connection.error && <p>{t.says(connection.error)}</p>}
            </Note>
            <Facts
              facts={[
                [t.scope, t.scopes[connection.scope]],
                [t.checked, connection.checked_at && format.dateTime(connection.checked_at)],
              ]}
            />
          </>
        ) : (
          <p>{source.received_at ? t.aboutReceiving : t.about}</p>
        )}
        {mayWrite && connection?.state !== "active" && <ConnectForm source={source} />}
        {mayWrite && url && connection?.state !== "active" && <ByHand url={url} secret={secret} />}
      </Stack>
    </Card>
  );
}
