import { eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { runs } from "#db/schema/automation";
import { messages } from "#db/schema/messages";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { answeredCommentJson } from "#db/statements/messages/comments";
import { KEPT } from "#db/statements/messages/kept";
import { HELD, nextLook, stateOfRun } from "#db/statements/run-states";
import { ofChannel } from "#db/statements/templates";
import { actorOf } from "#domain/actors";
import type { PauseReason, RunState, RunWait } from "#domain/automation";
import type { EndReason } from "#domain/end-reasons";
import type { FailureReason } from "#domain/failure-reasons";
import { type messageStatuses, needsWindow, type OutgoingType } from "#domain/messaging";
import type { Platform } from "#domain/platforms";
import type { TemplateCategory } from "#domain/templates";
import type { Scope } from "#env";
import type { Hours } from "#features/automation/engine/hours";
import { routeOfRun } from "#features/automation/engine/route";
import { asked } from "#features/automation/scenarios/asked-templates";
import { compile } from "#features/automation/scenarios/compile";
import {
  commentIn,
  type MessageRecipient,
  selectRecipient,
  toRecipient,
} from "#features/messaging/outbound/recipient";
import { type Route, routeOf } from "#features/messaging/outbound/route";
import { BURST_MS } from "#features/messaging/outbound/worker/due";
import { templateOfMessage } from "#features/messaging/templates/known";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { hoursJson } from "../engine-lead";
import { startedByOf } from "../list";
import type { GateContext } from "./context";
import { gatesOf, nextLookAt } from "./gates";
import { holdOfRun } from "./hold";
import { nextMessage, templateOf } from "./next-message";
import type { Explanation } from "./schema";

type RunRow = {
  id: number;
  state: RunState;
  node_id: string | null;
  waiting_for: RunWait | null;
  next_at: number | null;
  end_reason: EndReason | null;
  ended_at: number | null;
  paused_at: number | null;
  pause_reason: PauseReason | null;
  paused_by: string | null;
  platform: Platform;
  channel_id: number | null;
  cause: string | null;
  comment: string | null;
  is_active: number;
  nodes: string;
  edges: string;
};

type PendingRow = {
  id: number;
  type: OutgoingType;
  status: (typeof messageStatuses)[number];
  next_attempt_at: number;
  /** When its channel tries again; null where no pause holds it. */
  paused_until: number | null;
  conversation_id: number;
  is_first: number;
  category: TemplateCategory | null;
  comment: string | null;
  /** The reason for putting it off. */
  reason: FailureReason | null;
};

type PaceRow = { id: number; pace_at: number };

type TemplateRow = {
  channelId: number;
  name: string;
  language: string;
  category: TemplateCategory | null;
};

/** The facts beside the run, its lead and its message. */
type Around = { paces: PaceRow[]; templates: TemplateRow[]; hours: Hours };

const readExplained = (scope: Scope, runId: number) => {
  const isRun = within(scope, runs, eq(runs.id, runId));
  const leadId = sql`(select lead_id from runs where ${isRun})`;
  const isPending = within(scope, messages, sql`run_id = ${runId} and next_attempt_at is not null`);
  return readBatch(scope, {
    recipient: selectRecipient(scope, leadId),
    run: sql<RunRow>`
      select runs.id, ${stateOfRun} as state, node_id, waiting_for, next_at,
             end_reason, ended_at, paused_at, pause_reason, paused_by, scenarios.platform,
             runs.channel_id, cause, is_active, nodes, edges,
             ${answeredCommentJson(sql`cause ->> 'comment_id'`)} as comment
      from runs cross join scenarios on scenarios.id = runs.scenario_id
        cross join scenario_versions on scenario_versions.scenario_id = runs.scenario_id
                                    and scenario_versions.version = runs.version
      where ${isRun}`,
    pending: sql<PendingRow>`
      select id, type, status, next_attempt_at, conversation_id,
             (select pause_until from channels
              where channels.id = channel_id
                and (pause_holds = 'all' or next_attempt_at = ${KEPT})) as paused_until,
             ${templateOfMessage} ->> '$.category' as category,
             error ->> 'reason' as reason,
             ${answeredCommentJson(sql`messages.comment_id`)} as comment,
             not exists (select 1 from messages as earlier
                         where earlier.conversation_id = messages.conversation_id
                           and earlier.next_attempt_at < ${HELD}
                           and earlier.error is null
                           and earlier.id < messages.id) as is_first
      from messages where ${isPending} order by id limit 1`,
    paces: sql<PaceRow>`select id, pace_at from conversations where lead_id = ${leadId}`,
    templates: selectAsked(scope, isRun),
    workspace: sql<{ hours: string }>`
      select ${hoursJson} as hours from workspaces where id = ${scope.workspaceId}`,
  });
};

/** The templates that the run's version can send, of each channel that has them. */
const selectAsked = (scope: Scope, isRun: SQL | undefined) => sql<TemplateRow>`
  select templates.channel_id as channelId, templates.name, templates.language, category
  from channels cross join templates on ${ofChannel(scope, sql`channels.id`)}
  where ${within(scope, channels)} and templates.name in (
    select ${asked.name}
    from runs cross join scenario_versions on scenario_versions.scenario_id = runs.scenario_id
                                          and scenario_versions.version = runs.version
      cross join json_each(scenario_versions.nodes) as node
    where ${isRun})`;

/** Explains why a run's lead has not got the next message. One round trip. */
export async function explainRun(scope: Scope, runId: number): Promise<Explanation> {
  const read = await readExplained(scope, runId);
  const { recipient, run, pending, paces, templates, workspace } = read;
  const row = found(run[0]);
  const [message] = pending;
  const around = { paces, templates, hours: JSON.parse(found(workspace[0]).hours) as Hours };
  const context = gateContextOf(row, toRecipient(found(recipient[0])), message, around);
  const gates = gatesOf(context);
  return {
    run_id: runId,
    state: row.state,
    node_id: row.node_id,
    waiting_for: row.waiting_for,
    started_by: startedByOf(JSON.parse(row.cause ?? "null")),
    next_message: context.next && { node_id: context.next.id, type: context.next.type },
    pending_message: message
      ? { id: message.id, status: message.status, next_attempt_at: attemptAt(message) }
      : null,
    gates,
    blocked_by: gates.find(({ passed }) => !passed)?.gate ?? null,
    next_look_at: isoOrNull(nextLookAt(context)),
  };
}

function gateContextOf(
  run: RunRow,
  lead: MessageRecipient,
  pending: PendingRow | undefined,
  { paces, templates, hours }: Around,
): GateContext {
  const { state, waiting_for: waitingFor, next_at: nextAt, end_reason: endReason } = run;
  const { platform, channel_id: channelId } = run;
  const target = pending
    ? found(routeOf(lead, { conversationId: pending.conversation_id }))
    : routeOfRun({ lead, platform, channelId });
  const graph = compile(JSON.parse(run.nodes), JSON.parse(run.edges));
  const pace = paces.find(({ id }) => id === target.conversation?.id);
  const isHere = waitingFor === "sending" || waitingFor === "time";
  const next = endReason ? null : nextMessage(graph, run.node_id, isHere);
  const here = graph.nodes.get(run.node_id ?? "");
  const now = Date.now();
  return {
    isScenarioActive: run.is_active === 1,
    run: {
      id: run.id,
      state,
      waitingFor,
      nextAt: nextLook(nextAt, waitingFor),
      endReason,
      pause: pauseIn(run),
    },
    lead,
    target,
    next,
    pending: pending ? toPending(pending) : null,
    comment: pending ? commentOfPending(pending) : commentIn(run.comment),
    category: pending
      ? ofPending(pending)
      : next
        ? ofNext(templateOf(next, target, now), target, templates)
        : undefined,
    hold: pending ? null : holdOfRun({ here, nextAt, lead, target, hours }, next, now),
    pacedUntil: (pace?.pace_at ?? 0) - BURST_MS,
    now,
  };
}

/** The pause of the run itself. */
const pauseIn = ({ ended_at, paused_at, pause_reason, paused_by }: RunRow) =>
  ended_at === null && paused_at !== null && pause_reason !== null
    ? { at: iso(paused_at), reason: pause_reason, by: actorOf(paused_by) }
    : null;

const ofPending = (pending: PendingRow) =>
  pending.type === "template" ? pending.category : undefined;

/** The category of a template of the channel that a message would go out by. */
const ofNext = (asked: ReturnType<typeof templateOf>, { channel }: Route, known: TemplateRow[]) =>
  asked &&
  (known.find(
    ({ channelId, name, language }) =>
      channelId === channel?.id && name === asked.name && language === asked.language,
  )?.category ??
    null);

/** The comment that a message on its way answers: it has been the first to. */
const commentOfPending = ({ comment }: PendingRow) => {
  const answered = commentIn(comment);
  return answered && { ...answered, isAnswered: false };
};

const toPending = ({ type, is_first, reason, comment, ...row }: PendingRow) => ({
  type,
  isReply: comment !== null && needsWindow(type),
  nextAttemptAt: nextAttemptOf(row),
  isKept: row.paused_until !== null,
  isFirst: is_first === 1,
  reason,
});

/** When the message is attempted next; null while the provider has it, and while it is held. */
const attemptAt = ({ status, ...row }: PendingRow) =>
  status === "queued" && row.next_attempt_at < HELD ? iso(nextAttemptOf(row)) : null;

type Attempt = Pick<PendingRow, "next_attempt_at" | "paused_until">;

/** The time of a message's next attempt: not before the next try of a channel that is paused. */
function nextAttemptOf({ next_attempt_at: at, paused_until: until }: Attempt) {
  if (at === KEPT) return until ?? Date.now();
  return Math.max(at, until ?? 0);
}
