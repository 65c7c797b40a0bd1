import { warn } from "./warn";

type RunSchedulers = Pick<Env, "RUN_SCHEDULER">;
type MessageSenders = Pick<Env, "MESSAGE_SENDER">;
type WebhookSenders = Pick<Env, "WEBHOOK_SENDER">;
type AnalysisWorkers = Pick<Env, "ANALYSIS_WORKER">;
type MediaFetchers = Pick<Env, "MEDIA_FETCHER">;
type ChunkWorkers = Pick<Env, "CHUNK_WORKER">;
type Movers = Pick<Env, "WORKSPACE_MOVER">;
type ImportWorkers = Pick<Env, "IMPORT_WORKER">;
type Exporters = Pick<Env, "EXPORTER">;
type EventStreams = Pick<Env, "EVENT_STREAM">;
type Archivists = Pick<Env, "ARCHIVIST">;
type HostPacers = Pick<Env, "HOST_PACER">;

/**
 * The due work of a workspace, as a D1 row (db/statements/due.ts). `endpoints` is a JSON array of webhook
 * endpoint ids.
 */
export type Due = {
  workspaceId: number;
  runs: 0 | 1;
  analyses: 0 | 1;
  chunks: 0 | 1;
  stream: 0 | 1;
  endpoints: string;
};

/**
 * The workers of a workspace to wake: its run scheduler, its analysis worker, its fetcher of media,
 * its stream, the webhook senders of endpoints and the message senders of channels; and the workers of its
 * database's chunks, imports and exports.
 */
export type Wake = {
  runs?: boolean;
  analyses?: boolean;
  media?: boolean;
  stream?: boolean;
  chunks?: boolean;
  imports?: boolean;
  exports?: boolean;
  endpoints?: number[];
  channels?: number[];
};

export const toWake = ({ runs, analyses, chunks, stream, endpoints }: Due): Wake => ({
  runs: runs === 1,
  analyses: analyses === 1,
  chunks: chunks === 1,
  stream: stream === 1,
  endpoints: JSON.parse(endpoints),
});

const joined = (one: number[] = [], other: number[] = []) => [...new Set([...one, ...other])];

/**
 * Collects the workers to wake after the batches of a request or of an object's alarm. The entry
 * that makes a scope creates its sink, and drains it.
 */
export class Sink {
  #wake: Wake = {};
  #isKeyClaimed = false;
  #isAudited = false;

  /** Whether the request holds its `Idempotency-Key`. */
  get isKeyClaimed() {
    return this.#isKeyClaimed;
  }

  /** Whether a batch has written the request's act to the audit log. */
  get isAudited() {
    return this.#isAudited;
  }

  /** Called by `batch` (db/batch.ts), and by who takes a key over (db/writes/idempotency.ts). */
  report(wake: Wake | undefined, { claimsKey, audits }: { claimsKey: boolean; audits: boolean }) {
    this.#isKeyClaimed ||= claimsKey;
    this.#isAudited ||= audits;
    if (wake) this.wake(wake);
  }

  /** Adds workers that a batch could not know of, such as the sender of a message's channel. */
  wake({
    runs = false,
    analyses = false,
    media = false,
    stream = false,
    chunks = false,
    imports = false,
    exports = false,
    ...ids
  }: Wake) {
    const { endpoints, channels } = ids;
    this.#wake = {
      runs: runs || this.#wake.runs === true,
      analyses: analyses || this.#wake.analyses === true,
      media: media || this.#wake.media === true,
      stream: stream || this.#wake.stream === true,
      chunks: chunks || this.#wake.chunks === true,
      imports: imports || this.#wake.imports === true,
      exports: exports || this.#wake.exports === true,
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

/** Where a workspace is: the name of its database. */
export type Place = { workspaceId: number; database: string };

export const wakeRunScheduler = (env: RunSchedulers, workspaceId: number) =>
  env.RUN_SCHEDULER.getByName(String(workspaceId))
    .wake(workspaceId)
    .catch(warn("run scheduler not woken", { workspace_id: workspaceId }));

export const wakeMessageSender = (env: MessageSenders, channelId: number, workspaceId: number) =>
  env.MESSAGE_SENDER.getByName(String(channelId))
    .wake(channelId, workspaceId)
    .catch(warn("message sender not woken", { channel_id: channelId }));

export const wakeWebhookSender = (env: WebhookSenders, endpointId: number, workspaceId: number) =>
  env.WEBHOOK_SENDER.getByName(String(endpointId))
    .wake(endpointId, workspaceId)
    .catch(warn("webhook sender not woken", { webhook_endpoint_id: endpointId }));

export const wakeAnalysisWorker = (env: AnalysisWorkers, workspaceId: number) =>
  env.ANALYSIS_WORKER.getByName(String(workspaceId))
    .wake(workspaceId)
    .catch(warn("analysis worker not woken", { workspace_id: workspaceId }));

export const wakeMediaFetcher = (env: MediaFetchers, workspaceId: number) =>
  env.MEDIA_FETCHER.getByName(String(workspaceId))
    .wake(workspaceId)
    .catch(warn("media fetcher not woken", { workspace_id: workspaceId }));

export const wakeEventStream = (env: EventStreams, workspaceId: number) =>
  env.EVENT_STREAM.getByName(String(workspaceId))
    .wake(workspaceId)
    .catch(warn("event stream not woken", { workspace_id: workspaceId }));

/**
 * Has the stream of a workspace look, for some seconds from now, which of its listeners' tokens are
 * valid. Called before a change that ends some, so that their streams end even if the caller dies.
 */
export const watchEventStream = (env: EventStreams, workspaceId: number) =>
  env.EVENT_STREAM.getByName(String(workspaceId))
    .watch()
    .catch(warn("event stream not watched", { workspace_id: workspaceId }));

/** Wakes the one worker of the chunks in a database. */
export const wakeChunkWorker = (env: ChunkWorkers, database: string) =>
  env.CHUNK_WORKER.getByName(database)
    .wake(database)
    .catch(warn("chunk worker not woken", { database }));

/** Wakes the one worker of the imports in a database. */
export const wakeImportWorker = (env: ImportWorkers, database: string) =>
  env.IMPORT_WORKER.getByName(database)
    .wake(database)
    .catch(warn("import worker not woken", { database }));

/** Wakes the one worker of the exports in a database. */
export const wakeExporter = (env: Exporters, database: string) =>
  env.EXPORTER.getByName(database).wake(database).catch(warn("exporter not woken", { database }));

/** Wakes the object that makes a move. */
export const wakeMover = (env: Movers, moveId: number) =>
  env.WORKSPACE_MOVER.getByName(String(moveId))
    .wake(moveId)
    .catch(warn("workspace mover not woken", { move_id: moveId }));

/** Wakes the object that makes a backup, restores it or deletes it. */
export const wakeArchivist = (env: Archivists, backupId: number) =>
  env.ARCHIVIST.getByName(String(backupId))
    .wake(backupId)
    .catch(warn("archivist not woken", { backup_id: backupId }));

/** Waits until analyses of a workspace are finished, at most for `withinMs`. */
export const awaitAnalyses = (
  env: AnalysisWorkers,
  workspaceId: number,
  analysisIds: number[],
  withinMs: number,
) =>
  env.ANALYSIS_WORKER.getByName(String(workspaceId))
    .finished(workspaceId, analysisIds, withinMs)
    .catch(warn("analysis worker not reached", { workspace_id: workspaceId }));

export const wakeWorkers = (
  env: RunSchedulers &
    MessageSenders &
    WebhookSenders &
    AnalysisWorkers &
    MediaFetchers &
    EventStreams &
    ChunkWorkers &
    ImportWorkers &
    Exporters,
  { workspaceId, database }: Place,
  { endpoints = [], channels = [], ...wake }: Wake,
) =>
  Promise.all([
    ...(wake.runs ? [wakeRunScheduler(env, workspaceId)] : []),
    ...(wake.analyses ? [wakeAnalysisWorker(env, workspaceId)] : []),
    ...(wake.media ? [wakeMediaFetcher(env, workspaceId)] : []),
    ...(wake.stream ? [wakeEventStream(env, workspaceId)] : []),
    ...(wake.chunks ? [wakeChunkWorker(env, database)] : []),
    ...(wake.imports ? [wakeImportWorker(env, database)] : []),
    ...(wake.exports ? [wakeExporter(env, database)] : []),
    ...endpoints.map((id) => wakeWebhookSender(env, id, workspaceId)),
    ...channels.map((id) => wakeMessageSender(env, id, workspaceId)),
  ]);

/** The objects that work for one workspace, or for a channel or webhook endpoint of it. */
type Workers = { workspaceId?: number; channels?: number[]; endpoints?: number[] };

/**
 * Empties the storage of objects whose workspace, channel or endpoint is deleted next, so that they
 * do not come back to life. Throws if one can't be reached.
 */
export async function clearWorkers(
  env: RunSchedulers &
    MessageSenders &
    WebhookSenders &
    AnalysisWorkers &
    MediaFetchers &
    EventStreams &
    HostPacers,
  { workspaceId, channels = [], endpoints = [] }: Workers,
) {
  const name = String(workspaceId);
  await Promise.all([
    ...(workspaceId === undefined
      ? []
      : [
          ...[env.RUN_SCHEDULER, env.ANALYSIS_WORKER, env.MEDIA_FETCHER],
          ...[env.EVENT_STREAM, env.HOST_PACER],
        ].map((objects) => objects.getByName(name).clear())),
    ...channels.map((id) => env.MESSAGE_SENDER.getByName(String(id)).clear()),
    ...endpoints.map((id) => env.WEBHOOK_SENDER.getByName(String(id)).clear()),
  ]);
}
