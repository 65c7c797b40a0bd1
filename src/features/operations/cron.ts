import { unscopedBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { repairDirectory } from "#db/placement/outbox";
import { measure } from "#db/placement/sizes";
import { countWaiting } from "#db/statements/usage";
import type { Bindings, Database } from "#env";
import { settle } from "#lib/settle";
import { copyOutdated } from "../access/workspaces/copies";
import { wakeAnalysisWorkers } from "../analysis/worker/overdue";
import { wakeRunSchedulers } from "../automation/runs/worker/overdue";
import { wakeTriggerWorkers } from "../automation/triggers/worker/overdue";
import { wakeEventStreams } from "../events/stream/overdue";
import { wakeWebhookSenders } from "../events/webhooks/worker/overdue";
import { resumeExports } from "../imports/exports/worker/overdue";
import { checkConnections } from "../imports/sources/calendly/overdue";
import { resumeImports } from "../imports/worker/overdue";
import { repairClaims } from "../links/slugs/repair";
import { renewDueTokens } from "../messaging/channels/renew-tokens";
import { endSnoozes } from "../messaging/conversations/overdue";
import { wakeMediaFetchers } from "../messaging/media/worker/overdue";
import { wakeMessageSenders } from "../messaging/outbound/worker/overdue";
import { syncDueTemplates } from "../messaging/templates/overdue";
import { keepErasures } from "./backups/erasures";
import { planBackups, renewNotes, wakeArchivists } from "./backups/overdue";
import { cleanUp } from "./chunks/clean-ups";
import { resumeChunks } from "./chunks/overdue";
import { checkIds } from "./databases/ids";
import { dropFences } from "./moves/fences";
import { wakeMovers } from "./moves/overdue";
import { APPLIERS } from "./outbox";

/**
 * A Worker makes at most 1,000 requests of its own at a time: this many wake objects of each kind.
 * The others wait for a minute.
 */
const MAX_WOKEN = 300;

/** The channels whose templates are synced: each is some requests. */
const MAX_SYNCED = 20;

/** The tokens that are renewed in an hour, where there are many: each is a request. */
const MAX_RENEWED = 50;

/** The connections of sources that are looked at in an hour: each is a request, or some. */
const MAX_CONNECTIONS = 50;

/** A Worker may call D1 1,000 times. What is left is done by the next cron. */
const MAX_CHUNKS = 900;

/** The changes that are brought to the directory, 50 by three calls of D1. */
const MAX_CHANGES = 2_000;

/** Does the same in all databases at once. What fails in one does not end the others. */
function inEach(
  env: Bindings,
  message: string,
  works: (db: Database, name: string) => Record<string, Promise<unknown>>,
) {
  const databases = databasesOf(env);
  const entries = databases.names.flatMap((name) =>
    Object.entries(works(databases.open(name), name)).map(
      ([work, promise]) => [`${work} ${name}`, promise] as const,
    ),
  );
  return settle(message, Object.fromEntries(entries));
}

const share = (env: Bindings, most: number) =>
  Math.max(Math.floor(most / databasesOf(env).names.length), 1);

/** Wakes the objects that should be at work, in case a wake-up was lost or an object died. */
function wakeOverdue(env: Bindings) {
  const limit = share(env, MAX_WOKEN);
  return inEach(env, "workers not woken", (db, name) => ({
    messages: wakeMessageSenders(env, db, limit),
    runs: wakeRunSchedulers(env, db, limit),
    triggers: wakeTriggerWorkers(env, db, limit),
    webhooks: wakeWebhookSenders(env, db, limit),
    streams: wakeEventStreams(env, db, limit),
    analyses: wakeAnalysisWorkers(env, db, limit),
    imports: resumeImports(env, name),
    exports: resumeExports(env, name),
    media: wakeMediaFetchers(env, db, limit),
    snoozes: endSnoozes(db),
    templates: syncDueTemplates(env, db, share(env, MAX_SYNCED)),
    usage: unscopedBatch({ db }, { counted: countWaiting() }),
    chunks: resumeChunks(env, name),
    directory: repairDirectory(databasesOf(env), db, APPLIERS, share(env, MAX_CHANGES)),
  }));
}

export async function eachMinute(env: Bindings) {
  const databases = databasesOf(env);
  await settle("cron failed", {
    copies: copyOutdated(databases),
    claims: repairClaims(databases),
    moves: wakeMovers(env),
    backups: wakeArchivists(env),
    erasures: keepErasures(env),
    sizes: measure(databases),
    wake_ups: wakeOverdue(env),
  });
}

/** Removes what nobody needs any more, from all databases, also from a directory of its own. */
export async function cleanUpAll(env: Bindings) {
  const databases = databasesOf(env);
  const most = share(env, MAX_CHUNKS);
  await inEach(env, "clean-ups not made", (db, name) => ({
    tokens: renewDueTokens(env, db, share(env, MAX_RENEWED)),
    connections: checkConnections(env, db, share(env, MAX_CONNECTIONS)),
    clean_ups: cleanUp(env, db, most),
    ids: checkIds(databases, name),
    fences: dropFences(databases, db),
  }));
  await settle("backups not planned", { backups: planBackups(env) });
  await settle("keys of backups not renewed", { notes: renewNotes(env) });
  if (databases.ofDirectory === null) await cleanUp(env, databases.directory, most);
}
