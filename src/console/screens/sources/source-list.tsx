import { Link } from "@tanstack/react-router";
import { Cable, Plus } from "lucide-react";
import { listSources, type Source } from "#client";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { lightOf } from "#console/data/source-lights";
import channelStyles from "#console/screens/channels/channels.module.css";
import { ChannelTabs } from "#console/screens/channels/tabs";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { buttonClass } from "#console/ui/button";
import { Grid } from "#console/ui/grid";
import { Facts, Screen } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Clip, Soft } from "#console/ui/text";
import { WaitingBadge } from "./deliveries/waiting";
import { KindSign, useKindName } from "./kind-sign";
import { LightBadge } from "./light";
import { SOURCES_KEY } from "./source-query";
import styles from "./sources.module.css";
import { texts } from "./texts";

const POLL_MS = 15_000;

function ConnectLink() {
  const t = useTexts(texts);
  return (
    <Link to="/channels/sources/connect" className={buttonClass("primary")}>
      <Plus />
      {t.connect}
    </Link>
  );
}

function SourceCard({ source }: { source: Source }) {
  const t = useTexts(texts);
  const kindName = useKindName(source);
  const format = useFormat();
  const { id, name, received_at: received, rejected_at: rejected } = source;
  const light = lightOf(source);
  return (
    <li className={channelStyles.card}>
      <Row gap={3}>
        <KindSign source={source} />
        <div className={channelStyles.names}>
          <Clip as="h2">
            <Link
              to="/channels/sources/$source"
              params={{ source: String(id) }}
              className={channelStyles.cover}
            >
              {name}
            </Link>
          </Clip>
          <Clip as="p" className={channelStyles.about}>
            {kindName}
          </Clip>
        </div>
      </Row>
      <Row gap={2} wraps align="stretch" className={styles.badges}>
        <LightBadge source={source} />
        <WaitingBadge source={id} />
      </Row>
      {light === "rejecting" && <Soft>{t.rejectedFix}</Soft>}
      {light === "disconnected" && <Soft>{t.disconnectedFix}</Soft>}
      <Facts
        facts={[
          [t.lastReceived, received ? format.relative(received) : t.never],
          [t.lastRejected, rejected && format.relative(rejected)],
        ]}
      />
    </li>
  );
}

/** The ways by which other services, and forms, bring leads and bookings in. */
export default function SourceList() {
  const t = useTexts(texts);
  const mayWrite = useMay("sources:write");
  const sources = useList(
    SOURCES_KEY,
    (client, page, signal) => listSources({ client, query: { per_page: 50, ...page }, signal }),
    { refetchInterval: POLL_MS },
  );
  const isEmpty = sources.isSuccess && sources.items.length === 0;
  return (
    <Screen title={t.title} about={t.about} actions={mayWrite && !isEmpty && <ConnectLink />}>
      <ChannelTabs />
      {sources.isPending && <LoadingRows />}
      {sources.error && (
        <ProblemNote error={sources.error} onRetry={() => void sources.refetch()} />
      )}
      {isEmpty && (
        <EmptyState icon={<Cable />} title={t.none} actions={mayWrite && <ConnectLink />}>
          {t.noneAbout}
        </EmptyState>
      )}
      <Grid as="ul" gap={4} min="21rem">
        {sources.items.map((source) => (
          <SourceCard key={source.id} source={source} />
        ))}
      </Grid>
      <LoadMoreButton list={sources} />
    </Screen>
  );
}
