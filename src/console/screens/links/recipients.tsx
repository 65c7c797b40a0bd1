import { useState } from "react";
import { listLinkSends } from "#client";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import { DataTable } from "#console/ui/data-table";
import { Card, Segmented } from "#console/ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { LeadOf } from "./lead-of";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";

const PER_PAGE = 10;

/** The people who got the link: those who clicked it, and those who did not. */
export function Recipients({ linkId }: { linkId: number }) {
  const t = useTexts(linkTexts);
  const format = useFormat();
  const [view, setView] = useState<"clicked" | "notClicked">("clicked");
  const hasClicked = view === "clicked";
  const sends = useList(["link-sends", linkId, view], (client, page, signal) =>
    listLinkSends({
      client,
      query: {
        ...page,
        per_page: PER_PAGE,
        short_link_id: linkId,
        clicked: hasClicked ? 1 : 0,
      },
      signal,
    }),
  );
  // On a phone there is room for one time beside the count.
  const sentClass = classes(styles.when, hasClicked && styles.wideOnly);
  const when = (at: string | null) => (at ? format.short(at) : "–");
  return (
    <Card
      title={t.recipients}
      isPadded={false}
      actions={
        <Segmented
          label={t.recipients}
          value={view}
          options={[
            ["clicked", t.clicked],
            ["notClicked", t.notClicked],
          ]}
          onChange={setView}
        />
      }
    >
      {sends.isPending && <LoadingRows rows={4} />}
      {sends.isError && <ProblemNote error={sends.error} onRetry={() => void sends.refetch()} />}
      {sends.isSuccess && sends.items.length === 0 && !sends.hasNextPage && (
        <EmptyState title={hasClicked ? t.nobodyClicked : t.everybodyClicked}>
          {hasClicked ? t.nobodyClickedAbout : t.everybodyClickedAbout}
        </EmptyState>
      )}
      {sends.items.length > 0 && (
        <DataTable
          aria-label={hasClicked ? t.clicked : t.notClicked}
          rows={sends.items}
          keyOf={({ id }) => id}
          columns={[
            [t.lead, ({ lead_id }) => <LeadOf id={lead_id} />],
            [t.sent, ({ sent_at }) => when(sent_at), { className: sentClass }],
            [
              hasClicked ? t.firstClick : t.read,
              (send) => when(hasClicked ? send.first_clicked_at : send.read_at),
              { className: styles.when },
            ],
            hasClicked && [t.count, ({ clicks_count: n }) => format.number(n), "number"],
          ]}
        />
      )}
      <LoadMore list={sends} />
    </Card>
  );
}
