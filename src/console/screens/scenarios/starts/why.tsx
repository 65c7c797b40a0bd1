import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  type ExplainedOutcome,
  type ExplainedTime,
  type ExplainInput,
  explainStart,
  type StartExplanation,
} from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Sign } from "#console/ui/badge";
import { Dialog } from "#console/ui/dialog";
import { Row, Stack } from "#console/ui/stack";
import { EmptyState, LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { NamesProvider } from "../editor/names";
import { triggerIcon } from "../editor/triggers/kinds";
import { triggerLines, triggerName } from "../editor/triggers/lines";
import { useWords } from "../editor/words";
import { HeadLink } from "./head-link";
import styles from "./starts.module.css";
import { texts } from "./texts";
import { type FindScenario, useScenarios } from "./use-scenarios";

type Asked = {
  scenario_id: number;
  trigger_id: string;
  outcome: ExplainedOutcome;
  time?: ExplainedTime | null;
};

/** The time of a start, and what became of the last one. */
function Time({ time: { due_at: due, last } }: { time: ExplainedTime }) {
  const t = useTexts(texts);
  const { startReasons, runs } = useTexts(nameTexts);
  const format = useFormat();
  return (
    <Soft size="small">
      {due && <span className={styles.line}>{t.why.due(format.dateTime(due))}</span>}
      {last && (
        <span className={styles.line}>
          {t.why.last(format.dateTime(last.at))}{" "}
          {last.outcome === "started" ? runs.hasStarted : startReasons[last.outcome]}
        </span>
      )}
    </Soft>
  );
}

/** A trigger, and why it starts something or not. */
function Reason({
  asked: { scenario_id: id, trigger_id, outcome, time },
  wasDecided,
  find,
  onLeave,
}: {
  asked: Asked;
  wasDecided: boolean;
  find: FindScenario;
  onLeave: () => void;
}) {
  const words = useWords();
  const { startReasons, runs } = useTexts(nameTexts);
  const scenario = find(id);
  const trigger = scenario?.triggers.find((one) => one.id === trigger_id);
  const lines = trigger && [triggerName(words, trigger.type), ...triggerLines(words, trigger)];
  return (
    <Row as="li" gap={2} align="start">
      <Sign
        Icon={triggerIcon(trigger?.type ?? "")}
        tone={outcome === "started" ? "green" : "plain"}
        size="1.75rem"
        iconSize="1rem"
        radius="50%"
      />
      <div className={styles.reason}>
        <HeadLink scenario={id} trigger={trigger_id} onClick={onLeave}>
          {scenario?.name ?? id}
        </HeadLink>
        <Soft as="span" size="small" className={styles.line} dir="auto">
          {lines?.join(" · ") ?? trigger_id}
        </Soft>
        <p>{wasDecided && outcome === "started" ? runs.hasStarted : startReasons[outcome]}</p>
        {time && <Time time={time} />}
      </div>
    </Row>
  );
}

function Reasons(props: {
  title: string;
  items: readonly Asked[];
  /** True for what has happened, false for what would. */
  wasDecided?: boolean;
  find: FindScenario;
  onLeave: () => void;
}) {
  const { title, items, wasDecided = false, ...others } = props;
  if (items.length === 0) return null;
  return (
    <Stack as="section" gap={2}>
      <h3>{title}</h3>
      <Stack as="ul" gap={3}>
        {items.map((one) => (
          <Reason
            key={`${one.scenario_id} ${one.trigger_id}`}
            asked={one}
            wasDecided={wasDecided}
            {...others}
          />
        ))}
      </Stack>
    </Stack>
  );
}

/** The outcome of something that happened, and the answer of each trigger to it now. */
function Answer({
  data,
  ofTimes,
  onLeave,
}: {
  data: StartExplanation;
  ofTimes: boolean;
  onLeave: () => void;
}) {
  const t = useTexts(texts);
  const { startReasons } = useTexts(nameTexts);
  const rest = { find: useScenarios(), onLeave };
  const { refusal, evaluation, triggers, is_pending: isPending } = data;
  const decided = evaluation?.candidates ?? [];
  const fitting = triggers.filter(({ fits }) => fits);
  const others = triggers.filter(({ fits }) => !fits);
  if (!refusal && decided.length === 0 && triggers.length === 0)
    return (
      <EmptyState
        title={t.why.none}
        actions={
          <Link to="/scenarios" search={{ view: "starts" }} onClick={onLeave}>
            {t.title}
          </Link>
        }
      >
        {t.emptyAbout}
      </EmptyState>
    );
  return (
    <Stack gap={4}>
      {refusal && <Note tone="amber">{startReasons[refusal.reason]}</Note>}
      {isPending && <Note>{t.why.pending}</Note>}
      {evaluation && decided.length === 0 && (
        <Note tone="amber">{startReasons[evaluation.outcome]}</Note>
      )}
      {!refusal && !isPending && !evaluation && !ofTimes && fitting.length === 0 && (
        <Note>{t.why.nothingFits}</Note>
      )}
      <Reasons title={t.why.decided} items={decided} wasDecided {...rest} />
      <Reasons
        title={decided.length > 0 ? t.why.now : ofTimes ? t.why.comes : t.why.fits}
        items={fitting}
        {...rest}
      />
      <Reasons title={ofTimes ? t.why.never : t.why.others} items={others} {...rest} />
    </Stack>
  );
}

/** Something that has happened, or the times that come for a lead. */
export type Cause = { message_id: number } | { event_id: number } | { lead_id: number };

const inputOf = (of: Cause): ExplainInput =>
  "lead_id" in of ? { ...of, happens: { type: "time" } } : of;

/** The answer to "Why did nothing start?" at a message or an event, or for the times of a lead. */
export default function Why({ of, onClose }: { of: Cause; onClose: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const ofTimes = "lead_id" in of;
  const { data, error, refetch } = useQuery({
    queryKey: ["start-explanation", of],
    queryFn: async () => (await explainStart({ client, body: inputOf(of) })).data,
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Dialog isOpen onClose={onClose} title={ofTimes ? t.why.timesTitle : t.why.title}>
      <NamesProvider>
        {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingRows />}
        {data && <Answer data={data} ofTimes={ofTimes} onLeave={onClose} />}
      </NamesProvider>
    </Dialog>
  );
}
