import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { AuditLogEntryPage, Client, ListAuditLogData } from "#client";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Field, Input, Select } from "#console/ui/field";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { kinds } from "./action";
import styles from "./audit.module.css";
import { AuditTable } from "./audit-table";
import { texts } from "./texts";

type AuditQuery = NonNullable<ListAuditLogData["query"]>;

const actors = ["token", "operator"] as const;
const NOTHING = { kind: "", actor: "", from: "", to: "" };

/** What the API is asked for. Days are the reader's. */
function queryOf({ kind, actor, from, to }: typeof NOTHING): AuditQuery {
  const pattern = Object.entries(kinds).find(([one]) => one === kind)?.[1];
  const by = actors.find((one) => one === actor);
  return {
    per_page: 50,
    ...(pattern && { "action[]": [pattern] }),
    ...(by && { actor: by }),
    ...(from && { created_from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { created_to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

/** An audit log with its filters. */
export function AuditView({
  queryKey,
  list,
}: {
  queryKey: readonly unknown[];
  list: (client: Client, query: AuditQuery, signal: AbortSignal) => Promise<AuditLogEntryPage>;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const [filter, setFilter] = useState(NOTHING);
  const entries = useList([...queryKey, filter], (client, page, signal) =>
    list(client, { ...queryOf(filter), ...page }, signal),
  );
  const set = (name: keyof typeof NOTHING) => (event: { target: { value: string } }) =>
    setFilter({ ...filter, [name]: event.target.value });
  return (
    <>
      <search className={styles.filters} aria-label={t.filters}>
        <Field label={t.what}>
          {(control) => (
            <Select {...control} value={filter.kind} onChange={set("kind")}>
              <option value="">{c.all}</option>
              {(Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => (
                <option key={kind} value={kind}>
                  {t.kinds[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t.who}>
          {(control) => (
            <Select {...control} value={filter.actor} onChange={set("actor")}>
              <option value="">{c.all}</option>
              <option value="token">{t.tokens}</option>
              <option value="operator">{t.operator}</option>
            </Select>
          )}
        </Field>
        <Field label={t.from}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filter.from}
              max={filter.to || undefined}
              onChange={set("from")}
            />
          )}
        </Field>
        <Field label={t.to}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filter.to}
              min={filter.from || undefined}
              onChange={set("to")}
            />
          )}
        </Field>
      </search>
      <Card isPadded={false}>
        <ListView
          list={entries}
          empty={
            <EmptyState
              icon={<ScrollText />}
              title={t.empty}
              actions={
                Object.values(filter).some(Boolean) && (
                  <Button onClick={() => setFilter(NOTHING)}>{t.clear}</Button>
                )
              }
            >
              {t.emptyAbout}
            </EmptyState>
          }
        >
          {(items) => <AuditTable entries={items} />}
        </ListView>
      </Card>
    </>
  );
}
