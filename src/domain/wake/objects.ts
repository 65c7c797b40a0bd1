import { warn } from "../warn";

/** A namespace of objects that are woken, as far as it is used here. */
type Objects<Args extends unknown[]> = {
  getByName(name: string): { wake(...args: Args): Promise<unknown> };
};

/** Of a workspace, channel and so on: an object is named after the first argument of its `wake`. */
const waking =
  <Args extends [number | string, ...unknown[]]>(
    objectsOf: (env: Env) => Objects<Args>,
    called: string,
    named: string,
  ) =>
  (env: Env, ...args: Args) =>
    objectsOf(env)
      .getByName(String(args[0]))
      .wake(...args)
      .catch(warn(`${called} not woken`, { [named]: args[0] }));

/** The objects of a workspace. */
const ofWorkspace = {
  runs: waking((env) => env.RUN_SCHEDULER, "run scheduler", "workspace_id"),
  analyses: waking((env) => env.ANALYSIS_WORKER, "analysis worker", "workspace_id"),
  media: waking((env) => env.MEDIA_FETCHER, "media fetcher", "workspace_id"),
  stream: waking((env) => env.EVENT_STREAM, "event stream", "workspace_id"),
  triggers: waking((env) => env.TRIGGER_WORKER, "trigger worker", "workspace_id"),
};

/** The objects of which a database has one each, for all its workspaces. */
const ofDatabase = {
  chunks: waking((env) => env.CHUNK_WORKER, "chunk worker", "database"),
  imports: waking((env) => env.IMPORT_WORKER, "import worker", "database"),
  exports: waking((env) => env.EXPORTER, "exporter", "database"),
};

/** Wakes an object of the given kind. A failure is logged: the cron wakes the object later. */
export const wake = {
  ...ofWorkspace,
  ...ofDatabase,
  endpoints: waking((env) => env.WEBHOOK_SENDER, "webhook sender", "webhook_endpoint_id"),
  channels: waking((env) => env.MESSAGE_SENDER, "message sender", "channel_id"),
  sources: waking((env) => env.SOURCE_INBOX, "source inbox", "source_id"),
  moves: waking((env) => env.WORKSPACE_MOVER, "workspace mover", "move_id"),
  backups: waking((env) => env.ARCHIVIST, "archivist", "backup_id"),
};

/** The objects of a workspace, and of its database, that have something to do. */
export type Wake = Partial<Record<keyof typeof ofWorkspace | keyof typeof ofDatabase, boolean>> & {
  endpoints?: number[];
  channels?: number[];
  sources?: number[];
};

/** Where a workspace is: the name of its database. */
export type Place = { workspaceId: number; database: string };

export function wakeWorkers(
  env: Env,
  { workspaceId, database }: Place,
  { endpoints = [], channels = [], sources = [], ...kinds }: Wake,
) {
  const due = new Set(Object.entries(kinds).map(([kind, isDue]) => isDue && kind));
  const dueOf = <Waking>(wakes: Record<string, Waking>) =>
    Object.entries(wakes).flatMap(([kind, one]) => (due.has(kind) ? [one] : []));
  return Promise.all([
    ...dueOf(ofWorkspace).map((one) => one(env, workspaceId)),
    ...dueOf(ofDatabase).map((one) => one(env, database)),
    ...endpoints.map((id) => wake.endpoints(env, id, workspaceId)),
    ...channels.map((id) => wake.channels(env, id, workspaceId)),
    ...sources.map((id) => wake.sources(env, id, workspaceId)),
  ]);
}

/**
 * Has the stream of a workspace look, for some seconds from now, which of its listeners' tokens are
 * valid. Called before a change that ends some, so that their streams end even if the caller dies.
 */
export const watchEventStream = (env: Env, workspaceId: number) =>
  env.EVENT_STREAM.getByName(String(workspaceId))
    .watch()
    .catch(warn("event stream not watched", { workspace_id: workspaceId }));

/** Waits until analyses of a workspace are finished, at most for `withinMs`. */
export const awaitAnalyses = (env: Env, workspaceId: number, ids: number[], withinMs: number) =>
  env.ANALYSIS_WORKER.getByName(String(workspaceId))
    .finished(workspaceId, ids, withinMs)
    .catch(warn("analysis worker not reached", { workspace_id: workspaceId }));

/** The objects that work for one workspace, or for a channel, endpoint or source of it. */
type Workers = {
  workspaceId?: number;
  channels?: number[];
  endpoints?: number[];
  sources?: number[];
};

/** The marks by which items are about somebody: texts, and the last digits of a phone. */
export type PersonMarks = { texts: string[]; digits: string | null };

/** Empties what waits for sources and is about somebody. Throws if an object can't be reached. */
export const forgetInInboxes = (env: Env, sourceIds: number[], marks: PersonMarks) =>
  Promise.all(sourceIds.map((id) => env.SOURCE_INBOX.getByName(String(id)).forget(marks)));

/**
 * Empties the storage of objects whose workspace, channel, endpoint or source is deleted next, so
 * that they do not come back to life. Throws if one can't be reached.
 */
export const clearWorkers = (
  env: Env,
  { workspaceId, channels = [], endpoints = [], sources = [] }: Workers,
) =>
  Promise.all([
    ...[
      env.RUN_SCHEDULER,
      env.TRIGGER_WORKER,
      env.ANALYSIS_WORKER,
      env.MEDIA_FETCHER,
      env.EVENT_STREAM,
      env.HOST_PACER,
    ]
      .filter(() => workspaceId !== undefined)
      .map((objects) => objects.getByName(String(workspaceId)).clear()),
    ...channels.map((id) => env.MESSAGE_SENDER.getByName(String(id)).clear()),
    ...endpoints.map((id) => env.WEBHOOK_SENDER.getByName(String(id)).clear()),
    ...sources.map((id) => env.SOURCE_INBOX.getByName(String(id)).clear()),
  ]);
