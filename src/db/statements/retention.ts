import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#lib/time";

// The statements that remove what workspaces no longer want kept. Each looks at a range of ids, of
// all workspaces, and takes the rows of those that have the setting.

/** The ids after `after`, up to `upTo`. */
export type IdRange = { after: number; upTo: number };

/** The setting of a row's workspace in milliseconds, null where it keeps such rows for good. */
const keptMs = (setting: string, workspaceId: SQL) => sql`
  (select settings ->> ${setting} from workspaces where id = ${workspaceId}) * ${DAY_MS}`;

const inRange = ({ after, upTo }: IdRange) => sql`id > ${after} and id <= ${upTo}`;

/** Erases the texts of messages that nobody is sending, and the quotes from them. */
export function eraseOldTexts(setting: string, range: IdRange, now: number): SQL[] {
  const which = sql`
    select id from messages
    where ${inRange(range)}
      and next_attempt_at is null
      and (text is not null or payload not in ('{}', '{"deleted":true}'))
      and created_at < ${now} - ${keptMs(setting, sql`messages.workspace_id`)}`;
  return [
    sql`update profile_claims set quote = '' where message_id in (${which})`,
    sql`
      update messages set text = null, tapped = null, payload = '{}', updated_at = ${now}
      where id in (${which})`,
  ];
}

/** Deletes the files that leads have sent. What was uploaded may be sent again. */
export const deleteOldMedia = (setting: string, range: IdRange, now: number): SQL[] => [
  sql`
    update media set state = 'deleted', source = null, filename = null
    where ${inRange(range)} and message_id is not null and state in ('stored', 'failed')
      and created_at < ${now} - ${keptMs(setting, sql`media.workspace_id`)}`,
];

/** Deletes ended runs with their steps. */
export const deleteOldRuns = (setting: string, range: IdRange, now: number): SQL[] => [
  sql`
    delete from runs
    where ${inRange(range)} and ended_at < ${now} - ${keptMs(setting, sql`runs.workspace_id`)}`,
];

/** Deletes single clicks. The counts of links and link sends stay. */
export const deleteOldClicks = (setting: string, range: IdRange, now: number): SQL[] => [
  sql`
    delete from link_clicks
    where ${inRange(range)}
      and clicked_at < ${now} - ${keptMs(setting, sql`link_clicks.workspace_id`)}`,
];

/** Deletes conversations of leads with whom nothing was said for so long, with their messages. */
export const deleteInactive = (setting: string, range: IdRange, now: number): SQL[] => [
  sql`
    delete from conversations
    where ${inRange(range)}
      and (
        select max(
          conversations.created_at, ifnull(leads.last_inbound_at, 0),
          ifnull(leads.last_outbound_at, 0))
        from leads where leads.id = conversations.lead_id
      ) < ${now} - ${keptMs(setting, sql`conversations.workspace_id`)}
      and not exists (
        select 1 from messages
        where conversation_id = conversations.id and next_attempt_at is not null)`,
];
