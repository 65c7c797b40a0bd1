import { type SQL, sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { setPace } from "#db/statements/conversations";
import { dueWith } from "#db/statements/due";
import { mediaOfMessage } from "#db/statements/media";
import {
  CLAIMED,
  claimMessages,
  deferMessages,
  failClaimed,
  holdClaimed,
  isClaimed,
  isNotOpen,
  markUnknown,
  requeueClaimed,
} from "#db/statements/messages/claimed";
import { isStart } from "#db/statements/messages/kept";
import { failQueuedOfChannel, failQueuedOfOptedOut } from "#db/statements/messages/queued";
import { targetOfMessage } from "#db/statements/messages/targets";
import { isRunStopped, STOPPED } from "#db/statements/run-states";
import { BY_PLATFORM, BY_SERVICE } from "#domain/actors";
import { blockError, ownError, senderChecks } from "#domain/block-reasons";
import type { Scope } from "#env";
import { identitiesJson } from "#features/leads/reachable";
import { hideOutage, showOutage } from "#features/messaging/channels/pause";
import { planTry } from "#features/messaging/channels/pause-tries";
import { templateOfMessage } from "#features/messaging/templates/known";
import { channelConditions, isConfirmationOutdated, messageConditions } from "../block-conditions";
import { settleHeld } from "../settle-echoes";
import type { Allowance, Deferral } from "./allowance";
import { learnCommenters, learnFromAnswers } from "./answers";
import { outcomeStatements, resumeStatement } from "./commit";
import { type Due, isReply, PACE_MS, room, sendable } from "./due";
import { selectNextTime } from "./next-time";
import type { ShownOutage } from "./outages";
import type { Outcome } from "./outcome";
import { type AssumedPause, pauseStatements } from "./pauses";
import type { Claimed, LimitedChannel } from "./work";

export { assertInPlace, scopeOf } from "#db/scope/scope";

export type Batch = {
  channelId: number;
  /** The outcomes of messages that were claimed before. */
  outcomes: Outcome[];
  /** The ids of messages that a provider was asked to send without an answer. */
  lost: number[];
  /** The ids of messages that a provider is being asked to send. They stay as they are. */
  open: number[];
  /** The most messages to claim. */
  limit: number;
  allowance: Allowance;
  pause: AssumedPause;
  outage?: ShownOutage | undefined;
};

/**
 * Commits the outcomes of the last batch and claims the due messages of a channel, the oldest of
 * each conversation, in one round trip. Messages that were attempted before come first: a report on
 * them may be on its way. Without any message, `nextAt` is when to look again. `due` is other due
 * work of the workspace, such as a run that waited for its message to be sent.
 */
export async function claimBatch(
  scope: Scope,
  { channelId, outcomes, lost, open: openIds, limit, allowance, pause, outage }: Batch,
) {
  const { db } = scope;
  const now = Date.now();
  const claimed = isClaimed(channelId, openIds);
  const echoed = { ...scope, actor: BY_PLATFORM };
  const mayBeHeld = lost.length > 0 || outcomes.some(({ mayBeEchoed }) => mayBeEchoed);
  const { used, from: startsFrom } = allowance;
  const due = {
    ...{ channelId, now, openIds, used, startsFrom, mayBePaused: pause.isPossible },
    keepsReplies: allowance.replies !== null,
  };
  const learned = await learnFromAnswers(scope, channelId, outcomes);
  const commenters = await learnCommenters(scope, channelId, outcomes);
  const kept = outcomes.flatMap(({ isKept, messageId }) => (isKept ? [messageId] : []));
  const paused = limit > 0 ? pauseStatements(due, pause, kept) : {};
  const { messages, channel, next, workspace, back, late, ...done } = await unscopedBatch(
    { db },
    {
      resumed: pause.isPossible ? resumeStatement(db, channelId, outcomes) : undefined,
      outcomes: outcomeStatements(db, channelId, outcomes),
      learned,
      commenters,
      outage: outage && outageStatement(db, channelId, outage),
      lost: markUnknown(channelId, lost),
      ...(mayBeHeld && settleHeld(echoed, channelId, now)),
      recovered: recover(channelId, claimed),
      channelBlocked: blockChannel(db, channelId),
      ...paused,
      starts: allowance.deferral ? deferStarts(due, allowance.deferral) : undefined,
      replies: allowance.replies ? deferReplies(due, allowance.replies) : undefined,
      claimed: claimMessages(sendable(due, limit)),
      optedOut: blockOptedOut(db, claimed),
      blocked: blockClaimed(claimed, now),
      held: holdClaimed(claimed),
      planned: pause.isPossible ? planTry(channelId, claimed, now) : undefined,
      paced: pace(channelId, claimed, now),
      messages: selectClaimed(scope, claimed, now),
      channel: selectChannel(channelId),
      next: selectNextTime(due, claimed, limit),
      workspace: dueWith("channels", channelId),
    },
  );
  return {
    messages,
    channel: channel[0],
    nextAt: next[0]?.at ?? null,
    due: workspace[0],
    files: (done.files?.length ?? 0) > 0,
    deferred: { starts: done.starts?.length ?? 0, replies: done.replies?.length ?? 0 },
    found: { back, late },
    resumed: done.resumed?.map(({ id }) => id) ?? [],
  };
}

function outageStatement(db: Scope["db"], channelId: number, outage: ShownOutage) {
  const writer = { db, actor: BY_SERVICE };
  return outage === "over" ? hideOutage(writer, channelId) : showOutage(writer, channelId, outage);
}

/** Messages that were claimed but never attempted, because the process died, are queued again. */
const recover = (channelId: number, claimed: SQL) => [
  setPace(channelId, claimed, sql`pace_at - ${PACE_MS}`),
  requeueClaimed(claimed),
];

/** A channel that is gone or stopped fails its queued messages, some hundred with each batch. */
const blockChannel = (db: Scope["db"], channelId: number) =>
  senderChecks.channel.map((reason) => {
    const isBlocked = channelConditions[reason](channelId);
    // Without the condition there is no channel id, and no message is read.
    const blocked = sql`(select ${channelId} where ${isBlocked})`;
    return failQueuedOfChannel({ db, actor: BY_SERVICE }, blocked, blockError(reason));
  });

/** Where a claimed message is to a lead that has opted out, the next to this lead fail as well. */
const blockOptedOut = (db: Scope["db"], claimed: SQL) =>
  failQueuedOfOptedOut(
    { db, actor: BY_SERVICE },
    sql`
      select lead_id from conversations
      where id in (select conversation_id from messages where ${claimed})`,
  );

/** Fails claimed messages that their lead, window or run no longer allows. */
const blockClaimed = (claimed: SQL, now: number) => [
  failClaimed(
    claimed,
    isConfirmationOutdated,
    ownError("rejected", "The lead has subscribed again."),
  ),
  ...senderChecks.claimed.map((reason) =>
    failClaimed(claimed, messageConditions[reason](now), blockError(reason)),
  ),
  failClaimed(claimed, isRunStopped, ownError("cancelled", STOPPED)),
];

const pace = (channelId: number, claimed: SQL, now: number) =>
  setPace(channelId, claimed, sql`max(pace_at, ${now}) + ${PACE_MS}`);

/** Puts off messages that find no room: they hold no other message of their conversation back. */
const deferStarts = (due: Due, deferral: Deferral) =>
  defer(due, deferral, sql`${room(due)} <= 0 and ${isStart(due.now)}`, MANY_PEOPLE);

const deferReplies = (due: Due, deferral: Deferral) =>
  defer(due, deferral, isReply(due.now), MANY_REPLIES);

const defer = (due: Due, { at, most }: Deferral, which: SQL, why: string) =>
  deferMessages(
    sql`
      select messages.id
      from messages cross join conversations on conversations.id = conversation_id
      where messages.channel_id = ${due.channelId}
        and next_attempt_at > ${CLAIMED} and next_attempt_at <= ${due.now}
        and ${which} and ${isNotOpen(due.openIds)}
      order by next_attempt_at, messages.id
      limit ${most}`,
    at,
    { ...ownError("messaging_limit", why), retry_at: at },
  );

const MANY_PEOPLE = "As many people were written to in 24 hours as WhatsApp allows.";
const MANY_REPLIES = "As many comments were answered by message in this hour as Meta allows.";

const selectClaimed = (scope: Scope, claimed: SQL, now: number) => sql<Claimed>`
  select messages.id, attempts as attempt, leads.id as leadId, type,
    ${isStart(now)} as isStart, ${isReply(now)} as isPrivateReply,
    ${commentOfMessage(now)} as comment, text, payload, phone_key as number,
    ${identitiesJson} as identities, ${mediaOfMessage(scope)} as media,
    ${templateOfMessage} as template, ${targetOfMessage} as target
  from messages
    cross join conversations on conversations.id = conversation_id
    cross join leads on leads.id = lead_id
  where ${claimed}
  order by attempts desc, messages.id`;

/** JSON of the comment that a claimed message answers, as providers know it. */
const commentOfMessage = (now: number) => sql`(
  select json_object('externalId', comments.external_id, 'mediaId', media_id)
  from comments
  where comments.id = comment_id and (${isReply(now)} or messages.type = 'comment_reply'))`;

const selectChannel = (channelId: number) => sql<LimitedChannel>`
  select id, platform, provider, external_id as externalId, portfolio_id as portfolioId,
    gateway_url as gatewayUrl, login, credentials, marketing_route as marketingRoute,
    marketing_state as marketingState, messaging_limit as messagingLimit,
    limit_at as limitAt, limited_until as limitedUntil, pause_holds as pauseHolds
  from channels where id = ${channelId}`;
