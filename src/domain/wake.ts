import { describeError, log } from "../lib/log";

type RunSchedulers = Pick<Env, "RUN_SCHEDULER">;
type MessageSenders = Pick<Env, "MESSAGE_SENDER">;
type WebhookSenders = Pick<Env, "WEBHOOK_SENDER">;
type AnalysisWorkers = Pick<Env, "ANALYSIS_WORKER">;

/**
 * What of a workspace is due, as a row of D1's (db/due.ts). `endpoints` is a JSON array of webhook
 * endpoint ids.
 */
export type Due = { workspaceId: number; runs: 0 | 1; analyses: 0 | 1; endpoints: string };

/**
 * The workers of a workspace to wake: its run scheduler, its analysis worker, the webhook senders
 * of endpoints and the message senders of channels.
 */
export type Wake = {
  runs?: boolean;
  analyses?: boolean;
  endpoints?: number[];
  channels?: number[];
};

export const toWake = ({ runs, analyses, endpoints }: Due): Wake => ({
  runs: runs === 1,
  analyses: analyses === 1,
  endpoints: JSON.parse(endpoints),
});

const joined = (one: number[] = [], other: number[] = []) => [...new Set([...one, ...other])];

/**
 * Collects the workers that the batches of a request, or of an object's alarm, leave to be woken.
 * The entry that makes a scope gives it a sink, and drains the sink.
 */
export class Sink {
  #wake: Wake = {};
  #isKeyTaken = false;

  /** Whether a batch has taken the request's `Idempotency-Key`. */
  get isKeyTaken() {
    return this.#isKeyTaken;
  }

  /** For `batch` only (db/batch.ts). */
  report(wake: Wake | undefined, takesKey: boolean) {
    this.#isKeyTaken ||= takesKey;
    if (wake) this.wake(wake);
  }

  /** Adds workers that a batch could not know of, such as the sender of a message's channel. */
  wake({ runs = false, analyses = false, endpoints, channels }: Wake) {
    this.#wake = {
      runs: runs || this.#wake.runs === true,
      analyses: analyses || this.#wake.analyses === true,
      endpoints: joined(this.#wake.endpoints, endpoints),
      channels: joined(this.#wake.channels, channels),
    };
  }

  drain(): Wake {
    const wake = this.#wake;
    this.#wake = {};
    return wake;
  }
}

// The cron wakes the workers that could not be woken.
const warn = (message: string, fields: Record<string, unknown>) => (error: unknown) =>
  log("warn", message, { ...fields, ...describeError(error) });

/** Wakes the scheduler of a workspace's runs. */
export const wakeRunScheduler = (env: RunSchedulers, workspaceId: number) =>
  env.RUN_SCHEDULER.getByName(String(workspaceId))
    .wake(workspaceId)
    .catch(warn("run scheduler not woken", { workspace_id: workspaceId }));

/** Wakes the sender of a channel's messages. */
export const wakeMessageSender = (env: MessageSenders, channelId: number) =>
  env.MESSAGE_SENDER.getByName(String(channelId))
    .wake(channelId)
    .catch(warn("message sender not woken", { channel_id: channelId }));

/** Wakes the sender of an endpoint's webhooks. */
export const wakeWebhookSender = (env: WebhookSenders, endpointId: number) =>
  env.WEBHOOK_SENDER.getByName(String(endpointId))
    .wake(endpointId)
    .catch(warn("webhook sender not woken", { webhook_endpoint_id: endpointId }));

/** Wakes the worker that analyses a workspace's conversations. */
export const wakeAnalysisWorker = (env: AnalysisWorkers, workspaceId: number) =>
  env.ANALYSIS_WORKER.getByName(String(workspaceId))
    .wake(workspaceId)
    .catch(warn("analysis worker not woken", { workspace_id: workspaceId }));

/** Waits until analyses of a workspace are over, at most for `withinMs`. */
export const awaitAnalyses = (
  env: AnalysisWorkers,
  workspaceId: number,
  analysisIds: number[],
  withinMs: number,
) =>
  env.ANALYSIS_WORKER.getByName(String(workspaceId))
    .finished(workspaceId, analysisIds, withinMs)
    .catch(warn("analysis worker not reached", { workspace_id: workspaceId }));

/** Wakes the workers of a workspace. */
export const wakeWorkers = (
  env: RunSchedulers & MessageSenders & WebhookSenders & AnalysisWorkers,
  workspaceId: number,
  { runs, analyses, endpoints = [], channels = [] }: Wake,
) =>
  Promise.all([
    ...(runs ? [wakeRunScheduler(env, workspaceId)] : []),
    ...(analyses ? [wakeAnalysisWorker(env, workspaceId)] : []),
    ...endpoints.map((id) => wakeWebhookSender(env, id)),
    ...channels.map((id) => wakeMessageSender(env, id)),
  ]);
