import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#lib/time";
import { isRunStopped } from "../run-states";
import { changedNow } from "./changed";

// Messages that WhatsApp's limit of marketing for a person has refused, and that are tried again.
// In `marketing_cap` they keep since when, and the external ids under which they have failed: no
// later report on these may end another try.

/** True if a message waits for its next try. */
export const waitsForCap = sql`(
  messages.status = 'queued' and messages.error ->> 'reason' = 'marketing_cap')`;

/** True if a message has failed under an external id, and was queued again. */
export const hasFailedAs = (externalId: SQL) => sql`
  ${externalId} in (
    select failed.value from json_each(messages.marketing_cap, '$.external_ids') as failed)`;

/** The wait, by the time since the first refusal: 24, then 48, then 96 hours. */
const delay = (sinceMs: SQL) => sql`
  case when ${sinceMs} < ${DAY_MS} then ${DAY_MS}
       when ${sinceMs} < ${3 * DAY_MS} then ${2 * DAY_MS}
       else ${4 * DAY_MS} end`;

/** A wait is up to a tenth longer by chance, or shorter where the last day would be over. */
const tenth = sql`(delay / 10)`;
/** Messages of one batch go their ways. (SQLite may call its own `random()` once for each use.) */
const chance = () => sql`(${Math.floor(Math.random() * DAY_MS)} + id * 104729) % ${tenth}`;

/** True if a message may still be sent: nobody has opted out, cancelled its run or stopped it. */
const isWanted = sql`
  is_optout = 0 and is_marketing_optout = 0 and not (${isRunStopped})
  and exists (
    select 1 from channels where channels.id = messages.channel_id and channels.status = 'active')`;

/**
 * Queues refused messages again, where they ask for it and may wait for so long: no earlier than a
 * day from now. `refusals` selects `message_id`, `external_id` and `error` of messages that were
 * certainly not delivered; `retry_at` of the error is null where it is no use to try again.
 */
export const retryCapped = (refusals: SQL, now: number) => sql`
  update messages set
    status = 'queued', external_id = null, next_attempt_at = next.at,
    error = json_set(next.error, '$.retry_at', next.at),
    marketing_cap = json_object('since', next.since, 'external_ids', json(next.external_ids)),
    ${changedNow()}
  from (
    select id, error, since, external_ids,
      min(${now} + delay + ${chance()}, until) as at
    from (
      select messages.id, refused.error, since, ${delay(sql`${now} - since`)} as delay,
        since + ${DAY_MS} * (messages.payload ->> '$.template.on_marketing_cap.retry.max_days')
          as until,
        iif(refused.external_id is null,
          ifnull(messages.marketing_cap -> '$.external_ids', '[]'),
          json_insert(
            ifnull(messages.marketing_cap -> '$.external_ids', '[]'), '$[#]', refused.external_id)
        ) as external_ids
      from (
        select message_id, refusal.external_id, refusal.error,
          ifnull(marketing_cap ->> 'since', ${now}) as since
        from (${refusals}) as refusal cross join messages as known on known.id = message_id
        where refusal.error ->> 'reason' = 'marketing_cap'
          and refusal.error ->> 'retry_at' is not null
      ) as refused
        cross join messages on messages.id = refused.message_id
        cross join conversations on conversations.id = messages.conversation_id
        cross join leads on leads.id = conversations.lead_id
      where messages.status not in ('queued', 'failed', 'delivered', 'read') and ${isWanted})
    where until - ${now} >= max(${DAY_MS}, delay - ${tenth})
  ) as next
  where messages.id = next.id`;
