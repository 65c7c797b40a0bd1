import { Download } from "lucide-react";
import { useState } from "react";
import { type Import, type ImportRowStatus, listImportRows } from "#client";
import { useAction } from "#console/data/forms";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { saveFile } from "#console/data/save-file";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { Card, Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { RowCells, RowProblems } from "./rejected-row";
import styles from "./report.module.css";
import { reportTexts } from "./report-texts";

type Shown = ImportRowStatus | "all";

/**
 * The rows that are not taken, or are with warnings, each with its problem, also as a file to
 * mend.
 */
export function RejectedRows({ one }: { one: Import }) {
  const t = useTexts(reportTexts);
  const format = useFormat();
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
        <DataTable
          rows={list.items}
          keyOf={({ row }) => row}
          columns={[
            [t.row, ({ row }) => format.number(row), "number"],
            [t.problem, (row) => <RowProblems row={row} />, { className: styles.problem }],
            [t.values, (row) => <RowCells row={row} one={one} />],
          ]}
        />
      )}
      <LoadMore list={list} />
    </Card>
  );
}

const mendedName = (name: string) => `${name.replace(/\.\w+$/, "")}-rejected.csv`;
