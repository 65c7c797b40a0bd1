import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { retryCapped } from "#db/statements/messages/capped";
import { writeOutcomes } from "#db/statements/messages/delivery";
import { BY_PLATFORM } from "#domain/actors";
import type { Scope, Writer } from "#env";
import { noteAccepted } from "#features/messaging/channels/check-state";
import { resumeByAnswer, tryAnotherSoon } from "#features/messaging/channels/pause-tries";
import { effectStatements, type RefusedMessage } from "../effects";
import { CODES, effectsOf } from "../error-rules";
import { pauseStatements } from "../pause-effects";
import { applyWaiting, matchReports, reportStatements, tagRecipients } from "../reports";
import type { Outcome } from "./outcome";

/** Writes outcomes and their effects. Writing them twice has no further effect. */
export function outcomeStatements(
  db: Scope["db"],
  channelId: number,
  outcomes: Outcome[],
): Statement[] {
  if (outcomes.length === 0) return [];
  const provider = { db, actor: BY_PLATFORM };
  const distinct = withoutRepeatedIds(outcomes);
  const accepted = distinct.filter(isAccepted);
  const refused = outcomes.map(({ messageId, effects, detail, nextAt }) => ({
    key: messageId,
    effects,
    detail,
    // The sender itself knows when its own channel may send again.
    backOffUntil: effects.backOff === "account" ? nextAt : null,
  }));
  return [
    ...pauses(provider, channelId, outcomes),
    ...capped(channelId, outcomes),
    writeOutcomes(channelId, distinct),
    ...acceptedCredentials(channelId, accepted),
    ...numbersAndReports(channelId, accepted),
    ...reportStatements(provider, channelId, accepted.flatMap(deliveryReport)),
    ...settle(provider, accepted),
    ...effectStatements(provider, channelId, refused, selectIds),
    ...earlyEffects(provider, channelId, accepted),
  ];
}

/** True if the provider has the message, also where it holds it: a report settles that. */
const isAccepted = ({ status }: Outcome) => status === "sent" || status === "assessing";

/**
 * Pauses the channel for messages that are being sent: a pause that was begun and ended meanwhile
 * does not begin again with an outcome that is written twice. What a try has found that says
 * nothing of the pause has another follow soon.
 */
function pauses(provider: Writer, channelId: number, outcomes: Outcome[]): Statement[] {
  const kept = outcomes.filter(({ isKept }) => isKept);
  const others = outcomes.filter(({ isKept, status }) => !isKept && status !== "sent");
  const selectSending = (pairs: (readonly [number, number])[]) => sql`
    select messages.id from json_each(${JSON.stringify(pairs)})
      cross join messages on messages.id = value ->> 0 and attempts = value ->> 1
    where status = 'sending'`;
  const refused = kept.map(({ messageId, attempt, effects, detail }) => ({
    key: [messageId, attempt] as const,
    effects,
    detail,
  }));
  const at = Math.min(...kept.map((one) => one.at));
  return [
    ...pauseStatements(provider, channelId, refused, { origin: "answer", at }, selectSending),
    ...(others.length > 0
      ? [tryAnotherSoon(channelId, idsOf(others), Math.max(...others.map((one) => one.at)))]
      : []),
  ];
}

/** Queues messages again that a limit of marketing has refused. Then they have no outcome yet. */
function capped(channelId: number, outcomes: Outcome[]): Statement[] {
  const refused = outcomes.filter(({ error }) => error?.reason === "marketing_cap");
  if (refused.length === 0) return [];
  const list = refused.map(({ messageId, attempt, error }) => ({ messageId, attempt, error }));
  const refusals = sql`
    select messages.id as message_id, null as external_id, value -> 'error' as error
    from json_each(${JSON.stringify(list)})
      cross join messages on messages.id = value ->> 'messageId'
        and attempts = value ->> 'attempt'
    where status = 'sending' and +channel_id = ${channelId}`;
  return [retryCapped(refusals, Math.max(...refused.map(({ at }) => at)))];
}

/** The credentials that messages were accepted with. The sandbox has none. */
function acceptedCredentials(channelId: number, accepted: Outcome[]): Statement[] {
  const starts = accepted.flatMap(({ sealedStart }) => sealedStart ?? []);
  return starts.length > 0 ? [noteAccepted(sql`id = ${channelId}`, starts)] : [];
}

const selectIds = (ids: number[]) => sql`select value from json_each(${JSON.stringify(ids)})`;
const idsOf = (outcomes: Outcome[]) => selectIds(outcomes.map(({ messageId }) => messageId));

/** Ends the pause of the channel, and of those paused with it, where a try was accepted. */
export function resumeStatement(db: Scope["db"], channelId: number, outcomes: Outcome[]) {
  const accepted = outcomes.filter(({ status }) => status === "sent");
  return accepted.length > 0
    ? resumeByAnswer({ db, actor: BY_PLATFORM }, channelId, idsOf(accepted))
    : undefined;
}

/** A provider may give one id to several messages: only the first of them keeps it. */
function withoutRepeatedIds(outcomes: Outcome[]): Outcome[] {
  const seen = new Set<string>();
  return outcomes.map((outcome) => {
    const { externalId } = outcome;
    if (externalId === null) return outcome;
    const isRepeated = seen.has(externalId);
    seen.add(externalId);
    return isRepeated ? { ...outcome, externalId: null } : outcome;
  });
}

/** The sandbox delivers at once. */
const deliveryReport = ({ isDelivered, externalId, at, messageId }: Outcome) =>
  isDelivered && externalId !== null
    ? [{ externalId, status: "delivered" as const, at, messageId, error: null }]
    : [];

const numbersAndReports = (channelId: number, accepted: Outcome[]): Statement[] =>
  accepted.length === 0
    ? []
    : [keepNumbers(channelId, accepted), matchReports(selectAccepted(channelId, accepted))];

/** Accepted messages with the external id that they have by now. */
const selectAccepted = (channelId: number, accepted: Outcome[]) => sql`
  select channel_id, external_id, id as message_id from messages
  where +channel_id = ${channelId} and external_id is not null and id in (${idsOf(accepted)})`;

/**
 * WhatsApp's own spelling of the numbers that messages were sent to. A number that is known from
 * another lead's messages alone goes with the phone.
 */
function keepNumbers(channelId: number, accepted: Outcome[]) {
  const now = Date.now();
  const numbers = accepted.flatMap(({ messageId, waId }) => (waId ? [[messageId, waId]] : []));
  return sql`
    insert into lead_identities (workspace_id, kind, value, hash, lead_id, channel_id, learned_from,
      created_at, updated_at)
    select conversations.workspace_id, 'wa_id', value ->> 1,
           (select phone_hash from leads where id = lead_id), lead_id, ${channelId}, 'answer',
           ${now}, ${now}
    from json_each(${JSON.stringify(numbers)})
      cross join messages on messages.id = value ->> 0
      cross join conversations on conversations.id = conversation_id
    where true
    on conflict (workspace_id, kind, value) do update
    set lead_id = excluded.lead_id, hash = excluded.hash, updated_at = ${now}
    where lead_id <> excluded.lead_id and learned_from in ('answer', 'report')`;
}

/** Applies the reports that came before the messages' ids were known. */
const settle = ({ db, actor }: Writer, accepted: Outcome[]): Statement[] =>
  accepted.length === 0
    ? []
    : [...applyWaiting(actor, idsOf(accepted)), ...tagRecipients(db, idsOf(accepted))];

/** The codes that have an effect on a lead or a template. */
const EARLY = CODES.flatMap(([codes, rule]): RefusedMessage<number>[] => {
  const { stop, pause, backOff, marketing, ...effects } = effectsOf(rule);
  const hasEffect = Object.keys(effects).length > 0;
  return hasEffect ? codes.map((key) => ({ key, effects, detail: "" })) : [];
});

/**
 * The effects on leads and templates of failure reports that came before the messages' ids were
 * known. Such a report stops no channel: the next message shows whether it has to stop.
 */
function earlyEffects(provider: Writer, channelId: number, accepted: Outcome[]): Statement[] {
  if (accepted.length === 0) return [];
  return effectStatements(
    provider,
    channelId,
    EARLY,
    (codes) => sql`
      select message_id from status_reports
      where message_id in (${idsOf(accepted)}) and status = 'failed'
        and error ->> 'code' in (select value from json_each(${JSON.stringify(codes)}))`,
  );
}
