import type { EventPattern } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { Checkbox } from "#console/ui/field";
import { Grid } from "#console/ui/grid";
import { type EventKind, kinds, patternOf, typesOf } from "../events/event-kinds";
import { texts as eventTexts } from "../events/texts";
import { texts } from "./texts";
import styles from "./webhooks.module.css";

/** The types of events that an endpoint gets, kind by kind. */
export function EventTypesField({
  value,
  onChange,
}: {
  value: readonly EventPattern[];
  onChange: (value: EventPattern[]) => void;
}) {
  const t = useTexts(texts);
  const e = useTexts(eventTexts);
  const without = (patterns: readonly EventPattern[]) =>
    value.filter((pattern) => !patterns.includes(pattern));
  const toggle = (pattern: EventPattern, others: readonly EventPattern[] = []) =>
    onChange(
      value.includes(pattern) ? without([pattern]) : [...without([pattern, ...others]), pattern],
    );
  const chosen = (kind: EventKind) =>
    value.includes(patternOf(kind))
      ? t.allChosen
      : typesOf(kind).filter((type) => value.includes(type)).length;
  return (
    <div className={styles.kinds}>
      {kinds.map((kind) => (
        <details key={kind} className={styles.kind}>
          <summary>
            {e.kinds[kind]}
            {chosen(kind) !== 0 && <Badge tone="accent">{chosen(kind)}</Badge>}
          </summary>
          <Grid gap={2} min="14rem" className={styles.types}>
            <Checkbox
              checked={value.includes(patternOf(kind))}
              onChange={() => toggle(patternOf(kind), typesOf(kind))}
            >
              {t.allOfKind}
            </Checkbox>
            {typesOf(kind).map((type) => (
              <Checkbox
                key={type}
                checked={value.includes(type) || value.includes(patternOf(kind))}
                disabled={value.includes(patternOf(kind))}
                onChange={() => toggle(type)}
              >
                <code>{type}</code>
              </Checkbox>
            ))}
          </Grid>
        </details>
      ))}
    </div>
  );
}
