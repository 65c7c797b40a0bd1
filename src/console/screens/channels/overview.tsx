import { Link } from "@tanstack/react-router";
import type { Channel } from "#client";
import { HoursLines } from "#console/data/hours/hours-lines";
import { useMayPlay } from "#console/data/may-do";
import { platformRow } from "#console/data/platforms";
import { platformTexts } from "#console/names/platform-texts";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { buttonClass } from "#console/ui/button";
import { Card, Facts } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { QualityBadge } from "./badges";
import { useLastInbound } from "./channel-query";
import styles from "./channels.module.css";
import { CheckNote } from "./check";
import { GatewaySetup } from "./connect/gateway-setup";
import { MetaSetup } from "./connect/meta-setup";
import { texts as connectTexts } from "./connect/texts";
import { credentialsOf } from "./form";
import { ChannelFrame } from "./frame";
import { PauseNote } from "./pause";
import { texts } from "./texts";

function StopNote({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const format = useFormat();
  const reason = channel.stop_reason ?? "by_request";
  return (
    <Note tone={reason === "by_request" ? "amber" : "red"}>
      <p>
        <strong>{t.stopReasons[reason]}.</strong> {t.fixes[reason]}
      </p>
      {channel.stop_detail && <p>{t.platformSays(channel.stop_detail)}</p>}
      {channel.stopped_at && <p>{t.since(format.dateTime(channel.stopped_at))}</p>}
    </Note>
  );
}

function Credentials({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  return (
    <Stack as="ul" gap={1}>
      {credentialsOf(channel.provider).map((name) => (
        <li key={name}>
          {t.credentialNames[name]}{" "}
          <Soft as="span">({channel.credentials[name] ? t.isStored : t.isMissing})</Soft>
        </li>
      ))}
    </Stack>
  );
}

function Limit({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const { number } = useFormat();
  const { messaging_limit: limit, limit_used: used, portfolio_id } = channel;
  if (limit === null) return t.unlimited;
  return (
    <>
      {used === null ? t.limitOf(number(limit)) : t.limitUsed(number(used), number(limit))}
      {portfolio_id && <Soft size="small">{t.limitShared}</Soft>}
    </>
  );
}

function MarketingRoute({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const { marketing_route: route, marketing_state: state } = channel;
  return t.marketingRoutes[route === "auto" ? (state ?? "messages") : route];
}

function Connection({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const c = useTexts(connectTexts);
  const p = useTexts(platformTexts);
  const { messageTypes: types } = useTexts(nameTexts);
  const format = useFormat();
  const last = useLastInbound(channel);
  const hours = channel.business_hours;
  const hasCredentials = credentialsOf(channel.provider).length > 0;
  const hasAccount = channel.webhook_url !== null && platformRow(channel.platform).hasTemplates;
  return (
    <Card title={t.connection}>
      <Facts
        facts={[
          [t.provider, p.providers[channel.provider]],
          [c.login, channel.login && c.logins[channel.login].label],
          [t.externalId, channel.external_id],
          [t.business, channel.business_account_id],
          [t.portfolio, channel.portfolio_id],
          [t.gateway, channel.gateway_url],
          [t.accepts, channel.accepts && format.list(channel.accepts.map((one) => types[one]))],
          [t.quality, channel.quality && <QualityBadge quality={channel.quality} />],
          [t.marketingRoute, hasAccount ? <MarketingRoute channel={channel} /> : null],
          [t.limit, hasAccount ? <Limit channel={channel} /> : null],
          [t.hours, hours ? <HoursLines hours={hours} /> : t.workspaceHours],
          [t.closedOn, hours?.closed?.join(", ")],
          [
            t.lastMessage,
            last.data === undefined ? null : last.data ? format.dateTime(last.data) : t.never,
          ],
          [t.checked, channel.checked_at && format.dateTime(channel.checked_at)],
          [t.verified, channel.webhook_verified_at && format.dateTime(channel.webhook_verified_at)],
          [t.synced, channel.templates_synced_at && format.dateTime(channel.templates_synced_at)],
          [t.tokenEnds, channel.token_expires_at && format.date(channel.token_expires_at)],
          [t.credentials, hasCredentials ? <Credentials channel={channel} /> : null],
          [t.created, format.date(channel.created_at)],
        ]}
      />
    </Card>
  );
}

function Sandbox({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const mayPlay = useMayPlay();
  return (
    <Card title={t.play}>
      <Stack gap={4}>
        <p>{t.sandboxAbout}</p>
        {mayPlay && (
          <div>
            <Link
              to="/channels/$channel/chat"
              params={{ channel: String(channel.id) }}
              className={buttonClass("primary")}
            >
              {t.play}
            </Link>
          </div>
        )}
      </Stack>
    </Card>
  );
}

function Setup({ channel }: { channel: Channel }) {
  switch (channel.provider) {
    case "sandbox":
      return <Sandbox channel={channel} />;
    case "webhook":
      return <GatewaySetup channel={channel} />;
    default:
      return <MetaSetup channel={channel} />;
  }
}

export default function Overview() {
  const t = useTexts(texts);
  return (
    <ChannelFrame>
      {(channel) => (
        <>
          {channel.status === "stopped" && <StopNote channel={channel} />}
          {channel.pause && <PauseNote channel={channel} pause={channel.pause} />}
          <CheckNote channel={channel} />
          {channel.templates_error && (
            <Note tone="amber">{t.syncFailed(channel.templates_error)}</Note>
          )}
          <div className={styles.halves}>
            <Setup channel={channel} />
            <Connection channel={channel} />
          </div>
        </>
      )}
    </ChannelFrame>
  );
}
