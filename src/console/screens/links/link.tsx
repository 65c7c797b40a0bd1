import { useNavigate, useParams } from "@tanstack/react-router";
import { QrCode, UserSearch } from "lucide-react";
import { useState } from "react";
import { ApiError, type Event, type ShortLink } from "#client";
import { useLiveQueries } from "#console/live/live";
import { useMay } from "#console/session/session";
import { NotFound } from "#console/shell/failures";
import { useTexts } from "#console/texts/catalogue";
import { BackLink } from "#console/ui/back-link";
import { Badge } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Screen } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Audience } from "./audience";
import { Bots } from "./bots";
import { Clicks } from "./clicks";
import { CopyButton } from "./copy-button";
import { Destination } from "./destination";
import styles from "./link.module.css";
import { LinkActions } from "./link-actions";
import { linkTexts } from "./link-texts";
import { QrDialog } from "./qr-dialog";
import { bareUrl, linkName, useLink } from "./queries";
import { Recipients } from "./recipients";
import { Series } from "./series";
import { texts } from "./texts";
import { TryDialog } from "./try-dialog";

const SETTLE_MS = 1_000;
/** The statistics read a row for each click: where there are many they are asked for less often. */
const MANY_CLICKS = 1_000;
const MANY_SETTLE_MS = 15_000;
const SHOWN = ["links", "link-clicks", "link-sends"];

function useLiveLink(id: number, clicksCount = 0) {
  const concerns = ({ data }: Event) => "short_link_id" in data && data.short_link_id === id;
  useLiveQueries(
    ["link.clicked", "link.sent", "short_link.deleted"],
    SHOWN.map((key) => [key, id]),
    { settleMs: SETTLE_MS, concerns },
  );
  useLiveQueries(["link.clicked"], [["link-stats", id]], {
    settleMs: clicksCount > MANY_CLICKS ? MANY_SETTLE_MS : SETTLE_MS,
    concerns,
  });
}

function Page({ link }: { link: ShortLink }) {
  const t = useTexts(linkTexts);
  const list = useTexts(texts);
  const navigate = useNavigate();
  const mayWrite = useMay("short-links:write");
  const mayReadLeads = useMay("leads:read");
  const [open, setOpen] = useState<"qr" | "try" | null>(null);
  const url = link.template_variable_url;
  return (
    <Screen
      title={linkName(link)}
      back={<BackLink to="/links">{t.back}</BackLink>}
      about={
        <>
          <Row as="span" gap={1} wraps className={styles.about}>
            <a href={url} target="_blank" rel="noreferrer" dir="ltr">
              {bareUrl(url)}
            </a>
            <CopyButton url={url} />
            <Badge tone={link.is_active ? "green" : "amber"}>
              {link.is_active ? list.isActive : list.isPaused}
            </Badge>
          </Row>
          <Row as="span" gap={2} align="baseline" className={styles.leadsTo}>
            <span>{t.leadsTo}</span>
            <Destination url={link.destination_url} />
          </Row>
        </>
      }
      actions={
        <>
          {mayReadLeads && (
            <Button icon={<UserSearch />} onClick={() => setOpen("try")}>
              {t.tryIt}
            </Button>
          )}
          <Button icon={<QrCode />} onClick={() => setOpen("qr")}>
            {t.qr}
          </Button>
          {mayWrite && (
            <LinkActions link={link} onDeleted={() => void navigate({ to: "/links" })} />
          )}
        </>
      }
    >
      {!link.is_active && <Note tone="amber">{t.paused}</Note>}
      <div className={styles.columns}>
        <Stack gap={4}>
          <Series link={link} />
          <Recipients linkId={link.id} />
        </Stack>
        <Stack gap={4}>
          <Audience linkId={link.id} />
          <Clicks linkId={link.id} />
          <Bots linkId={link.id} />
        </Stack>
      </div>
      {open === "qr" && <QrDialog link={link} onClose={() => setOpen(null)} />}
      {open === "try" && <TryDialog link={link} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

export default function LinkScreen() {
  const t = useTexts(linkTexts);
  const list = useTexts(texts);
  const { link: param } = useParams({ from: "/links/$link" });
  const id = Number(param);
  const link = useLink(id);
  useLiveLink(id, link.data?.clicks_count);
  if (link.error instanceof ApiError && link.error.status === 404) return <NotFound />;
  if (link.data) return <Page key={id} link={link.data} />;
  return (
    <Screen title={list.title} back={<BackLink to="/links">{t.back}</BackLink>}>
      {link.isPending ? (
        <LoadingRows />
      ) : (
        <ProblemNote error={link.error} onRetry={() => void link.refetch()} />
      )}
    </Screen>
  );
}
