import type { Event } from "#client";
import { leadName } from "#console/data/lead-name";
import { useTokenName } from "#console/data/token-names";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import type { Tone } from "#console/ui/badge";
import { Badge } from "#console/ui/badge";
import { classes } from "#console/ui/classes";
import { Clip, Soft } from "#console/ui/text";
import styles from "./events.module.css";
import { texts } from "./texts";

const TONES: [part: RegExp, tone: Tone][] = [
  [/failed|stopped|disabled|quota_reached|opted_out/, "red"],
  [/deleted|removed|cancelled|paused|unknown/, "amber"],
  [/^message\.received|clicked|completed|opted_in|activated/, "green"],
  [/^message|^conversation/, "blue"],
  [/^run|^scenario/, "purple"],
];

const toneOf = (type: string) => TONES.find(([part]) => part.test(type))?.[1] ?? "plain";

/** The subject of an event, in a few words of its data. */
function useSubject() {
  const c = useTexts(general);
  const t = useTexts(texts);
  return ({ data }: Event) => {
    const lead = "lead" in data && data.lead ? leadName(data.lead, c.unknownName) : null;
    const of = "lead_id" in data && data.lead_id ? (lead ?? t.lead(data.lead_id)) : null;
    const text =
      ("message" in data && data.message?.text) ||
      ("tag" in data && data.tag?.label) ||
      ("short_link" in data && data.short_link?.slug) ||
      ("summary" in data && data.summary) ||
      ("name" in data && data.name) ||
      ("quota" in data && data.quota) ||
      null;
    return { of, text };
  };
}

/** The actor of an event, by name if it has one. */
function useActor({ actor }: Event) {
  const t = useTexts(texts);
  const name = useTokenName(actor?.type === "token" ? actor.id : null);
  if (!actor) return null;
  return name ?? (actor.id === null ? t.actors[actor.type] : t.by(t.actors[actor.type], actor.id));
}

export function EventRow({
  event,
  isNew,
  onOpen,
}: {
  event: Event;
  isNew: boolean;
  onOpen: () => void;
}) {
  const format = useFormat();
  const { of, text } = useSubject()(event);
  const by = useActor(event);
  return (
    <li className={classes(styles.row, isNew && styles.isNew)}>
      <button type="button" className={styles.event} onClick={onOpen}>
        <time
          className={styles.time}
          dateTime={event.timestamp}
          title={format.dateTime(event.timestamp)}
        >
          {format.short(event.timestamp)}
        </time>
        <span className={styles.type}>
          <Badge tone={toneOf(event.type)}>{event.type}</Badge>
        </span>
        <Clip className={styles.subject}>
          {of && <bdi>{of}</bdi>}
          {text && <Soft as="span">{of ? ` · ${text}` : text}</Soft>}
        </Clip>
        <Soft as="span" size="small" className={styles.actor}>
          <bdi>{by}</bdi>
        </Soft>
      </button>
    </li>
  );
}
