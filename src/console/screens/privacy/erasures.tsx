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
import { Card } from "#console/ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Table } from "#console/ui/table";
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
      <Table>
        <thead>
          <tr>
            <th scope="col">{t.when}</th>
            <th scope="col">{t.lead}</th>
            <th scope="col">{t.state}</th>
            <th scope="col">{t.by}</th>
            <th scope="col" data-number>
              {t.rows}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.items.map((erasure) => (
            <tr key={erasure.id}>
              <td>
                <Link to="/privacy/erasures/$erasure" params={{ erasure: String(erasure.id) }}>
                  {format.dateTime(erasure.requested_at)}
                </Link>
              </td>
              <td>{erasure.lead_id}</td>
              <td>
                <Badge tone={erasure.state === "erased" ? "green" : "blue"}>
                  {t.states[erasure.state]}
                </Badge>
              </td>
              <td>{erasure.requested_by.name ?? t.byUnknown}</td>
              <td data-number>{format.number(removedBy(erasure))}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <LoadMore list={list} />
    </Card>
  );
}
