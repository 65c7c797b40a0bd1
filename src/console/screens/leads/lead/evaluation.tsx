import type { TriggerEvaluation } from "#client";
import { MessageLink } from "#console/data/message-link";
import { useScenario } from "#console/data/scenario-names";
import { nameTexts } from "#console/names/texts";
import { WhyButton } from "#console/screens/scenarios/starts/why-button";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { wordFor } from "#console/texts/word-for";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import styles from "./cards.module.css";
import { ScenarioLink } from "./names";
import { startTexts } from "./start-texts";
import { timelineTexts } from "./timeline-texts";

type Candidate = TriggerEvaluation["candidates"][number];

/** A trigger that fitted, and what became of it. */
function Outcome({ of: { scenario_id: scenario, trigger_id: id, outcome } }: { of: Candidate }) {
  const { startReasons, triggerTypes, runs } = useTexts(nameTexts);
  const trigger = useScenario(scenario)?.triggers.find((one) => one.id === id);
  const type = trigger && wordFor(triggerTypes, trigger.type);
  return (
    <li>
      <ScenarioLink id={scenario} head={id} />
      {type && <Soft as="span"> · {type}</Soft>}
      <p>{outcome === "started" ? runs.hasStarted : startReasons[outcome]}</p>
    </li>
  );
}

/** Something that fitted triggers, and what became of it. */
export function Evaluation({ evaluation }: { evaluation: TriggerEvaluation }) {
  const t = useTexts(startTexts);
  const { why } = useTexts(timelineTexts);
  const { startReasons } = useTexts(nameTexts);
  const format = useFormat();
  const { message_id: message, event_id: event, event_type: type } = evaluation;
  const { candidates, outcome, times, updated_at: at } = evaluation;
  const of = message !== null ? { message_id: message } : event !== null && { event_id: event };
  return (
    <Stack as="li" gap="hair" className={styles.evaluation}>
      <Row gap={2} justify="between">
        <span className={styles.cause}>
          {message === null ? (
            (wordFor(t.causes, type ?? "time") ?? t.event)
          ) : (
            <MessageLink id={message} />
          )}
        </span>
        <Row gap="hair">
          {of && <WhyButton of={of} label={why} />}
          <Soft as="span" size="small">
            <time dateTime={at} title={format.dateTime(at)}>
              {format.short(at)}
            </time>
          </Soft>
        </Row>
      </Row>
      {candidates.length === 0 && <p>{startReasons[outcome]}</p>}
      <Stack as="ul" gap={1}>
        {candidates.map((one) => (
          <Outcome key={`${one.scenario_id} ${one.trigger_id}`} of={one} />
        ))}
      </Stack>
      {times > 1 && <Soft size="small">{t.repeated(format.number(times), format.date(at))}</Soft>}
    </Stack>
  );
}
