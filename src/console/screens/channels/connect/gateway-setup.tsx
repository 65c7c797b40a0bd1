import type { Channel } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Card, CopyText } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { GatewayLight } from "./light";
import styles from "./setup.module.css";
import { texts } from "./texts";

/** The steps that a gateway has to do, and a light that shows if it does. */
export function GatewaySetup({
  channel,
  secret,
}: {
  channel: Channel;
  secret?: string | undefined;
}) {
  const t = useTexts(texts);
  const { origin } = location;
  return (
    <Card title={t.gatewayTitle}>
      <Stack gap={4}>
        <GatewayLight channel={channel} />
        <Stack as="ol" gap={4} className={styles.steps}>
          <li>
            <p>{t.gatewaySend}</p>
            <CopyText text={channel.gateway_url ?? ""} />
            {secret && (
              <Stack gap={1}>
                <Soft as="span" size="small">
                  {t.secretOnce}
                </Soft>
                <CopyText text={secret} />
              </Stack>
            )}
          </li>
          <li>
            <p>{t.gatewayInbound}</p>
            <CopyText text={`${origin}/v1/channels/${channel.id}/inbound`} />
          </li>
          <li>
            <p>{t.gatewayStatus}</p>
            <CopyText text={`${origin}/v1/messages/{message}/status`} />
          </li>
        </Stack>
        <p>
          <a href="/docs/messaging#connect-a-gateway-of-your-own">{t.guide}</a>
        </p>
      </Stack>
    </Card>
  );
}
