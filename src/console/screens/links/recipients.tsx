import { useState } from "react";
import { listLinkSends } from "#client";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import { Card, Segmented } from "#console/ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Table } from "#console/ui/table";
import { LeadOf } from "./lead-of";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";

const PER_PAGE = 10;

/** Who got the link: those who clicked it, and those who did not. */
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
  const sentClass = hasClicked ? styles.wideOnly : undefined;
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
        <Table aria-label={hasClicked ? t.clicked : t.notClicked}>
          <thead>
            <tr>
              <th scope="col">{t.lead}</th>
              <th scope="col" className={sentClass}>
                {t.sent}
              </th>
              <th scope="col">{hasClicked ? t.firstClick : t.read}</th>
              {hasClicked && (
                <th scope="col" data-number>
                  {t.count}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {sends.items.map((send) => (
              <tr key={send.id}>
                <td>
                  <LeadOf id={send.lead_id} />
                </td>
                <td className={classes(styles.when, sentClass)}>{when(send.sent_at)}</td>
                <td className={styles.when}>
                  {when(hasClicked ? send.first_clicked_at : send.read_at)}
                </td>
                {hasClicked && <td data-number>{format.number(send.clicks_count)}</td>}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <LoadMore list={sends} />
    </Card>
  );
}
