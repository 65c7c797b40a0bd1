import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getHealth, type Health } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Dot } from "#console/ui/badge";
import { buttonClass } from "#console/ui/button";
import { Grid } from "#console/ui/grid";
import { Card, Screen } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { UnderWay } from "../recovery/under-way";
import { COLORS } from "./colors";
import { DatabaseCards } from "./database-cards";
import styles from "./health.module.css";
import { Moves } from "./moves";
import { RegisterButton } from "./register-form";
import { texts } from "./texts";
import { Unrouted } from "./unrouted";
import { graphVerdict, queues, queueVerdict, verdictOf } from "./verdict";

const POLL_MS = 10_000;
const NOTE_TONES = { good: "green", watch: "amber", bad: "red" } as const;

/** Work that should be done by now. */
function Overdue({ health }: { health: Health }) {
  const t = useTexts(texts);
  const format = useFormat();
  return (
    <Card title={t.overdue}>
      <Stack as="ul" gap={3}>
        {queues.map((queue) => {
          const seconds = health.overdue[queue];
          return (
            <Row key={queue} as="li" gap={2}>
              <Dot color={COLORS[queueVerdict(queue, seconds)]} />
              <span>{t.queues[queue]}</span>
              <span className={styles.value}>
                {seconds ? t.since(format.duration(seconds)) : t.onTime}
              </span>
            </Row>
          );
        })}
      </Stack>
    </Card>
  );
}

function Stopped({ health }: { health: Health }) {
  const t = useTexts(texts);
  const format = useFormat();
  const lines = [
    [t.channels, health.stopped_channels],
    [t.pausedChannels, health.paused_channels],
    [t.endpoints, health.disabled_endpoints],
  ] as const;
  return (
    <Card title={t.stopped}>
      <Stack as="ul" gap={3}>
        {lines.map(([name, count]) => (
          <Row key={name} as="li" gap={2}>
            <Dot color={COLORS[count > 0 ? "watch" : "good"]} />
            <span>{name}</span>
            <span className={styles.value}>{format.number(count)}</span>
          </Row>
        ))}
        {health.stopped.map(({ kind, id, workspace_id, since }) => (
          <Row key={`${kind} ${id}`} as="li" gap={2}>
            <Link to="/workspaces/$workspace" params={{ workspace: String(workspace_id) }}>
              {t.stoppedOne[kind](id, workspace_id)}
            </Link>
            <span className={styles.value}>{since && format.dateTime(since)}</span>
          </Row>
        ))}
      </Stack>
    </Card>
  );
}

/** The versions of Meta’s APIs that are in use, and until when. */
function Graph({ versions }: { versions: Health["graph_versions"] }) {
  const t = useTexts(texts);
  const format = useFormat();
  // A day as such is the same in all time zones: at noon, it is.
  const until = (end: string | null) => end && t.ends(format.date(`${end}T12:00`));
  return (
    <Card title={t.graph}>
      <Stack as="ul" gap={3}>
        {versions.map(({ variable, version, ends_at: end, state }) => (
          <Row key={variable} as="li" gap={2}>
            <Dot color={COLORS[graphVerdict({ state })]} />
            <span>
              <code>{variable}</code> {version ?? t.noVersion}
            </span>
            <span className={styles.value}>
              {(state !== "ended" && until(end)) || t.graphStates[state]}
            </span>
          </Row>
        ))}
      </Stack>
    </Card>
  );
}

export default function HealthScreen() {
  const t = useTexts(texts);
  const format = useFormat();
  const client = useClient();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => getHealth({ client, signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Screen
      title={t.title}
      about={dataUpdatedAt ? t.asOf(format.time(dataUpdatedAt)) : undefined}
      actions={
        <>
          <Link to="/health/recovery" className={buttonClass()}>
            {t.recover}
          </Link>
          <RegisterButton />
        </>
      }
    >
      <UnderWay />
      {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && (
        <>
          <div role="status">
            <Note tone={NOTE_TONES[verdictOf(data.data)]}>{t.verdicts[verdictOf(data.data)]}</Note>
          </div>
          <Grid gap={4} min="20rem" fills align="start">
            <DatabaseCards health={data.data} />
            <Overdue health={data.data} />
            <Stopped health={data.data} />
            <Graph versions={data.data.graph_versions} />
          </Grid>
          <Moves />
          <Unrouted channels={data.data.unrouted_webhooks} />
        </>
      )}
    </Screen>
  );
}
