import type { Channel } from "#client";
import { PLATFORMS } from "#console/data/platforms";
import { platformTexts } from "#console/names/platform-texts";
import { useTexts } from "#console/texts/catalogue";
import { Card, CopyText } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { useCalls } from "../channel-query";
import { MetaLight } from "./light";
import styles from "./setup.module.css";
import { texts } from "./texts";
import { WithheldNote } from "./withheld";

const isLocal = (url: string | null) => url !== null && /^http:|\/\/localhost/.test(url);

/** The steps at Meta once the channel exists, and a light that shows if it works. */
export function MetaSetup({
  channel: known,
  verifyToken,
}: {
  channel: Channel;
  /** Known while the channel is being connected: it is never shown again. */
  verifyToken?: string | undefined;
}) {
  const t = useTexts(texts);
  const { webhookAt } = useTexts(platformTexts);
  const channel = useCalls(known);
  const isCalled = channel.webhook_verified_at !== null || channel.last_webhook_at !== null;
  const { api } = PLATFORMS[channel.platform];
  return (
    <Card title={t.atMeta}>
      <Stack gap={4}>
        <MetaLight channel={channel} />
        <WithheldNote channel={channel} />
        {!isCalled && isLocal(channel.webhook_url) && <Note tone="amber">{t.local}</Note>}
        <Stack as="ol" gap={4} className={styles.steps}>
          <li>
            <p>{webhookAt[api]}</p>
            {channel.webhook_url && (
              <Stack gap={1}>
                <Soft as="span" size="small">
                  {t.webhookUrl}
                </Soft>
                <CopyText text={channel.webhook_url} />
              </Stack>
            )}
            <Stack gap={1}>
              <Soft as="span" size="small">
                {t.fields.verify_token.label}
              </Soft>
              {verifyToken ? <CopyText text={verifyToken} /> : <p>{t.verifyHidden}</p>}
            </Stack>
          </li>
          <li>
            <p>{t.subscribe}</p>
            <Row as="p" wraps align="stretch" className={styles.fields}>
              {channel.webhook_fields.map((name) => (
                <code key={name}>{name}</code>
              ))}
            </Row>
            {channel.webhook_fields.includes("comments") && <p>{t.commentFields}</p>}
          </li>
          <li>
            <p>{t.write}</p>
          </li>
        </Stack>
        <p>
          <a href="/docs/messaging#connect-whatsapp-or-instagram">{t.guide}</a>
        </p>
      </Stack>
    </Card>
  );
}
