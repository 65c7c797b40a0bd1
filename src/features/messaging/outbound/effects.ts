import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { byPlatform, quoted } from "#db/by-platform";
import { consentStatements } from "#db/statements/consents";
import { kindsOf, phoneKindOf } from "#domain/platforms";
import type { Writer } from "#env";
import { markUnreachable } from "#features/leads/identities";
import { stopChannel } from "../channels/stop";
import type { Effects } from "./verdict";

/** A message that a provider has refused, found by `key`; `detail` is the provider's wording. */
export type RefusedMessage<Key> = { key: Key; effects: Effects; detail: string };

/**
 * The effects of providers' errors beyond the messages: stop the channel, enter an opt-out, mark
 * an address unreachable. `selectIds` selects the ids of the messages with these keys; without
 * any, the statements do nothing.
 */
export function effectStatements<Key>(
  writer: Writer,
  channelId: number,
  refused: RefusedMessage<Key>[],
  selectIds: (keys: Key[]) => SQL,
): Statement[] {
  const keysWith = (effect: "optOut" | "unreachable") =>
    refused.filter(({ effects }) => effects[effect]).map(({ key }) => key);
  const [optedOut, unreachable] = [keysWith("optOut"), keysWith("unreachable")];
  return [
    ...stopStatements(writer, channelId, refused, selectIds),
    ...(optedOut.length > 0 ? optOut(writer, selectIds(optedOut)) : []),
    ...(unreachable.length > 0
      ? [markUnreachable(writer, selectAddresses(selectIds(unreachable)))]
      : []),
  ];
}

/** Stops the channel for the reason of the first message that asks for it. */
function stopStatements<Key>(
  writer: Writer,
  channelId: number,
  refused: RefusedMessage<Key>[],
  selectIds: (keys: Key[]) => SQL,
): Statement[] {
  const stops = refused.flatMap(({ key, effects, detail }) =>
    effects.stopChannel ? [{ key, reason: effects.stopChannel, detail }] : [],
  );
  const [first] = stops;
  if (!first) return [];
  const messageIds = selectIds(stops.map(({ key }) => key));
  const stopped = sql`(select ${channelId} where exists (${messageIds}))`;
  return stopChannel(writer, stopped, first.reason, first.detail);
}

/** The messages with their conversations and leads: the rest of a SELECT. */
const fromMessages = (messageIds: SQL) => sql`
  from messages
    cross join conversations on conversations.id = conversation_id
    cross join leads on leads.id = lead_id
  where messages.id in (${messageIds})`;

function optOut(writer: Writer, messageIds: SQL) {
  const entries = sql`
    select lead_id, 'opted_out', 'provider', min(messages.id), ${Date.now()}
    ${fromMessages(messageIds)} and is_optout = 0
    group by lead_id`;
  return consentStatements(writer, entries, sql`select lead_id ${fromMessages(messageIds)}`);
}

const FIRST_KIND = byPlatform(sql`platform`, (name) => quoted(kindsOf(name)[0]));
const PHONE_KIND = byPlatform(sql`platform`, (name) => quoted(phoneKindOf(name) ?? null));

/** The addresses of the leads on the platforms of these messages. */
const selectAddresses = (messageIds: SQL) => sql`
  select identity.lead_id, kind, value
  from (select lead_id, platform ${fromMessages(messageIds)}) as written
    cross join lead_identities as identity
      on identity.lead_id = written.lead_id
      and kind = ${FIRST_KIND}
  union
  select lead_id, ${PHONE_KIND}, substr(phone_key, 2)
  ${fromMessages(messageIds)} and ${PHONE_KIND} is not null and phone_key is not null`;
