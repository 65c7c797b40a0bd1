import { Paperclip } from "lucide-react";
import { useEffect, useRef } from "react";
import type { SimulationStep } from "#client";
import { nameTexts } from "#console/names/texts";
import { NodeIcon } from "#console/screens/scenarios/nodes/node-icon";
import type { NodeNames } from "#console/screens/scenarios/nodes/node-names";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Row, Stack } from "#console/ui/stack";
import { Clip, Soft } from "#console/ui/text";
import { hasMedia, linesOf, type Tappable, tappablesOf, templateOf } from "./payload";
import type { Entry, RunEvent } from "./progress";
import styles from "./simulation.module.css";
import { texts } from "./texts";

/** An event of the run, as the text of a bubble or as a line. */
function Did({ event, isIgnored }: { event: RunEvent; isIgnored: boolean }) {
  const t = useTexts(texts);
  const { stages } = useTexts(general);
  const { bookingStates } = useTexts(nameTexts);
  const { did } = t;
  const reply = event.reply ?? null;
  const line =
    (event.click && did.click) ||
    (event.read && did.read) ||
    (event.opt_out && did.opt_out) ||
    (event.location && did.location) ||
    (event.answers && did.answers) ||
    (event.webhook && did.webhook(event.webhook.is_ok)) ||
    (event.analysis && did.analysis(event.analysis.status === "completed")) ||
    (event.tag_added && did.tag_added) ||
    (event.stage_changed && did.stage_changed(stages[event.stage_changed])) ||
    (event.booking && did.booking(bookingStates[event.booking.state])) ||
    (event.custom && did.custom(event.custom));
  return (
    <li className={reply === null ? styles.line : styles.theirs}>
      {reply === null ? <span>{line}</span> : <p dir="auto">{reply}</p>}
      {isIgnored && <span className={styles.ignored}>{t.ignored}</span>}
    </li>
  );
}

function Step({
  step,
  names,
  onSelect,
  onTap,
}: {
  step: SimulationStep;
  names: NodeNames;
  onSelect: (id: string) => void;
  /** Only for the last message: earlier ones can't be tapped. */
  onTap: ((tapped: Tappable) => void) | null;
}) {
  const t = useTexts(texts);
  const { message } = step;
  const template = message && templateOf(message);
  return (
    <>
      {message && (
        <li className={styles.ours}>
          {template && (
            <Soft as="span" size="small" className={styles.kind}>
              {t.template(template)}
            </Soft>
          )}
          {hasMedia(message) && (
            <Soft as="span" size="small" className={styles.kind}>
              <Paperclip aria-hidden="true" /> {t.file}
            </Soft>
          )}
          {message.text && <p dir="auto">{message.text}</p>}
          {linesOf(message).map((line, index) => (
            <p key={index} className={styles.part} dir="auto">
              {line}
            </p>
          ))}
          <Row as="span" gap={1} wraps align="stretch" className={styles.taps}>
            {tappablesOf(message).map((one) => (
              <Button
                key={one.id ?? one.title}
                size="small"
                disabled={onTap === null}
                onClick={() => onTap?.(one)}
              >
                {one.title}
              </Button>
            ))}
          </Row>
        </li>
      )}
      {!(message && (step.outcome === "next" || step.outcome === null)) && (
        <li className={styles.line}>
          <button type="button" onClick={() => onSelect(step.node_id)}>
            <NodeIcon type={step.type} />
            <Clip>{names.name(step.node_id, step.type)}</Clip>
            {step.outcome && step.outcome !== "next" && (
              <strong>→ {names.handle(step.outcome)}</strong>
            )}
          </button>
        </li>
      )}
    </>
  );
}

/** The conversation so far, and the run's way between the messages. */
export function Chat({
  entries,
  names,
  onSelect,
  onTap,
}: {
  entries: Entry[];
  names: NodeNames;
  onSelect: (id: string) => void;
  onTap: ((tapped: Tappable) => void) | null;
}) {
  const t = useTexts(texts);
  const end = useRef<HTMLLIElement>(null);
  const last = entries.findLast((entry) => entry.kind === "step" && entry.step.message)?.key;
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [entries.length]);
  return (
    <div role="log" aria-label={t.chat}>
      <Stack as="ol" gap={2} className={styles.chat}>
        {entries.map((entry) =>
          entry.kind === "event" ? (
            <Did key={entry.key} event={entry.event} isIgnored={entry.isIgnored} />
          ) : (
            <Step
              key={entry.key}
              step={entry.step}
              names={names}
              onSelect={onSelect}
              onTap={entry.key === last ? onTap : null}
            />
          ),
        )}
        <li ref={end} aria-hidden="true" />
      </Stack>
    </div>
  );
}
