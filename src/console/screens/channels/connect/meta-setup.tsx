import type { Channel } from "#client";
import { PLATFORMS } from "#console/data/platforms";
import { useTexts } from "#console/texts/catalogue";
import { Card, CopyText } from "#console/ui/layout";
import { Note } from "#console/ui/states";
import { useCalls } from "../channel-query";
import { MetaLight } from "./light";
import styles from "./setup.module.css";
import { texts } from "./texts";

const isLocal = (url: string | null) => url !== null && /^http:|\/\/localhost/.test(url);

/** What a person does at Meta once the channel exists, and a light that tells whether it works. */
export function MetaSetup({
  channel: known,
  verifyToken,
}: {
  channel: Channel;
  /** Known while the channel is being connected: it is never shown again. */
  verifyToken?: string | undefined;
}) {
  const t = useTexts(texts);
  const channel = useCalls(known);
  const isCalled = channel.webhook_verified_at !== null || channel.last_webhook_at !== null;
  const { api, webhookFields } = PLATFORMS[channel.platform];
  return (
    <Card title={t.atMeta}>
      <div className={styles.stack}>
        <MetaLight channel={channel} />
        {!isCalled && isLocal(channel.webhook_url) && <Note tone="amber">{t.local}</Note>}
        <ol className={styles.steps}>
          <li>
            <p>{t.webhookAt[api]}</p>
            {channel.webhook_url && (
              <div className={styles.named}>
                <span>{t.webhookUrl}</span>
                <CopyText text={channel.webhook_url} />
              </div>
            )}
            <div className={styles.named}>
              <span>{t.fields.verify_token.label}</span>
              {verifyToken ? <CopyText text={verifyToken} /> : <p>{t.verifyHidden}</p>}
            </div>
          </li>
          <li>
            <p>{t.subscribe}</p>
            <p className={styles.fields}>
              {webhookFields.map((name) => (
                <code key={name}>{name}</code>
              ))}
            </p>
          </li>
          <li>
            <p>{t.write}</p>
          </li>
        </ol>
        <p>
          <a href="/docs/messaging#connect-whatsapp-or-instagram">{t.guide}</a>
        </p>
      </div>
    </Card>
  );
}
