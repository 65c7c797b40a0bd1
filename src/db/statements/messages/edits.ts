import { sql } from "drizzle-orm";
import { messages } from "#db/schema/messages";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { changedNow } from "./changed";

/** The new text of a message, and when its sender has edited it. */
type NewText = { externalId: string; at: number; text: string | null };

const newTextOf = ({ externalId, at, text }: NewText): NewText => ({ externalId, at, text });

/** True of messages of leads, and of those of ours that were written in the platform's own app. */
export const writtenBy = {
  lead: sql`messages.direction = 'inbound'`,
  team: sql`messages.direction = 'outbound' and messages.origin in ('native_app', 'history')`,
};

/**
 * Changes the texts of messages that their writers have edited, each at most once in `edits`. The
 * first text stays in the payload. An edit that is no later than the last one is left out, and so
 * is one of a message whose content was erased. The SQL trigger `analyses_message_edited`
 * (analysis.sql) has the conversation analysed again.
 */
export const applyEdits = (
  scope: Scope,
  channelId: number,
  edits: NewText[],
  writer: keyof typeof writtenBy,
) => sql`
  update messages set
    payload = iif(
      edited_at is null, json_set(payload, '$.original_text', messages.text), payload),
    text = edit.text, edited_at = edit.at, changed_by = ${scope.actor}, ${changedNow()}
  from (
    select value ->> 'externalId' as id, value ->> 'text' as text, value ->> 'at' as at
    from json_each(${JSON.stringify(edits.map(newTextOf))})
  ) as edit
  where ${within(scope, messages)}
    and messages.channel_id = ${channelId} and messages.external_id = edit.id
    and ${writtenBy[writer]} and messages.type <> 'system'
    and ifnull(edited_at, 0) < edit.at
    and not (messages.text is null and payload in ('{}', '{"deleted":true}'))`;
