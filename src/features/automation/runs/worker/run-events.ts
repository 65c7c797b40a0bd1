import { type SQL, sql } from "drizzle-orm";
import type { RunEventKind } from "#domain/automation";
import type { BookingState } from "#domain/bookings";
import type { Scope } from "#env";
import { MAX_CHARACTERS } from "#features/automation/engine/compare";
import type { AnalysisStatus, Place, Reply, RunEvent } from "#features/automation/engine/run";
import { bookingJson } from "../bookings";

/** A row of `run_events`. `reply` is the `replyJson` of its message. */
export type EventRow = {
  runId: number;
  visit: number;
  kind: RunEventKind;
  data: string;
  eventId: number | null;
  reply: string | null;
  /** JSON of the booking that it is of. */
  booking: string | null;
  isRead: 0 | 1;
};

/** The beginning of a message. The rest is neither compared nor kept (engine/compare.ts). */
const TEXT = `substr(text, 1, ${MAX_CHARACTERS})`;

/** A member of a location, which may be of any type. */
const ofPlace = (member: string, types: string) => `
  iif(type = 'location' and json_type(payload, '$.${member}') in (${types}),
    substr(payload ->> '$.${member}', 1, 255), null)`;
const NUMBER = "'integer', 'real'";

/** The values of answers, which are there for this type alone. */
const ANSWERS = `iif(type = 'interactive', payload -> '$.answers.values', null)`;

/** The run that has sent the form which was answered; null also for unverified answers. */
const ASKING = `iif(type = 'interactive', (
  select run_id from messages as asked
  where asked.id = messages.payload ->> '$.answers.message_id'), null)`;

/** A message as `replyFrom` reads it. */
export const replyJson = sql.raw(`
  json_array(id, ${TEXT}, tapped,
    ${ofPlace("latitude", NUMBER)}, ${ofPlace("longitude", NUMBER)},
    ${ofPlace("name", "'text'")}, ${ofPlace("address", "'text'")},
    json(${ANSWERS}), ${ASKING})`);

/**
 * The most bytes of events, and of the replies among them, that one claim reads. A single run has
 * fewer: at most 200 events (automation.sql), each with a reply of at most 4,096 characters, save
 * for answers of forms.
 */
const MAX_EVENT_BYTES = 4_000_000;

/** About the most of a booking: events of one are rarely more than some. */
const BOOKING_BYTES = 20_000;

const BYTES = sql`(
  octet_length(data) + ifnull(
    (select ifnull(octet_length(${sql.raw(TEXT)}), 0) + ifnull(octet_length(tapped), 0)
       + ifnull(octet_length(${sql.raw(ANSWERS)}), 0)
     from messages where messages.id = message_id), 0)
  + iif(kind = 'booking', ${BOOKING_BYTES}, 0))`;

/**
 * Reads the events of those of the `due` runs that are among the `first` ones, in their order. From
 * where they are too many bytes on, they come without what they hold.
 */
export const selectEvents = (scope: Scope, due: SQL, first: SQL) => sql<EventRow>`
  select runId, visit, kind, eventId, before < ${MAX_EVENT_BYTES} as isRead,
         iif(before < ${MAX_EVENT_BYTES}, data, '{}') as data,
         iif(before < ${MAX_EVENT_BYTES},
             (select ${replyJson} from messages where messages.id = message_id), null) as reply,
         iif(before < ${MAX_EVENT_BYTES} and kind = 'booking',
             ${bookingJson(scope, sql`data ->> 'booking_id'`)}, null) as booking
  from (
    select run_id as runId, seq, visit, kind, data, event_id as eventId, message_id, next_at,
           sum(${BYTES}) over (order by next_at, run_id, seq) - ${BYTES} as before
    from ${due} as due cross join run_events on run_events.run_id = due.id
    where run_id in (select id from ${first}))
  order by next_at, runId, seq`;

/** The place of a location; undefined for what is none on Earth. */
function placeOf(
  latitude: string | null,
  longitude: string | null,
  { name, address }: { name: string | null; address: string | null },
): Place | undefined {
  if (latitude === null || longitude === null) return undefined;
  const at = { latitude: Number(latitude), longitude: Number(longitude) };
  if (!(Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180)) return undefined;
  return { ...at, ...(name && { name }), ...(address && { address }) };
}

export function replyFrom(json: string | null): Reply | null {
  if (json === null) return null;
  const [messageId, text, tapped, latitude, longitude, name, address, values, runId] =
    JSON.parse(json);
  const place = placeOf(latitude, longitude, { name, address });
  return {
    ...{ messageId, text, tapped },
    ...(place && { place }),
    ...(values && { answers: { values, runId } }),
  };
}

/** The events that were recorded for a run during one of its visits. */
export const eventsIn = (rows: EventRow[], runId: number, visit: number): RunEvent[] =>
  rows
    .filter((row) => row.visit === visit)
    .flatMap((row) => eventFrom(row, JSON.parse(row.data), runId) ?? []);

/** `data` is as the triggers that insert into `run_events` write it. */
function eventFrom(
  { kind, reply, booking, eventId }: EventRow,
  data: Record<string, unknown>,
  runId: number,
): RunEvent | undefined {
  const reason = (data.reason ?? null) as string | null;
  switch (kind) {
    case "reply": {
      const message = replyFrom(reply);
      return message ? { kind, ...message } : undefined;
    }
    case "sending":
      return { kind, isSent: data.status !== "failed", reason };
    case "webhook":
      return {
        kind,
        isOk: data.isOk === true,
        status: (data.status ?? null) as number | null,
        ...("saved" in data && { saved: data.saved }),
      };
    case "analysis":
      return { kind, status: data.status as AnalysisStatus, reason };
    case "link_clicked":
      return { kind, shortLinkId: data.short_link_id as number, isOwn: data.run_id === runId };
    case "message_read":
      return { kind, nodeId: (data.node_id ?? null) as string | null };
    case "tag_added":
      return { kind, tagId: data.tag_id as number };
    case "stage_changed":
      return { kind, from: data.from as string | null, to: data.to as string | null };
    case "booking":
      return {
        ...{ kind, bookingId: data.booking_id as number, state: data.state as BookingState },
        sourceId: data.source_id as number | null,
        booking: booking === null ? null : JSON.parse(booking),
      };
    case "custom":
      return { kind, name: data.name as string, eventId };
  }
}
