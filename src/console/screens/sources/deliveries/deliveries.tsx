import { useNavigate, useSearch } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import type { Source, SourceDelivery } from "#client";
import { ListView } from "#console/data/list-view";
import { nameTexts } from "#console/names/texts";
import { LeadOf } from "#console/screens/leads/bookings/parts";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { ChoiceSelect } from "#console/ui/choice-select";
import { DataTable } from "#console/ui/data-table";
import { Card } from "#console/ui/layout";
import { EmptyState, Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { SourceFrame } from "../frame";
import styles from "./deliveries.module.css";
import { DeliveryDialog } from "./delivery-dialog";
import { isStuck, useDeliveries } from "./queries";
import { ReplayAll } from "./replay";
import { ResultBadge } from "./result-badge";
import { type DeliveriesSearch, searchOf } from "./search";
import { texts } from "./texts";
import { useWrong } from "./wrong";

type Change = (changes: DeliveriesSearch) => void;

function useAddress(source: number) {
  const { sourceResults } = useTexts(nameTexts);
  const navigate = useNavigate();
  const from = "/channels/sources/$source/deliveries" as const;
  const search = searchOf(useSearch({ from }), sourceResults);
  const change = (next: DeliveriesSearch) =>
    void navigate({ to: from, params: { source: String(source) }, search: next, replace: true });
  return [search, change as Change] as const;
}

function Rows({ items, onOpen }: { items: SourceDelivery[]; onOpen: (id: number) => void }) {
  const t = useTexts(texts);
  const { sourceFacts } = useTexts(nameTexts);
  const format = useFormat();
  const wrongOf = useWrong();
  return (
    <DataTable
      rows={items}
      keyOf={({ id }) => id}
      aria-label={t.title}
      columns={[
        [
          t.received,
          ({ id, received_at: at }) => (
            <button type="button" className={styles.open} onClick={() => onOpen(id)}>
              {format.dateTime(at)}
            </button>
          ),
        ],
        [t.fact, ({ fact }) => fact && sourceFacts[fact]],
        [t.status, ({ status }) => <ResultBadge status={status} />],
        [t.lead, ({ lead_id: id }) => id !== null && <LeadOf id={id} />],
        [t.wrong, (one) => wrongOf(one) && <Soft as="span">{wrongOf(one)}</Soft>],
      ]}
    />
  );
}

function Nothing({ search, onChange }: { search: DeliveriesSearch; onChange: Change }) {
  const t = useTexts(texts);
  const isFiltered = search.status !== undefined;
  return (
    <EmptyState
      icon={<Inbox />}
      title={isFiltered ? t.noMatch : t.none}
      actions={isFiltered && <Button onClick={() => onChange({})}>{t.showAll}</Button>}
    >
      {!isFiltered && t.noneAbout}
    </EmptyState>
  );
}

function Deliveries({ source }: { source: Source }) {
  const t = useTexts(texts);
  const { sourceResults } = useTexts(nameTexts);
  const [search, change] = useAddress(source.id);
  const { status, delivery } = search;
  const list = useDeliveries(source.id, status);
  return (
    <>
      <Card
        title={t.title}
        isPadded={false}
        actions={
          <>
            {status && isStuck(status) && <ReplayAll source={source.id} status={status} />}
            <ChoiceSelect
              aria-label={t.status}
              none={t.all}
              options={sourceResults}
              value={status}
              onChange={(one) => change(one ? { status: one } : {})}
            />
          </>
        }
      >
        <ListView list={list} empty={<Nothing search={search} onChange={change} />}>
          {(items) => <Rows items={items} onOpen={(id) => change({ ...search, delivery: id })} />}
        </ListView>
      </Card>
      <Soft size="small">{t.kept}</Soft>
      {delivery !== undefined && (
        <DeliveryDialog
          source={source.id}
          id={delivery}
          onClose={() => change(status ? { status } : {})}
        />
      )}
    </>
  );
}

/** The deliveries of a source, and the results of each. */
export default function DeliveriesScreen() {
  const t = useTexts(texts);
  const mayRead = useMay("leads:read");
  return (
    <SourceFrame>
      {(source) => (mayRead ? <Deliveries source={source} /> : <Note>{t.forReaders}</Note>)}
    </SourceFrame>
  );
}
