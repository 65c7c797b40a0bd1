import { useMay, useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Screen } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Attention } from "./attention";
import { useDays, useStored } from "./figures";
import styles from "./home.module.css";
import { MonthChart } from "./month-chart";
import { Stages } from "./stages";
import { Start } from "./start";
import { texts } from "./texts";
import { Today } from "./today";
import { Week } from "./week";
import { Welcome } from "./welcome";

function Figures() {
  const days = useDays();
  const stored = useStored();
  if (days.isError && !days.data)
    return <ProblemNote error={days.error} onRetry={() => void days.refetch()} />;
  if (!days.data || stored.isPending) return <LoadingRows />;
  const has = stored.data;
  const isEmpty = has && has.channels + has.leads + has.scenarios + has.messages === 0;
  const lacks = has && (has.channels === 0 || has.leads === 0 || has.scenarios === 0);
  return (
    <>
      {lacks && <Start stored={has} />}
      {!isEmpty && (
        <>
          <Today days={days.data} />
          <div className={styles.columns}>
            <Stack gap={4} className={styles.column}>
              <MonthChart days={days.data} />
              <Stages days={days.data} />
            </Stack>
            <Stack gap={4} className={styles.column}>
              <Attention />
              <Week days={days.data} />
            </Stack>
          </div>
        </>
      )}
    </>
  );
}

function WithoutFigures() {
  return (
    <>
      <Welcome />
      <Attention />
    </>
  );
}

export default function Home() {
  const t = useTexts(texts);
  const format = useFormat();
  const { kind } = useSession();
  const mayReadFigures = useMay("usage:read");
  return (
    <Screen title={t.title} about={t.about(format.weekday(new Date()))}>
      {/* The operator has screens of its own. */}
      {kind === "workspace" && (mayReadFigures ? <Figures /> : <WithoutFigures />)}
    </Screen>
  );
}
