import type { Import } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Card, Progress } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { Counts } from "./counts";
import styles from "./report.module.css";
import { reportTexts } from "./report-texts";
import type { useSending } from "./upload";

/** The service's progress with an import. */
export function Working({ one }: { one: Import }) {
  const t = useTexts(reportTexts);
  const format = useFormat();
  if (!isWork(one.state)) return null;
  const title = t.working[one.state];
  const facts = [
    one.rows > 0 && t.rowsRead(format.number(one.rows), one.rows === 1),
    one.rows_per_second !== null && t.perSecond(format.number(Math.round(one.rows_per_second))),
    one.seconds_left !== null && t.left(format.duration(one.seconds_left)),
  ].filter(Boolean);
  return (
    <Card title={title}>
      <Stack gap={4}>
        <Progress share={one.progress / 100} label={title} />
        <p className={styles.facts}>
          <strong>{format.percent(one.progress / 100)}</strong> {facts.join(" · ")}
        </p>
        {one.rows > 0 && one.state !== "undoing" && <Counts one={one} />}
        <Soft>{t.mayLeave}</Soft>
      </Stack>
    </Card>
  );
}

const works = ["reading", "checking", "running", "undoing"] as const;
const isWork = (state: Import["state"]): state is (typeof works)[number] =>
  works.some((work) => work === state);

/** This tab's progress in sending the file. */
export function Sending({ sending }: { sending: NonNullable<ReturnType<typeof useSending>> }) {
  const t = useTexts(reportTexts);
  const format = useFormat();
  const { sent, bytes, error, resume } = sending;
  return (
    <Card title={t.sendingFile}>
      <Stack gap={4}>
        <Progress share={sent / bytes} label={t.sendingFile} />
        <p className={styles.facts}>{t.sentOf(format.bytes(sent), format.bytes(bytes))}</p>
        {error ? (
          <>
            <ProblemNote error={error} />
            <Button onClick={resume}>{t.resume}</Button>
          </>
        ) : (
          <Soft>{t.sendingAbout}</Soft>
        )}
      </Stack>
    </Card>
  );
}

/** Stands where a file, or its rest, has not come. */
export function Awaited({ isCutOff }: { isCutOff: boolean }) {
  const t = useTexts(reportTexts);
  return <Note tone="amber">{isCutOff ? t.cutOff : t.noFile}</Note>;
}
