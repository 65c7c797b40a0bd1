import { Link } from "@tanstack/react-router";
import { ReceiptText } from "lucide-react";
import { type Erasure, listErasures } from "#client";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useLiveQueries } from "#console/live/live";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { buttonClass } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { Card } from "#console/ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { receiptTexts } from "./receipt-texts";

const KEY = ["erasures", "list"];
const removedBy = ({ removed }: Erasure) =>
  Object.values(removed).reduce((sum, count) => sum + count, 0);

/** The receipts of all erasures. */
export default function Erasures() {
  const t = useTexts(receiptTexts);
  const format = useFormat();
  const list = useList(KEY, (client, page) =>
    listErasures({ client, query: { per_page: 25, ...page } }),
  );
  useLiveQueries(["lead.deleted"], [KEY]);
  if (list.isPending) return <LoadingRows />;
  if (list.error) return <ProblemNote error={list.error} onRetry={() => void list.refetch()} />;
  if (list.items.length === 0)
    return (
      <EmptyState
        icon={<ReceiptText />}
        title={t.none}
        actions={
          <Link to="/privacy" className={buttonClass()}>
            {t.findOne}
          </Link>
        }
      >
        {t.noneAbout}
      </EmptyState>
    );
  return (
    <Card isPadded={false}>
      <DataTable
        rows={list.items}
        keyOf={({ id }) => id}
        columns={[
          [
            t.when,
            ({ id, requested_at }) => (
              <Link to="/privacy/erasures/$erasure" params={{ erasure: String(id) }}>
                {format.dateTime(requested_at)}
              </Link>
            ),
          ],
          [t.lead, ({ lead_id }) => lead_id],
          [
            t.state,
            ({ state }) => (
              <Badge tone={state === "erased" ? "green" : "blue"}>{t.states[state]}</Badge>
            ),
          ],
          [t.by, ({ requested_by }) => requested_by.name ?? t.byUnknown],
          [t.rows, (erasure) => format.number(removedBy(erasure)), "number"],
        ]}
      />
      <LoadMore list={list} />
    </Card>
  );
}
