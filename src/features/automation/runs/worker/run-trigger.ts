import { sql } from "drizzle-orm";
import { events } from "#db/schema/events";
import { within } from "#db/scope/scope";
import type { TriggerType } from "#domain/triggers";
import type { Scope } from "#env";
import { MAX_CHARACTERS } from "#features/automation/engine/compare";
import type { RunTrigger } from "#features/automation/engine/trigger";
import { readReferral } from "#features/automation/triggers/referral";

type Members = {
  id: string;
  type: TriggerType;
  message: { text: string | null; referral: unknown } | null;
  comment: { text: string | null; media_id: string; ad_id: string | null } | null;
  report: { name: string; data: Record<string, unknown> } | null;
};

/**
 * The trigger of the run `run` as `triggerFrom` reads it; null for a run that was enrolled. Of a
 * message, a comment or an event that is gone, nothing is left here either.
 */
export const triggerJson = (scope: Scope) => sql`
  iif(run.cause is null, null, json_object(
    'id', run.cause ->> 'trigger_id', 'type', run.cause ->> 'type',
    'message', json((
      select json_object('text', substr(text, 1, ${MAX_CHARACTERS}),
                         'referral', json(payload -> 'referral'))
      from messages where messages.id = run.cause ->> 'message_id')),
    'comment', json((
      select json_object('text', substr(text, 1, ${MAX_CHARACTERS}),
                         'media_id', media_id, 'ad_id', ad_id)
      from comments where comments.id = run.cause ->> 'comment_id')),
    'report', json((
      select data from events
      where run.cause ->> 'type' = 'event'
        and ${within(scope, events, sql`events.id = run.cause ->> 'event_id'`)}))))`;

export function triggerFrom(json: string | null): RunTrigger | null {
  if (json === null) return null;
  const { id, type, message, comment, report }: Members = JSON.parse(json);
  const referral = readReferral(message?.referral);
  return {
    id,
    type,
    text: (message ?? comment)?.text ?? null,
    ref: referral?.ref ?? null,
    ad_id: referral?.adId ?? comment?.ad_id ?? null,
    media_id: comment?.media_id ?? null,
    name: report?.name ?? null,
    data: report?.data ?? {},
  };
}
