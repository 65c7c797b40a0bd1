import type { ArmedTime, SeenTime } from "#db/statements/trigger-times";
import { orLog } from "#lib/log";
import type { Region } from "#lib/region";
import { MINUTE_MS } from "#lib/time";
import { armedFor, GRACE_MS, isMovedBy, isOfMessages, verified } from "../times/date";
import { type EventRow, timeOf } from "./causes";
import { type Pending, unread } from "./gather";
import { isThere, type Leads } from "./lead";
import { type DateTrigger, keyOf } from "./memory";
import type { TimeRow } from "./rows";

// The times of `date` triggers: those that have come, and those that changes of leads set.

type Dates = { dates: Map<string, DateTrigger>; leads: Leads; region: Region };

/** A lead that is not there is being merged, or removed with its times: until then. */
export const RETRY_MS = MINUTE_MS;

/**
 * The times that have come: what is to be decided, and when to look at each next. So are those of
 * starts that were put off, while the lead is not there.
 */
export function datesIn(times: TimeRow[], known: Dates, now: number) {
  const found = times
    .filter(({ event, lead }) => event === 0 || !isThere(known.leads, lead))
    .map((time) => ({ time, ...seenAt(time, known, now) }));
  return {
    pending: found.flatMap(({ pending }) => pending ?? []),
    seen: found.map(({ time, next }) => ({ time, next, messagesAt: messagesOf(time, known) })),
  };
}

function messagesOf({ lead }: TimeRow, { leads }: Dates): SeenTime["messagesAt"] {
  const dated = leads.get(lead)?.dated;
  return dated ? [dated.last_inbound_at, dated.last_outbound_at] : null;
}

function seenAt(
  time: TimeRow,
  { dates, leads, region }: Dates,
  now: number,
): { pending?: Pending; next: number | null } {
  if (!isThere(leads, time.lead)) return { next: now + RETRY_MS };
  const trigger = dates.get(keyOf({ scenarioId: time.scenario, id: time.trigger }));
  if (!trigger) return { next: null };
  const { settings } = trigger;
  const dated = leads.get(time.lead)?.dated;
  const found = dated && tried(time, () => verified(settings, dated, region, { at: time.at, now }));
  if (!found) return { pending: unread(time, "internal_error"), next: null };
  const { start, next } = found;
  if (!start) return { next };
  const cause = {
    ...{ type: "date" as const, eventId: 0, leadId: time.lead, actor: null },
    ...{ at: start.at, date: start.date, runsLate: settings.if_missed === "run" },
  };
  return {
    pending: { cause, last: 0, depth: 0, by: null, lastPersonAt: null, newcomer: null, time },
    next,
  };
}

/** Works out a date of a lead. One that can't be does not stop the others. */
const tried = <Found>({ trigger, lead }: Pick<TimeRow, "trigger" | "lead">, find: () => Found) =>
  orLog("date not read", { trigger_id: trigger, lead_id: lead }, find);

/** The times that the events of a lane set, of quiet imports too: each lead as it is now. */
export function armedBy(events: EventRow[], { dates, leads, region }: Dates): ArmedTime[] {
  const armed = new Map<string, ArmedTime>();
  for (const event of events) {
    const lead = leads.get(event.leadId);
    const names = namesIn(event);
    if (!lead || lead.isBeingMerged || names === undefined) continue;
    for (const [key, { scenarioId, id, settings }] of dates) {
      const own = `${key}:${event.leadId}`;
      if (armed.has(own) || !isMovedBy(settings, names)) continue;
      const its = { scenario: scenarioId, trigger: id, lead: event.leadId };
      const since = timeOf(event.id) - GRACE_MS;
      const time = tried(its, () => armedFor(settings, lead.dated, region, since));
      // A message that comes meanwhile has a time stored, which is not to be dropped.
      if (!time || (!time.isAhead && isOfMessages(settings))) continue;
      armed.set(own, { ...its, ...time });
    }
  }
  return [...armed.values()];
}

/** The fields that an event says have changed: null for any, undefined for none. */
function namesIn({ lane, type, data }: EventRow): string[] | null | undefined {
  if (lane !== "facts") return undefined;
  if (type === "lead.created" || type === "lead.merged") return null;
  if (type !== "lead.updated") return undefined;
  const names = changesIn(data);
  return names.length > 0 ? names : null;
}

/** The names of an update that lists some. One that can't be read lists none. */
function changesIn(data: string) {
  try {
    return Object.keys(JSON.parse(data).changes ?? {});
  } catch {
    return [];
  }
}
