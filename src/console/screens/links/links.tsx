import { Link2, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { listShortLinks, type ShortLink } from "../../../client/index";
import { useList } from "../../data/lists";
import { useLiveQueries } from "../../live/live";
import { useMay } from "../../session/session";
import { useTexts } from "../../texts/catalogue";
import { general } from "../../texts/general";
import { Button } from "../../ui/button";
import { SearchInput } from "../../ui/field";
import { Card, Screen } from "../../ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "../../ui/states";
import { Table } from "../../ui/table";
import { LinkDialog } from "./link-dialog";
import { LinkRow } from "./link-row";
import styles from "./links.module.css";
import { texts } from "./texts";

const SETTLE_MS = 1_000;

const matches = ({ label, template_variable_url, destination_url }: ShortLink, search: string) =>
  [label ?? "", template_variable_url, destination_url].some((text) =>
    text.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
  );

/** The links, and a search of those that the API has no search for: all are asked for, page by page. */
function useLinks(search: string) {
  const list = useList(["links"], (client, page, signal) =>
    listShortLinks({ client, query: { ...page, per_page: 100 }, signal }),
  );
  useLiveQueries(["link.clicked", "short_link.deleted"], [["links"]], { settleMs: SETTLE_MS });
  const isSearching = search.trim() !== "" && list.hasNextPage;
  const { isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (isSearching && !isFetching && !isError) void fetchNextPage();
  }, [isSearching, isFetching, isError, fetchNextPage]);
  return { ...list, isSearching, found: list.items.filter((link) => matches(link, search)) };
}

export default function Links() {
  const t = useTexts(texts);
  const words = useTexts(general);
  const mayWrite = useMay("short-links:write");
  const [search, setSearch] = useState("");
  const [isCreating, setCreating] = useState(false);
  const links = useLinks(search);
  const create = mayWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  const isEmpty = links.isSuccess && links.items.length === 0;
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
            {links.isError && (
              <ProblemNote error={links.error} onRetry={() => void links.refetch()} />
            )}
            {links.isPending && <LoadingRows />}
            {links.found.length > 0 && (
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
                  {links.found.map((link) => (
                    <LinkRow key={link.id} link={link} />
                  ))}
                </tbody>
              </Table>
            )}
            {links.isSearching && <LoadingRows rows={2} />}
            {links.isSuccess && links.found.length === 0 && !links.isSearching && (
              <EmptyState title={t.noMatch}>{t.noMatchAbout}</EmptyState>
            )}
          </Card>
          {links.hasNextPage && !links.isSearching && (
            <Button
              className={styles.more}
              isBusy={links.isFetchingNextPage}
              onClick={() => void links.fetchNextPage()}
            >
              {words.loadMore}
            </Button>
          )}
        </>
      )}
      {isCreating && <LinkDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}
