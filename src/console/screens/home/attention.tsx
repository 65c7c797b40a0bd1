import { CircleCheck, Plug, RadioTower } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Card } from "#console/ui/layout";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import styles from "./attention.module.css";
import { texts } from "./texts";
import { RunsTrouble, Trouble } from "./trouble";
import {
  useFailingEndpoints,
  useFailingSources,
  useStoppedChannels,
  useStuckRuns,
} from "./troubles";

const hostOf = (url: string) => URL.parse(url)?.host ?? url;

/** The troubles that keep messages from going on, with the way to where they are mended. */
export function Attention() {
  const t = useTexts(texts);
  const format = useFormat();
  const [runs, channels, sources, endpoints] = [
    useStuckRuns(),
    useStoppedChannels(),
    useFailingSources(),
    useFailingEndpoints(),
  ] as const;
  const asked = [runs, channels, sources, endpoints].filter(({ fetchStatus, status }) => {
    const isOff = status === "pending" && fetchStatus === "idle";
    return !isOff;
  });
  if (asked.length === 0) return null;
  const failure = asked.find(({ isError }) => isError)?.error;
  const isLoading = asked.some(({ isPending }) => isPending);
  const count = asked.reduce((total, { data }) => total + (data?.length ?? 0), 0);
  return (
    <Card title={t.attention} isPadded={false}>
      {failure && <ProblemNote error={failure} />}
      {isLoading && <LoadingRows rows={3} />}
      {!isLoading && !failure && count === 0 && (
        <div className={styles.well}>
          <CircleCheck size="2rem" color="var(--green)" />
          <strong>{t.allWell}</strong>
          <Soft as="span" size="medium">
            {t.allWellAbout}
          </Soft>
        </div>
      )}
      {count > 0 && (
        <ul className={styles.troubles}>
          {channels.data?.map(({ id, name, pause, stop_detail }) => (
            <Trouble
              key={id}
              Icon={RadioTower}
              tone={pause ? "amber" : "red"}
              to={`/channels/${id}`}
              title={pause ? t.pausedChannel(name) : t.stoppedChannel(name)}
              about={(pause ? pause.detail : stop_detail) ?? ""}
            />
          ))}
          {sources.data?.map(({ id, name }) => (
            <Trouble
              key={id}
              Icon={RadioTower}
              tone="red"
              to={`/channels/sources/${id}`}
              title={t.failingSource(name)}
              about={t.failingSourceAbout}
            />
          ))}
          {endpoints.data?.map(({ id, url, status, failing_since }) => (
            <Trouble
              key={id}
              Icon={Plug}
              tone={status === "failing" ? "amber" : "red"}
              to={`/developers/webhooks/${id}`}
              title={
                status === "failing"
                  ? t.failingEndpoint(hostOf(url))
                  : t.disabledEndpoint(hostOf(url))
              }
              about={
                status === "failing" && failing_since
                  ? t.failingAbout(format.dateTime(failing_since))
                  : t.disabledAbout
              }
            />
          ))}
          {runs.data?.map((stuck) => (
            <RunsTrouble key={stuck.scenarioId} {...stuck} />
          ))}
        </ul>
      )}
    </Card>
  );
}
