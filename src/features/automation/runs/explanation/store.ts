import { eq, sql } from "drizzle-orm";
import { HELD } from "../../../../db/runs";
import { runs } from "../../../../db/schema/automation";
import { readAll, rows, within } from "../../../../db/scope";
import type { EndReason, RunState, RunWait } from "../../../../domain/automation";
import type { messageStatuses, OutgoingType, Platform } from "../../../../domain/messaging";
import type { Scope } from "../../../../env";
import { found } from "../../../../lib/problem";
import { iso, isoOrNull } from "../../../../lib/time";
import { selectRecipient, toRecipient } from "../../../messaging/outbound/recipient";
import { routeOf } from "../../../messaging/outbound/route";
import { BURST_MS } from "../../../messaging/outbound/worker/claim";
import { compile } from "../../scenarios/compile";
import type { Explanation } from "../schema";
import { gatesOf, nextLookAt, type Standing } from "./gates";
import { nextMessage } from "./next-message";

type RunRow = {
  id: number;
  state: RunState;
  node_id: string | null;
  waiting_for: RunWait | null;
  next_at: number | null;
  end_reason: EndReason | null;
  platform: Platform;
  is_active: number;
  nodes: string;
  edges: string;
};

type PendingRow = {
  id: number;
  type: OutgoingType;
  status: (typeof messageStatuses)[number];
  next_attempt_at: number;
  conversation_id: number;
  is_first: number;
};

type Pace = { id: number; pace_at: number };

/** Why a run's lead has not got the next message. One round trip. */
export async function explainRun(scope: Scope, runId: number): Promise<Explanation> {
  const leadId = sql`(select lead_id from runs where ${within(scope, runs, eq(runs.id, runId))})`;
  const [[person], [run], [pending], paces] = await readAll(scope, [
    selectRecipient(scope, leadId),
    rows<RunRow>(
      scope,
      sql`select runs.id, state, node_id, waiting_for, next_at, end_reason, platform, is_active, nodes, edges
        from runs cross join scenarios on scenarios.id = runs.scenario_id
          cross join scenario_versions on scenario_versions.scenario_id = runs.scenario_id and scenario_versions.version = runs.version
        where ${within(scope, runs, eq(runs.id, runId))}`,
    ),
    rows<PendingRow>(
      scope,
      sql`select id, type, status, next_attempt_at, conversation_id, not exists (select 1 from messages as earlier
          where earlier.conversation_id = messages.conversation_id and earlier.next_attempt_at < ${HELD} and earlier.id < messages.id) as is_first
        from messages where workspace_id = ${scope.workspaceId} and run_id = ${runId} and next_attempt_at is not null order by id limit 1`,
    ),
    rows<Pace>(scope, sql`select id, pace_at from conversations where lead_id = ${leadId}`),
  ]);
  const { state, node_id, waiting_for, end_reason, is_active, nodes, edges, platform } = found(run);
  const lead = toRecipient(found(person));
  const target = routeOf(
    lead,
    pending ? { conversationId: pending.conversation_id } : { platform },
  )!;
  const next = end_reason
    ? null
    : nextMessage(
        compile(JSON.parse(nodes), JSON.parse(edges)),
        node_id,
        waiting_for === "sending",
      );
  const paceAt = paces.find((pace: Pace) => pace.id === target.conversation?.id)?.pace_at ?? 0;
  const standing: Standing = {
    isScenarioActive: is_active === 1,
    run: { state, waitingFor: waiting_for, nextAt: run!.next_at, endReason: end_reason },
    lead,
    target,
    next,
    pending: pending
      ? {
          type: pending.type,
          nextAttemptAt: pending.next_attempt_at,
          isFirst: pending.is_first === 1,
        }
      : null,
    pacedUntil: paceAt - BURST_MS,
    now: Date.now(),
  };
  const gates = gatesOf(standing);
  return {
    run_id: runId,
    state,
    node_id,
    waiting_for,
    next_message: next && { node_id: next.id, type: next.type },
    pending_message: pending
      ? { id: pending.id, status: pending.status, next_attempt_at: attemptAt(pending) }
      : null,
    gates,
    blocked_by: gates.find(({ passed }) => !passed)?.gate ?? null,
    next_look_at: isoOrNull(nextLookAt(standing)),
  };
}

/** Null while it is with the provider, and while it is held. */
const attemptAt = ({ status, next_attempt_at }: PendingRow) =>
  status === "queued" && next_attempt_at < HELD ? iso(next_attempt_at) : null;
