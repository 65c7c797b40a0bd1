import { sql } from "drizzle-orm";
import { leadIdentities } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import type { Receiver as KnownReceiver } from "../channels/receivers";
import { idsOf } from "./sender-matching";
import type { Sender } from "./webhook-events";

/** The channel that receives events, and the settings of its workspace. */
export type Receiver = Pick<KnownReceiver, "id" | "platform" | "externalId" | "settings">;

/** An event with its sender's lead; `leadId` is null where the same batch creates the lead. */
export type Matched<Event extends { from: Sender }> = Event & { leadId: number | null };

/** Events as a JSON list, for `leadIdOf`. */
export const listOf = (events: Matched<{ from: Sender }>[]) =>
  JSON.stringify(
    events.map(({ from, ...event }) => {
      const [id] = idsOf(from);
      return { ...event, idKind: id?.kind, idValue: id?.value };
    }),
  );

/** The lead of an event of such a list, which `json_each` gives as `item`. */
export function leadIdOf(scope: Scope) {
  const isSender = sql`kind = item.value ->> 'idKind' and value = item.value ->> 'idValue'`;
  return sql`ifnull(item.value ->> 'leadId', (
    select lead_id from ${leadIdentities} where ${within(scope, leadIdentities, isSender)}))`;
}
