import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError, type Source } from "#client";
import styles from "#console/screens/channels/channels.module.css";
import { NotFound } from "#console/shell/failures";
import { useTexts } from "#console/texts/catalogue";
import { BackLink } from "#console/ui/back-link";
import { screenClass, TabLinks, tabClass, useTitle } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Clip, Soft } from "#console/ui/text";
import { SourceActions } from "./actions";
import { WaitingBadge } from "./deliveries/waiting";
import { KindSign, useKindName } from "./kind-sign";
import { LightBadge, LightNote } from "./light";
import { useSource } from "./source-query";
import { texts } from "./texts";

function Head({ source }: { source: Source }) {
  const t = useTexts(texts);
  const kindName = useKindName(source);
  const params = { source: String(source.id) };
  useTitle(source.name);
  return (
    <Stack as="header" gap={3}>
      <div>
        <BackLink to="/channels/sources">{t.back}</BackLink>
      </div>
      <Row gap={3} wraps justify="between">
        <Row gap={3} className={styles.title}>
          <KindSign source={source} />
          <div>
            <Clip as="h1" lines={3} className={styles.name}>
              {source.name}
            </Clip>
            <Soft>{kindName}</Soft>
          </div>
          <Row gap={2} wraps align="stretch" className={styles.badges}>
            <LightBadge source={source} />
            <WaitingBadge source={source.id} />
          </Row>
        </Row>
        <SourceActions source={source} />
      </Row>
      <TabLinks label={t.parts}>
        <Link
          to="/channels/sources/$source"
          params={params}
          activeOptions={{ exact: true }}
          className={tabClass}
        >
          {t.overview}
        </Link>
        <Link to="/channels/sources/$source/mapping" params={params} className={tabClass}>
          {t.mapping}
        </Link>
        <Link to="/channels/sources/$source/deliveries" params={params} className={tabClass}>
          {t.deliveries}
        </Link>
      </TabLinks>
    </Stack>
  );
}

/** The head above the parts of a source, once it is known. */
export function SourceFrame({ children }: { children: (source: Source) => ReactNode }) {
  const t = useTexts(texts);
  const { data: source, error, refetch } = useSource();
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <div className={screenClass}>
      {!source && (
        <div>
          <BackLink to="/channels/sources">{t.back}</BackLink>
        </div>
      )}
      {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {!source && !error && <LoadingRows />}
      {source && (
        <>
          <Head source={source} />
          <LightNote source={source} />
          {children(source)}
        </>
      )}
    </div>
  );
}
