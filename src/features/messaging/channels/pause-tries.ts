import { type SQL, sql } from "drizzle-orm";
import type { Writer } from "#env";
import { MINUTE_MS } from "#lib/time";
import { byReason, pausedTogether, resumeChannels } from "./pause";

// A channel that is paused tries one message at a time. The next try is planned when a message is
// claimed for it: so a sender that dies with it tries again after the same time as one that fails.

/** The time until the next try after one that says nothing about the pause. */
const SOON_MS = MINUTE_MS;

const MAX_DOUBLINGS = 20;

/** True while a try of the channel `own` is due. */
export const isTryDue = (now: number) => sql`own.pause_until <= ${now}`;

/** Chooses the message of the next try, which `candidate` selects the id of. */
export const chooseTried = (channelId: number, candidate: SQL, now: number) => sql`
  update channels set pause_probe_id = candidate.id
  from (${candidate}) as candidate
  where channels.id = ${channelId} and pause_holds is not null and pause_until <= ${now}`;

/** Selects the message that was chosen for a try, if that is due. */
export const chosen = (channelId: number, now: number) => sql`
  select pause_probe_id from channels as own
  where own.id = ${channelId} and own.pause_holds is not null and ${isTryDue(now)}`;

/** The time of the try after the one that is made now: the last is when the pause is to stop. */
function nextTry(now: number) {
  const reason = sql`pause_reason`;
  const doublings = sql`min(pause_step + 1, ${MAX_DOUBLINGS})`;
  const delay = byReason(
    reason,
    ({ firstMs, longestMs }) => sql`min(${firstMs} << ${doublings}, ${longestMs})`,
  );
  const last = sql`paused_at + ${byReason(reason, ({ stopAfterMs }) => stopAfterMs)}`;
  return sql`iif(${last} > ${now}, min(${now} + ${delay}, ${last}), ${now} + ${delay})`;
}

/** Plans the next try of the channels that are paused together, once one has claimed a message. */
export const planTry = (channelId: number, claimed: SQL, now: number) => {
  const isClaimed = sql`exists (
    select 1 from messages where messages.id = own.pause_probe_id and ${claimed})`;
  return sql`
    update channels set pause_step = pause_step + 1, pause_until = ${nextTry(now)}
    where id in (${pausedTogether(channelId, sql`${isTryDue(now)} and ${isClaimed}`)})`;
};

/** Plans the next try soon where the tried message says nothing: it was refused for itself. */
export const tryAnotherSoon = (channelId: number, messageIds: SQL, at: number) => sql`
  update channels set pause_until = min(pause_until, ${at + SOON_MS})
  where id in (${pausedTogether(channelId, sql`own.pause_probe_id in (${messageIds})`)})`;

/** Ends a pause whose tried message a provider has taken, if that proves anything. */
export const resumeByAnswer = (writer: Writer, channelId: number, messageIds: SQL) =>
  resumeChannels(
    writer,
    channelId,
    sql`own.pause_origin = 'answer' and own.pause_probe_id in (${messageIds})`,
  );

/** Ends a pause whose tried message has been reported as sent, by these ids of the provider. */
export const resumeByReport = (writer: Writer, channelId: number, externalIds: string[]) =>
  resumeChannels(
    writer,
    channelId,
    sql`exists (
      select 1 from messages
      where messages.id = own.pause_probe_id
        and external_id in (select value from json_each(${JSON.stringify(externalIds)})))`,
  );

/**
 * Selects the channels whose pause becomes a stop, now that the tried message of one is refused
 * again. `refused` selects ids of messages.
 */
export const pausedTooLong = (channelId: number, refused: SQL, at: number) => {
  const mostMs = byReason(sql`own.pause_reason`, ({ stopAfterMs }) => stopAfterMs);
  return pausedTogether(
    channelId,
    sql`own.pause_probe_id in (${refused}) and own.paused_at + ${mostMs} <= ${at}`,
  );
};
