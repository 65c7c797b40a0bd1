import { Download } from "lucide-react";
import { useState } from "react";
import { type Import, type ImportRowStatus, listImportRows } from "#client";
import { useAction } from "#console/data/forms";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { saveFile } from "#console/data/save-file";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Card, Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Table } from "#console/ui/table";
import { Soft } from "#console/ui/text";
import { RejectedRow } from "./rejected-row";
import styles from "./report.module.css";
import { reportTexts } from "./report-texts";

type Shown = ImportRowStatus | "all";

/**
 * The rows that are not taken, or are with warnings, each with its problem, also as a file to
 * mend.
 */
export function RejectedRows({ one }: { one: Import }) {
  const t = useTexts(reportTexts);
  const [shown, setShown] = useState<Shown>("all");
  const status = shown === "all" ? {} : { status: shown };
  const path = { import: one.id };
  const list = useList(["imports", "rows", one.id, one.started_at, shown], (client, page) =>
    listImportRows({ client, path, query: { per_page: 50, ...status, ...page } }),
  );
  const download = useAction(async (client) => {
    const content = await listImportRows({
      client,
      path,
      query: { ...status },
      headers: { Accept: "text/csv" },
      // A text would lose its byte order mark.
      parseAs: "blob",
    });
    saveFile(content as unknown as Blob, mendedName(one.name));
  });
  const columns = one.columns ?? [];
  return (
    <Card
      title={t.problems}
      isPadded={false}
      actions={
        <Button
          size="small"
          icon={<Download />}
          isBusy={download.isBusy}
          onClick={() => void download.run(undefined)}
        >
          {t.download}
        </Button>
      }
    >
      <Row wraps className={styles.filter}>
        <Segmented<Shown>
          label={t.filter}
          value={shown}
          onChange={setShown}
          options={[
            ["all", t.all],
            ["invalid", t.statuses.invalid],
            ["conflict", t.statuses.conflict],
            ["warned", t.statuses.warned],
          ]}
        />
        <Soft>{t.problemsAbout}</Soft>
      </Row>
      {download.error && <ProblemNote error={download.error} />}
      {list.error && <ProblemNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingRows />}
      {list.isSuccess && list.items.length === 0 && <EmptyState title={t.noneLeft} />}
      {list.items.length > 0 && (
        <Table>
          <thead>
            <tr>
              <th scope="col" data-number>
                {t.row}
              </th>
              <th scope="col">{t.problem}</th>
              <th scope="col">{t.values}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((row) => (
              <RejectedRow key={row.row} row={row} columns={columns} mapping={one.mapping ?? {}} />
            ))}
          </tbody>
        </Table>
      )}
      <LoadMore list={list} />
    </Card>
  );
}

const mendedName = (name: string) => `${name.replace(/\.\w+$/, "")}-rejected.csv`;
