import type { ExplainedOutcome, ExplainedTime } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Sign } from "#console/ui/badge";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { triggerIcon } from "../editor/triggers/kinds";
import { triggerLines, triggerName } from "../editor/triggers/lines";
import { useWords } from "../editor/words";
import { HeadLink } from "./head-link";
import styles from "./starts.module.css";
import { texts } from "./texts";
import type { FindScenario } from "./use-scenarios";

export type Asked = {
  scenario_id: number;
  trigger_id: string;
  outcome: ExplainedOutcome;
  time?: ExplainedTime | null;
};

type Shared = {
  /** The reasons are of what has happened, of what would now, or of times that come for a lead. */
  of: "happened" | "now" | "times";
  /** When a person's message keeps triggers back no more; null while somebody is assigned. */
  handledUntil?: string | null;
  /** A reason that stands above for all. */
  known?: ExplainedOutcome | undefined;
  find: FindScenario;
  onLeave: () => void;
};

/** A moment today by its time alone. */
function useMoment() {
  const format = useFormat();
  return (at: string) => {
    const isToday = new Date(at).toDateString() === new Date().toDateString();
    return [isToday ? format.time(at) : format.dateTime(at), isToday] as const;
  };
}

/** The times that belong to an outcome, and what became of the last one. */
function Times({ asked: { outcome, time }, of, handledUntil }: { asked: Asked } & Shared) {
  const t = useTexts(texts);
  const { startReasons, runs } = useTexts(nameTexts);
  const format = useFormat();
  const moment = useMoment();
  const { due_at: due, last } = time ?? {};
  const isHandled = outcome === "handled_by_person" && handledUntil !== undefined;
  const lines = [
    isHandled && (handledUntil ? t.why.until(...moment(handledUntil)) : t.why.assigned),
    due && (of === "times" ? t.why.due(format.dateTime(due)) : t.why.starts(...moment(due))),
    last &&
      `${t.why.last(format.dateTime(last.at))} ${
        last.outcome === "started" ? runs.hasStarted : startReasons[last.outcome]
      }`,
  ].filter((line) => typeof line === "string");
  return lines.map((line) => (
    <Soft key={line} size="small">
      {line}
    </Soft>
  ));
}

/** A trigger, and why it starts something or not. */
function Reason({ asked, ...shared }: { asked: Asked } & Shared) {
  const { scenario_id: id, trigger_id, outcome } = asked;
  const { of, known, find, onLeave } = shared;
  const words = useWords();
  const { startReasons, runs } = useTexts(nameTexts);
  const scenario = find(id);
  const trigger = scenario?.triggers.find((one) => one.id === trigger_id);
  const lines = trigger && [triggerName(words, trigger.type), ...triggerLines(words, trigger)];
  const hasStarted = of === "happened" && outcome === "started";
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
        {outcome !== known && <p>{hasStarted ? runs.hasStarted : startReasons[outcome]}</p>}
        <Times asked={asked} {...shared} />
      </div>
    </Row>
  );
}

/** Triggers under a heading; nothing without any. */
export function Reasons({
  title,
  items,
  ...shared
}: { title: string; items: readonly Asked[] } & Shared) {
  if (items.length === 0) return null;
  return (
    <Stack as="section" gap={2}>
      <h3>{title}</h3>
      <Stack as="ul" gap={3}>
        {items.map((one) => (
          <Reason key={`${one.scenario_id} ${one.trigger_id}`} asked={one} {...shared} />
        ))}
      </Stack>
    </Stack>
  );
}
