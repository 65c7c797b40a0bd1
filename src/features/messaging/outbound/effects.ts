import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { byPlatform, quoted } from "#db/by-platform";
import { consentStatements } from "#db/statements/consents";
import { markTemplates } from "#db/statements/templates";
import { marketingEndpoints } from "#domain/messaging";
import { isPhone, kindsOf, phoneKindOf } from "#domain/platforms";
import type { Writer } from "#env";
import { markUnreachable } from "#features/leads/identities";
import { areOfOnePortfolio } from "#features/leads/reachable";
import { accountChannels } from "../channels/account-channels";
import { backOffChannels } from "../channels/back-off";
import { keepMarketingEndpoint } from "../channels/marketing";
import { stopChannels } from "../channels/stop";
import type { Effects, Reach } from "./error-rules";

/**
 * A message that a provider has refused, found by `key`; `detail` is the provider's wording.
 * `backOffUntil`: until when the channels wait that have to back off.
 */
export type RefusedMessage<Key> = {
  key: Key;
  effects: Effects;
  detail: string;
  backOffUntil?: number | null;
};

/**
 * The effects of providers' errors beyond the messages: stop channels, enter an opt-out, mark an
 * address unreachable or a template paused, change the endpoint of marketing. `selectIds` selects
 * the ids of the messages with these keys; without any, the statements do nothing.
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
    ...backOffStatements(channelId, refused, selectIds),
    ...templateStatements(channelId, refused, selectIds),
    ...marketingStatements(channelId, refused, selectIds),
  ];
}

/** Stops channels, for each reason in the words of the first message that gives it. */
function stopStatements<Key>(
  writer: Writer,
  channelId: number,
  refused: RefusedMessage<Key>[],
  selectIds: (keys: Key[]) => SQL,
): Statement[] {
  const stops = refused.flatMap(({ key, effects: { stop }, detail }) =>
    stop ? [{ ...stop, key, detail }] : [],
  );
  const isFirst = (stop: (typeof stops)[number], index: number) =>
    stops.findIndex(({ reason }) => reason === stop.reason) === index;
  return stops.filter(isFirst).flatMap(({ reason, over, detail }) => {
    const keys = stops.flatMap((one) => (one.reason === reason ? [one.key] : []));
    return stopChannels(writer, reached(channelId, over, selectIds(keys)), reason, detail);
  });
}

/** Has channels back off, until the latest of the messages' times. */
const backOffStatements = <Key>(
  channelId: number,
  refused: RefusedMessage<Key>[],
  selectIds: (keys: Key[]) => SQL,
): Statement[] =>
  (["channel", "account"] as const).flatMap((over) => {
    const limited = refused.filter(
      ({ effects, backOffUntil }) => effects.backOff === over && backOffUntil,
    );
    if (limited.length === 0) return [];
    const until = Math.max(...limited.map(({ backOffUntil }) => backOffUntil ?? 0));
    const messageIds = selectIds(limited.map(({ key }) => key));
    return [backOffChannels(reached(channelId, over, messageIds), until)];
  });

/** Marks the messages' templates in all channels of the account, which owns them. */
const templateStatements = <Key>(
  channelId: number,
  refused: RefusedMessage<Key>[],
  selectIds: (keys: Key[]) => SQL,
): Statement[] =>
  (["paused", "disabled"] as const).flatMap((status) => {
    const marked = refused.filter(({ effects }) => effects.template === status);
    if (marked.length === 0) return [];
    const messageIds = selectIds(marked.map(({ key }) => key));
    return [markTemplates(accountChannels(channelId), messageIds, status)];
  });

/** Keeps the endpoint at which Meta takes the channel's marketing templates. */
const marketingStatements = <Key>(
  channelId: number,
  refused: RefusedMessage<Key>[],
  selectIds: (keys: Key[]) => SQL,
): Statement[] =>
  marketingEndpoints.flatMap((endpoint) => {
    const keys = refused.flatMap(({ key, effects }) =>
      effects.marketing === endpoint ? [key] : [],
    );
    if (keys.length === 0) return [];
    return [keepMarketingEndpoint(reached(channelId, "channel", selectIds(keys)), endpoint)];
  });

/** The channels that an error on any of these messages is about. */
const reached = (channelId: number, over: Reach, messageIds: SQL) =>
  over === "channel"
    ? sql`select ${channelId} where exists (${messageIds})`
    : sql`select id from (${accountChannels(channelId)}) where exists (${messageIds})`;

/** The messages with their conversations and leads: the rest of a SELECT. */
const fromMessages = (messageIds: SQL) => sql`
  from messages
    cross join conversations on conversations.id = conversation_id
    cross join leads on leads.id = lead_id
  where messages.id in (${messageIds})`;

/** The provider reports what people have said of marketing. */
function optOut(writer: Writer, messageIds: SQL) {
  const entries = sql`
    select lead_id, 'opted_out', 'provider', min(messages.id), ${Date.now()}
    ${fromMessages(messageIds)} and is_marketing_optout = 0
    group by lead_id`;
  const leadIds = sql`select lead_id ${fromMessages(messageIds)}`;
  return consentStatements(writer, entries, leadIds, "marketing");
}

const FIRST_ACCOUNT = byPlatform(sql`platform`, (name) =>
  quoted(kindsOf(name).find((kind) => !isPhone(kind)) ?? null),
);
const PHONE_KIND = byPlatform(sql`platform`, (name) => quoted(phoneKindOf(name) ?? null));

/** True if the lead's phone was known to be unreachable when the message was sent. */
const wasUnreachable = sql`(${PHONE_KIND} is null or phone_key is null or exists (
  select 1 from lead_identities as phone
  where phone.lead_id = leads.id and phone.kind = ${PHONE_KIND}
    and (phone.hash = phone_hash or phone.value = substr(phone_key, 2))
    and phone.unreachable_at < ifnull(messages.sent_at, ${2 ** 53})))`;

/** The addresses that these messages went to: phones, else accounts that their channel knows. */
const selectAddresses = (messageIds: SQL) => sql`
  with written (lead_id, channel_id, platform, is_to_account) as (
    select lead_id, messages.channel_id, platform, ${wasUnreachable} ${fromMessages(messageIds)})
  select identity.lead_id, written.channel_id, kind, value
  from written
    cross join lead_identities as identity on identity.lead_id = written.lead_id
  where kind = ${PHONE_KIND}
    or is_to_account and kind = ${FIRST_ACCOUNT} and (
      identity.channel_id is null or identity.channel_id = written.channel_id
      or ${areOfOnePortfolio(sql`identity.channel_id`, sql`written.channel_id`)})
  union
  select lead_id, messages.channel_id, ${PHONE_KIND}, substr(phone_key, 2)
  ${fromMessages(messageIds)} and ${PHONE_KIND} is not null and phone_key is not null`;
