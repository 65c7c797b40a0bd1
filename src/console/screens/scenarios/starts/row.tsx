import type { ListedTrigger, TriggerState } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Badge, Sign, type Tone } from "#console/ui/badge";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { triggerIcon } from "../editor/triggers/kinds";
import { triggerLines, triggerName } from "../editor/triggers/lines";
import { useWords } from "../editor/words";
import { HeadLink } from "./head-link";
import styles from "./starts.module.css";
import { texts } from "./texts";

const TONES: Record<TriggerState, Tone> = {
  on: "green",
  limited: "amber",
  paused: "plain",
  invalid: "red",
  not_on_platform: "red",
};

/** A trigger of the list. */
export function TriggerRow({ trigger, data }: { trigger: ListedTrigger; data: unknown }) {
  const t = useTexts(texts);
  const words = useWords();
  const { type, scenario_id: scenario, scenario_name: name, state, since, starts } = trigger;
  const { next_at: next } = trigger;
  return (
    <tr>
      <td>
        <Row gap={2} className={styles.what}>
          <Sign Icon={triggerIcon(type)} tone="green" size="1.75rem" iconSize="1rem" radius="50%" />
          <div>
            {triggerName(words, type)}
            <Soft as="span" size="small" className={styles.line} dir="auto">
              {triggerLines(words, { type, data }).join(" · ")}
            </Soft>
          </div>
        </Row>
      </td>
      <td>
        <HeadLink scenario={scenario} trigger={trigger.id}>
          {name}
        </HeadLink>
      </td>
      <td>
        <Badge tone={TONES[state]}>{t.stateNames[state]}</Badge>
        {next && (
          <Soft as="span" size="small" className={styles.line}>
            {t.next(words.f.dateTime(next))}
          </Soft>
        )}
      </td>
      <td className={styles.since}>
        {since ? (
          <time dateTime={since} title={words.f.dateTime(since)}>
            {words.f.short(since)}
          </time>
        ) : (
          "–"
        )}
      </td>
      <td data-number>{words.f.number(starts)}</td>
    </tr>
  );
}
