import { describeError, log } from "../lib/log";

type Clocks = Pick<Env, "RUN_SCHEDULER">;
type Senders = Pick<Env, "MESSAGE_SENDER">;
type WebhookSenders = Pick<Env, "WEBHOOK_SENDER">;
type Analysts = Pick<Env, "ANALYSIS_WORKER">;

/** What of a workspace is due: whether runs are, whether analyses are, and which endpoints have events to be sent to them, as JSON. */
export type Due = { workspaceId: number; runs: 0 | 1; analyses: 0 | 1; endpoints: string };

// Where waking fails, the cron does it.
const noted = (message: string, fields: Record<string, unknown>) => (error: unknown) =>
  log("warn", message, { ...fields, ...describeError(error) });

/** Wakes the clock that steps a workspace's runs. */
export const wakeRunScheduler = (env: Clocks, workspaceId: number) =>
  env.RUN_SCHEDULER.getByName(String(workspaceId))
    .wake(workspaceId)
    .catch(noted("clock not woken", { workspace_id: workspaceId }));

/** Wakes the sender of a channel's messages. */
export const wakeMessageSender = (env: Senders, channelId: number) =>
  env.MESSAGE_SENDER.getByName(String(channelId))
    .wake(channelId)
    .catch(noted("sender not woken", { channel_id: channelId }));

/** Wakes the sender of an endpoint's webhooks. */
export const wakeWebhookSender = (env: WebhookSenders, endpointId: number) =>
  env.WEBHOOK_SENDER.getByName(String(endpointId))
    .wake(endpointId)
    .catch(noted("webhook sender not woken", { webhook_endpoint_id: endpointId }));

/** Wakes the desk that has a workspace's conversations analysed. */
export const wakeAnalysisWorker = (env: Analysts, workspaceId: number) =>
  env.ANALYSIS_WORKER.getByName(String(workspaceId))
    .wake(workspaceId)
    .catch(noted("analysis desk not woken", { workspace_id: workspaceId }));

/** Waits until analyses of a workspace are over, for some time at most. */
export const awaitAnalyses = (
  env: Analysts,
  workspaceId: number,
  analysisIds: number[],
  withinMs: number,
) =>
  env.ANALYSIS_WORKER.getByName(String(workspaceId))
    .finished(workspaceId, analysisIds, withinMs)
    .catch(noted("analysis desk not heard", { workspace_id: workspaceId }));

export const endpointsOf = ({ endpoints }: Due): number[] => JSON.parse(endpoints);

/** Wakes whom it takes for what is due. */
export const wakeDue = (env: Clocks & WebhookSenders & Analysts, due: Due) =>
  Promise.all([
    ...(due.runs === 1 ? [wakeRunScheduler(env, due.workspaceId)] : []),
    ...(due.analyses === 1 ? [wakeAnalysisWorker(env, due.workspaceId)] : []),
    ...endpointsOf(due).map((id) => wakeWebhookSender(env, id)),
  ]);
