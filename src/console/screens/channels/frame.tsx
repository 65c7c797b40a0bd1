import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError, type Channel } from "#client";
import { useMayPlay } from "#console/data/may-do";
import { platformRow } from "#console/data/platforms";
import { platformTexts } from "#console/names/platform-texts";
import { NotFound } from "#console/shell/failures";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { BackLink } from "#console/ui/back-link";
import { Badge } from "#console/ui/badge";
import { classes } from "#console/ui/classes";
import { screenClass, TabLinks, tabClass, useTitle } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Clip, Soft } from "#console/ui/text";
import { ChannelActions } from "./actions";
import { PlatformSign, StateBadge } from "./badges";
import { useChannel } from "./channel-query";
import styles from "./channels.module.css";
import frame from "./frame.module.css";
import { texts } from "./texts";

function Head({ channel, isFull }: { channel: Channel; isFull: boolean }) {
  const t = useTexts(texts);
  const p = useTexts(platformTexts);
  const c = useTexts(general);
  const mayPlay = useMayPlay();
  const params = { channel: String(channel.id) };
  const exact = { exact: true };
  useTitle(channel.name);
  return (
    <Stack as="header" gap={3}>
      <div className={isFull ? frame.wide : undefined}>
        <BackLink to="/channels">{t.back}</BackLink>
      </div>
      <Row gap={3} wraps justify="between">
        <Row gap={3} className={styles.title}>
          <PlatformSign platform={channel.platform} />
          <div>
            <Clip as="h1" lines={3} className={styles.name}>
              {channel.name}
            </Clip>
            <Soft>
              {c.platforms[channel.platform]} · {p.providers[channel.provider]}
            </Soft>
          </div>
          <Row
            gap={2}
            wraps
            align="stretch"
            className={classes(styles.badges, isFull && frame.wide)}
          >
            <StateBadge channel={channel} />
            {channel.is_default && <Badge tone="accent">{t.isDefault}</Badge>}
          </Row>
        </Row>
        <div className={isFull ? frame.wide : undefined}>
          <ChannelActions channel={channel} />
        </div>
      </Row>
      <TabLinks label={t.parts}>
        <Link to="/channels/$channel" params={params} activeOptions={exact} className={tabClass}>
          {t.overview}
        </Link>
        {channel.provider === "sandbox" && mayPlay && (
          <Link to="/channels/$channel/chat" params={params} className={tabClass}>
            {t.chat}
          </Link>
        )}
        {platformRow(channel.platform).hasTemplates && (
          <Link to="/channels/$channel/templates" params={params} className={tabClass}>
            {t.templates}
          </Link>
        )}
      </TabLinks>
    </Stack>
  );
}

/** The head above the parts of a channel, once it is known. */
export function ChannelFrame({
  isFull = false,
  children,
}: {
  /** The part takes the height of the screen. */
  isFull?: boolean;
  children: (channel: Channel) => ReactNode;
}) {
  const t = useTexts(texts);
  const { data: channel, error, refetch } = useChannel();
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <div className={classes(screenClass, isFull && frame.full)}>
      {!channel && (
        <div>
          <BackLink to="/channels">{t.back}</BackLink>
        </div>
      )}
      {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {!channel && !error && <LoadingRows />}
      {channel && (
        <>
          <Head channel={channel} isFull={isFull} />
          {children(channel)}
        </>
      )}
    </div>
  );
}
