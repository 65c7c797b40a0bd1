import { Link } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { listImports } from "#client";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { BackLink } from "#console/ui/back-link";
import { Badge } from "#console/ui/badge";
import { DataTable } from "#console/ui/data-table";
import { Card, Screen } from "#console/ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { FilePicker } from "./file-picker";
import styles from "./imports.module.css";
import { acceptedOf, isUnderWay, isWritten, rejectedOf, tones } from "./states";
import { texts } from "./texts";

const ASK_EVERY_MS = 2_000;

function Earlier() {
  const t = useTexts(texts);
  const format = useFormat();
  const [isAnyUnderWay, setAnyUnderWay] = useState(false);
  const list = useList(
    ["imports", "list"],
    (client, page) => listImports({ client, query: { per_page: 25, ...page } }),
    { refetchInterval: isAnyUnderWay && ASK_EVERY_MS },
  );
  const isNow = list.items.some(isUnderWay);
  if (isNow !== isAnyUnderWay) setAnyUnderWay(isNow);
  if (list.isPending) return <LoadingRows />;
  if (list.error) return <ProblemNote error={list.error} onRetry={() => void list.refetch()} />;
  if (list.items.length === 0)
    return (
      <EmptyState icon={<FileUp />} title={t.none}>
        {t.noneAbout}
      </EmptyState>
    );
  return (
    <>
      <DataTable
        rows={list.items}
        keyOf={({ id }) => id}
        columns={[
          [
            t.file,
            ({ id, name }) => (
              <Link to="/leads/import/$import" params={{ import: String(id) }}>
                <bdi>{name}</bdi>
              </Link>
            ),
            { className: styles.name },
          ],
          [
            t.state,
            (one) => (
              <Badge tone={tones[one.state]}>
                {t.states[one.state]}
                {isUnderWay(one) && ` ${format.percent(one.progress / 100)}`}
              </Badge>
            ),
          ],
          [t.rows, ({ rows }) => format.number(rows), "number"],
          [t.accepted, (one) => (isWritten(one) ? format.number(acceptedOf(one)) : "–"), "number"],
          [t.rejected, (one) => (isWritten(one) ? format.number(rejectedOf(one)) : "–"), "number"],
          [
            t.sent,
            ({ created_at }) => <Soft as="span">{format.dateTime(created_at)}</Soft>,
            "time",
          ],
        ]}
      />
      <LoadMore list={list} />
    </>
  );
}

/** The box to send a file, and the outcomes of the imports before. */
export default function Imports() {
  const t = useTexts(texts);
  const maySend = useMay("imports:write");
  return (
    <Screen title={t.title} about={t.about} back={<BackLink to="/leads">{t.leads}</BackLink>}>
      {maySend && <FilePicker />}
      <Card title={t.earlier} isPadded={false}>
        <Earlier />
      </Card>
    </Screen>
  );
}
