import { Link2, Plus } from "lucide-react";
import { useState } from "react";
import { listShortLinks } from "#client";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useLiveQueries } from "#console/live/live";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { SearchInput } from "#console/ui/field";
import { Card, Screen } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { Table } from "#console/ui/table";
import { useSettled } from "#console/ui/use-settled";
import { LinkDialog } from "./link-dialog";
import { LinkRow } from "./link-row";
import styles from "./links.module.css";
import { texts } from "./texts";

const SETTLE_MS = 1_000;

export default function Links() {
  const t = useTexts(texts);
  const mayWrite = useMay("short-links:write");
  const [search, setSearch] = useState("");
  const [isCreating, setCreating] = useState(false);
  const label = useSettled(search.trim());
  const links = useList(["links", "list", label], (client, page, signal) => {
    const query = { ...page, per_page: 100, ...(label && { label }) };
    return listShortLinks({ client, query, signal });
  });
  useLiveQueries(["link.clicked", "short_link.deleted"], [["links"]], { settleMs: SETTLE_MS });
  const create = mayWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  const isEmpty = search === "" && label === "" && links.isSuccess && links.items.length === 0;
  return (
    <Screen title={t.title} about={t.about} actions={!isEmpty && create}>
      {isEmpty ? (
        <Card>
          <EmptyState icon={<Link2 aria-hidden="true" />} title={t.empty} actions={create}>
            {t.emptyAbout}
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className={styles.search}>
            <SearchInput
              label={t.search}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </div>
          <Card isPadded={false}>
            <ListView
              list={links}
              empty={<EmptyState title={t.noMatch}>{t.noMatchAbout}</EmptyState>}
            >
              {(items) => (
                <Table phone="columns" aria-label={t.title} className={styles.list}>
                  <thead>
                    <tr>
                      <th scope="col">{t.columns.link}</th>
                      <th scope="col" className={styles.wideOnly}>
                        {t.columns.destination}
                      </th>
                      <th scope="col" className={styles.wideOnly}>
                        {t.columns.month}
                      </th>
                      <th scope="col" data-number>
                        {t.columns.clicks}
                      </th>
                      <th scope="col" data-number>
                        {t.columns.base}
                      </th>
                      {mayWrite && (
                        <th scope="col">
                          <span className="visually-hidden">{t.columns.actions}</span>
                        </th>
                      )}
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((link) => (
                      <LinkRow key={link.id} link={link} />
                    ))}
                  </tbody>
                </Table>
              )}
            </ListView>
          </Card>
        </>
      )}
      {isCreating && <LinkDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}
