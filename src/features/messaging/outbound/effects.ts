import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "../../../db/scope";
import type { Scope } from "../../../env";
import { consentStatements } from "../../leads/consents";
import { markUnreachable } from "../../leads/identities";
import { stopChannel } from "../channels/stop";
import type { Effects } from "./verdict";

/** A message that a provider has refused, in its answer or later: what finds the message, what follows, and the provider's words. */
export type Refused<Key> = { key: Key; effects: Effects; detail: string };

/**
 * The statements that do what the providers' errors ask for beyond the messages: stop the channel, enter an opt-out, note that nobody is
 * at an address. `idsOf` selects the ids of the messages with these keys; where there are none, nothing is done.
 */
export function effectStatements<Key>(
  db: Scope["db"],
  channelId: number,
  refused: Refused<Key>[],
  idsOf: (keys: Key[]) => SQL,
): Statement[] {
  const stops = refused.filter(({ effects }) => effects.stopChannel);
  const keysWith = (effect: "optOut" | "unreachable") =>
    refused.filter(({ effects }) => effects[effect]).map(({ key }) => key);
  const [optedOut, unreachable] = [keysWith("optOut"), keysWith("unreachable")];
  return [
    ...stops.slice(0, 1).flatMap(({ effects, detail }) => {
      const isOurs = sql`(select ${channelId} where exists (${idsOf(stops.map(({ key }) => key))}))`;
      return stopChannel(db, isOurs, effects.stopChannel!, detail);
    }),
    ...(optedOut.length > 0 ? optOut(db, idsOf(optedOut)) : []),
    ...(unreachable.length > 0 ? [markUnreachable({ db }, addresses(idsOf(unreachable)))] : []),
  ];
}

const conversationsOf = (messageIds: SQL) =>
  sql`messages cross join conversations on conversations.id = conversation_id cross join leads on leads.id = lead_id where messages.id in (${messageIds})`;

function optOut(db: Scope["db"], messageIds: SQL) {
  const entries = sql`select lead_id, 'opted_out', 'provider', min(messages.id), ${Date.now()}
    from ${conversationsOf(messageIds)} and is_optout = 0 group by lead_id`;
  return consentStatements(db, entries, sql`select lead_id from ${conversationsOf(messageIds)}`);
}

/** By what the leads are known on the platform that they were written to on. */
const addresses = (messageIds: SQL) => sql`
  select identity.lead_id, kind, value from (select lead_id, platform from ${conversationsOf(messageIds)}) as written
    cross join lead_identities as identity on identity.lead_id = written.lead_id and kind = iif(platform = 'instagram', 'instagram_id', 'wa_id')
  union select lead_id, 'wa_id', substr(phone, 2) from ${conversationsOf(messageIds)} and platform = 'whatsapp' and phone like '+%'`;
