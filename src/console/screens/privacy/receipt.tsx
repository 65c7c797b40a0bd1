import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { ApiError, type ErasedRows, type Erasure, getErasure } from "#client";
import { saveFile } from "#console/data/save-file";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { NotFound } from "#console/shell/failures";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button, buttonClass } from "#console/ui/button";
import { Card, Facts, Progress } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { CopiesOfPerson } from "./copies-of-person";
import { erasureKey } from "./erasure-key";
import { KeptOfPerson } from "./kept-of-person";
import styles from "./privacy.module.css";
import { receiptTexts } from "./receipt-texts";

const ASK_EVERY_MS = 3_000;
/** The time between the first pass and the second. */
const SECOND_PASS_MS = 60_000;

function State({ erasure }: { erasure: Erasure }) {
  const t = useTexts(receiptTexts);
  if (erasure.state === "erased") return <Note tone="green">{t.erased}</Note>;
  const passed = Date.now() - Date.parse(erasure.requested_at);
  return (
    <Stack gap={4}>
      <Progress share={Math.min(0.95, passed / SECOND_PASS_MS)} label={t.progress} />
      <Note>
        <p>{t.erasing}</p>
        <p>{t.erasingAbout}</p>
      </Note>
    </Stack>
  );
}

function Removed({ removed }: { removed: ErasedRows }) {
  const t = useTexts(receiptTexts);
  const names = { ...useTexts(nameTexts).records, ...t.resources };
  const format = useFormat();
  const counted = (Object.keys(removed) as (keyof ErasedRows)[]).filter(
    (name) => removed[name] > 0,
  );
  return (
    <Card title={t.removed}>
      {counted.length === 0 ? (
        <Soft>{t.nothingYet}</Soft>
      ) : (
        <dl className={styles.tiles}>
          {counted.map((name) => (
            <div key={name}>
              <dt>{names[name]}</dt>
              <dd>{format.number(removed[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

/** The proof of an erasure: the data removed, the data that stays and why, and the copies. */
export default function Receipt() {
  const t = useTexts(receiptTexts);
  const format = useFormat();
  const client = useClient();
  const id = Number(useParams({ from: "/privacy/erasures/$erasure" }).erasure);
  const query = useQuery({
    queryKey: erasureKey(id),
    queryFn: async ({ signal }) =>
      (await getErasure({ client, path: { erasure: id }, signal })).data,
    // Nothing tells of the end of an erasure.
    refetchInterval: ({ state }) => state.data?.state === "erasing" && ASK_EVERY_MS,
  });
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  if (query.isPending) return <LoadingRows />;
  if (!query.data) return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />;
  const erasure = query.data;
  const save = () =>
    saveFile(
      new Blob([JSON.stringify(erasure, null, 2)], { type: "application/json" }),
      `erasure-${erasure.id}.json`,
    );
  return (
    <>
      <Card
        title={t.receiptOf(String(erasure.id))}
        actions={
          <>
            <Link to="/privacy/erasures" className={buttonClass("quiet", "small")}>
              {t.allReceipts}
            </Link>
            <Button size="small" icon={<Download />} onClick={save}>
              {t.download}
            </Button>
          </>
        }
      >
        <Stack gap={4}>
          <State erasure={erasure} />
          <Facts
            facts={[
              [t.lead, String(erasure.lead_id)],
              [t.when, format.dateTime(erasure.requested_at)],
              [t.by, erasure.requested_by.name ?? t.byUnknown],
              [t.finished, erasure.finished_at && format.dateTime(erasure.finished_at)],
              [t.repeated, erasure.repeated_at && format.dateTime(erasure.repeated_at)],
            ]}
          />
        </Stack>
      </Card>
      <Removed removed={erasure.removed} />
      <KeptOfPerson kept={erasure.kept} />
      <CopiesOfPerson erasure={erasure} />
    </>
  );
}
