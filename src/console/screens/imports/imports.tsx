import { Link } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { type Import, listImports } from "#client";
import { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { BackLink } from "#console/ui/back-link";
import { Badge } from "#console/ui/badge";
import { Card, Screen } from "#console/ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Table } from "#console/ui/table";
import { FilePicker } from "./file-picker";
import styles from "./imports.module.css";
import { isUnderWay, isWritten, rejectedOf, tones } from "./states";
import { texts } from "./texts";

const ASK_EVERY_MS = 2_000;

function Row({ one }: { one: Import }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { created, updated, unchanged } = one.counts;
  const hasWritten = isWritten(one);
  return (
    <tr>
      <td className={styles.name}>
        <Link to="/leads/import/$import" params={{ import: String(one.id) }}>
          <bdi>{one.name}</bdi>
        </Link>
      </td>
      <td>
        <Badge tone={tones[one.state]}>
          {t.states[one.state]}
          {isUnderWay(one) && ` ${format.percent(one.progress / 100)}`}
        </Badge>
      </td>
      <td data-number>{format.number(one.rows)}</td>
      <td data-number>{hasWritten ? format.number(created + updated + unchanged) : "–"}</td>
      <td data-number>{hasWritten ? format.number(rejectedOf(one)) : "–"}</td>
      <td className={styles.when}>{format.dateTime(one.created_at)}</td>
    </tr>
  );
}

function Earlier() {
  const t = useTexts(texts);
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
      <Table>
        <thead>
          <tr>
            <th scope="col">{t.file}</th>
            <th scope="col">{t.state}</th>
            <th scope="col" data-number>
              {t.rows}
            </th>
            <th scope="col" data-number>
              {t.taken}
            </th>
            <th scope="col" data-number>
              {t.rejected}
            </th>
            <th scope="col">{t.sent}</th>
          </tr>
        </thead>
        <tbody>
          {list.items.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </tbody>
      </Table>
      <LoadMore list={list} />
    </>
  );
}

/** Where a file is sent, and what has become of those before. */
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
