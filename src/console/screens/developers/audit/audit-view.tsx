import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { AuditLogEntryPage, Client, ListAuditLogData } from "#client";
import { SelectField, TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Grid } from "#console/ui/grid";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { kinds } from "./action";
import styles from "./audit.module.css";
import { AuditTable } from "./audit-table";
import { texts } from "./texts";

type AuditQuery = NonNullable<ListAuditLogData["query"]>;

type Filter = {
  kind: keyof typeof kinds | null;
  actor: AuditQuery["actor"] | null;
  from: string;
  to: string;
};

const NOTHING: Filter = { kind: null, actor: null, from: "", to: "" };

/** The query of a filter. Days are the reader's. */
function queryOf({ kind, actor, from, to }: Filter): AuditQuery {
  return {
    per_page: 50,
    ...(kind && { "action[]": [kinds[kind]] }),
    ...(actor && { actor }),
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
  const form = fieldsOf(filter, (part) => setFilter({ ...filter, ...part }));
  return (
    <>
      <Grid as="search" gap={3} min="9rem" fills className={styles.filters} aria-label={t.filters}>
        <SelectField
          form={form}
          name="kind"
          label={t.what}
          options={(Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => [
            kind,
            t.kinds[kind],
          ])}
          none={c.all}
        />
        <SelectField
          form={form}
          name="actor"
          label={t.who}
          options={[
            ["token", t.tokens],
            ["operator", t.operator],
          ]}
          none={c.all}
        />
        <TextField
          form={form}
          name="from"
          label={t.from}
          type="date"
          max={filter.to || undefined}
        />
        <TextField form={form} name="to" label={t.to} type="date" min={filter.from || undefined} />
      </Grid>
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
