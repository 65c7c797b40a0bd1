import { Link } from "@tanstack/react-router";
import { Plus, RadioTower } from "lucide-react";
import { type Channel, listChannels } from "#client";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { useMayPlay } from "#console/data/may-do";
import { useLiveQueries } from "#console/live/live";
import { platformTexts } from "#console/names/platform-texts";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { buttonClass } from "#console/ui/button";
import { Grid } from "#console/ui/grid";
import { Facts, Screen } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Clip, Soft } from "#console/ui/text";
import { PlatformSign, QualityBadge, StateBadge } from "./badges";
import { CHANNEL_STATES, useLastInbound } from "./channel-query";
import styles from "./channels.module.css";
import { ChannelTabs } from "./tabs";
import { texts } from "./texts";

function ConnectLink() {
  const t = useTexts(texts);
  return (
    <Link to="/channels/connect" className={buttonClass("primary")}>
      <Plus />
      {t.connect}
    </Link>
  );
}

function ChannelCard({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const p = useTexts(platformTexts);
  const c = useTexts(general);
  const format = useFormat();
  const last = useLastInbound(channel);
  const params = { channel: String(channel.id) };
  const mayPlay = useMayPlay();
  return (
    <li className={styles.card}>
      <Row gap={3}>
        <PlatformSign platform={channel.platform} />
        <div className={styles.names}>
          <Clip as="h2">
            <Link to="/channels/$channel" params={params} className={styles.cover}>
              {channel.name}
            </Link>
          </Clip>
          <Clip as="p" className={styles.about}>
            {c.platforms[channel.platform]} · {p.providers[channel.provider]}
          </Clip>
        </div>
      </Row>
      <Row gap={2} wraps align="stretch" className={styles.badges}>
        <StateBadge channel={channel} />
        {channel.is_default && <Badge tone="accent">{t.isDefault}</Badge>}
      </Row>
      {channel.status === "stopped" && (
        <Soft>{channel.stop_detail ?? t.fixes[channel.stop_reason ?? "by_request"]}</Soft>
      )}
      {channel.pause && <Soft>{t.pauseFixes[channel.pause.reason]}</Soft>}
      <Facts
        facts={[
          [t.quality, channel.quality && <QualityBadge quality={channel.quality} />],
          [t.limit, channel.messaging_limit && t.limitOf(format.number(channel.messaging_limit))],
          [t.externalId, channel.external_id],
          [
            t.lastMessage,
            last.data === undefined ? null : last.data ? format.relative(last.data) : t.never,
          ],
        ]}
      />
      {channel.provider === "sandbox" && mayPlay && (
        <div className={styles.play}>
          <Link
            to="/channels/$channel/chat"
            params={params}
            className={buttonClass("plain", "small")}
          >
            {t.play}
          </Link>
        </div>
      )}
    </li>
  );
}

export default function ChannelList() {
  const t = useTexts(texts);
  const mayWrite = useMay("channels:write");
  const channels = useList(["channels"], (client, page, signal) =>
    listChannels({ client, query: { per_page: 50, ...page }, signal }),
  );
  useLiveQueries(CHANNEL_STATES, [["channels"]]);
  const isEmpty = channels.isSuccess && channels.items.length === 0;
  return (
    <Screen title={t.title} about={t.about} actions={mayWrite && !isEmpty && <ConnectLink />}>
      <ChannelTabs />
      {channels.isPending && <LoadingRows />}
      {channels.error && (
        <ProblemNote error={channels.error} onRetry={() => void channels.refetch()} />
      )}
      {isEmpty && (
        <EmptyState icon={<RadioTower />} title={t.none} actions={mayWrite && <ConnectLink />}>
          {t.noneAbout}
        </EmptyState>
      )}
      <Grid as="ul" gap={4} min="21rem">
        {channels.items.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} />
        ))}
      </Grid>
      <LoadMoreButton list={channels} />
    </Screen>
  );
}
