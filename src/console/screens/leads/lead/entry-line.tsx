import {
  ArrowDownLeft,
  ArrowUpRight,
  Ban,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleStop,
  GitMerge,
  Inbox,
  type LucideIcon,
  Milestone,
  MousePointerClick,
  Pencil,
  Radio,
  Sparkles,
  StickyNote,
  Tag,
  Trash2,
  UserPlus,
} from "lucide-react";
import type { Lead } from "#client";
import { WhyButton } from "#console/screens/scenarios/starts/why-button";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import type { Tone } from "#console/ui/badge";
import { Sign } from "#console/ui/badge";
import { Row, Stack } from "#console/ui/stack";
import { EntryText } from "./entry-text";
import { MessageEntry } from "./message-entry";
import type { Entry } from "./timeline";
import styles from "./timeline.module.css";
import { timelineTexts } from "./timeline-texts";

const EVENT_ICONS: Partial<Record<string, [LucideIcon, Tone]>> = {
  "lead.updated": [Pencil, "plain"],
  "lead.merged": [GitMerge, "purple"],
  "lead.tag_added": [Tag, "accent"],
  "lead.tag_removed": [Tag, "plain"],
  "lead.stage_changed": [Milestone, "blue"],
  "lead.profile_updated": [Sparkles, "purple"],
  "lead.identity_changed": [Pencil, "plain"],
  "lead.event_reported": [Radio, "blue"],
  "booking.created": [CalendarCheck, "blue"],
  "booking.moved": [CalendarClock, "amber"],
  "booking.cancelled": [CalendarX, "plain"],
  "booking.no_show": [CalendarX, "red"],
  "booking.held": [CalendarCheck, "green"],
  "booking.outcome": [CalendarCheck, "green"],
  "booking.updated": [CalendarClock, "plain"],
  "conversation.updated": [Inbox, "plain"],
  "conversation.note_deleted": [Trash2, "plain"],
  "message.edited": [Pencil, "plain"],
  "message.deleted": [Trash2, "plain"],
  "run.paused": [CirclePause, "amber"],
  "run.resumed": [CirclePlay, "accent"],
};

function iconOf(entry: Entry): [LucideIcon, Tone] {
  switch (entry.kind) {
    case "message":
      return entry.message.direction === "inbound"
        ? [ArrowDownLeft, "blue"]
        : [ArrowUpRight, entry.message.status === "failed" ? "red" : "accent"];
    case "note":
      return [StickyNote, "amber"];
    case "runStarted":
      return [CirclePlay, "accent"];
    case "runEnded":
      return [CircleStop, entry.run.state === "failed" ? "red" : "plain"];
    case "click":
      return [MousePointerClick, "green"];
    case "consent":
      return entry.consent.kind === "opted_out" ? [Ban, "red"] : [CircleCheck, "green"];
    case "created":
      return [UserPlus, "accent"];
    case "event":
      return EVENT_ICONS[entry.event.type] ?? [CirclePlay, "plain"];
  }
}

/** The events to which triggers react, besides messages. */
const CAUSES: readonly string[] = ["lead.tag_added", "lead.stage_changed", "lead.event_reported"];

/** The entry as something to which triggers may react. */
function causeIn(entry: Entry) {
  if (entry.kind === "message" && entry.message.direction === "inbound")
    return { message_id: entry.message.id };
  if (entry.kind === "event" && CAUSES.includes(entry.event.type))
    return { event_id: entry.event.id };
  return undefined;
}

/** One entry of the timeline. */
export function EntryLine({ entry, lead }: { entry: Entry; lead: Lead }) {
  const format = useFormat();
  const t = useTexts(timelineTexts);
  const [Icon, tone] = iconOf(entry);
  const cause = causeIn(entry);
  return (
    <article className={styles.entry}>
      <Sign Icon={Icon} tone={tone} size="1.75rem" iconSize="0.95rem" radius="50%" />
      <Stack gap={1} className={styles.entryMain}>
        {entry.kind === "message" || entry.kind === "note" ? (
          <MessageEntry message={entry.message} />
        ) : (
          <EntryText entry={entry} lead={lead} />
        )}
      </Stack>
      <Row gap="hair" align="start">
        {cause && <WhyButton of={cause} label={t.why} />}
        <time className={styles.time} dateTime={entry.at} title={format.dateTime(entry.at)}>
          {format.time(entry.at)}
        </time>
      </Row>
    </article>
  );
}
