import { databasesOf } from "../../db/databases";
import { measure } from "../../db/sizes";
import type { Bindings, Database } from "../../env";
import { settle } from "../../lib/settle";
import { wakeAnalysisWorkers } from "../analysis/worker/overdue";
import { wakeRunSchedulers } from "../automation/runs/worker/overdue";
import { wakeWebhookSenders } from "../events/webhooks/worker/overdue";
import { wakeMessageSenders } from "../messaging/outbound/worker/overdue";
import { cleanUp } from "./chunks/clean-ups";
import { resumeChunks } from "./chunks/overdue";
import { checkIds } from "./databases/ids";

/**
 * A Worker makes at most 1,000 requests of its own at a time: this many wake objects of each kind.
 * The others wait for a minute.
 */
const MAX_WOKEN = 300;

/** A Worker may call D1 1,000 times. What is left is done by the next cron. */
const MAX_CHUNKS = 900;

/** Does the same in all databases at once. What fails in one does not end the others. */
const inEach = (
  env: Bindings,
  message: string,
  works: (db: Database, name: string) => Record<string, Promise<unknown>>,
) => {
  const { names } = databasesOf(env);
  const entries = names.flatMap((name) =>
    Object.entries(works(databasesOf(env).open(name), name)).map(
      ([work, promise]) => [`${work} ${name}`, promise] as const,
    ),
  );
  return settle(message, Object.fromEntries(entries));
};

const share = (env: Bindings, most: number) =>
  Math.max(Math.floor(most / databasesOf(env).names.length), 1);

/** Wakes the objects that should be at work, in case a wake-up was lost or an object died. */
function wakeOverdue(env: Bindings) {
  const limit = share(env, MAX_WOKEN);
  return inEach(env, "workers not woken", (db, name) => ({
    messages: wakeMessageSenders(env, db, limit),
    runs: wakeRunSchedulers(env, db, limit),
    webhooks: wakeWebhookSenders(env, db, limit),
    analyses: wakeAnalysisWorkers(env, db, limit),
    chunks: resumeChunks(env, name),
  }));
}

export const eachMinute = (env: Bindings) =>
  settle("cron failed", { wake_ups: wakeOverdue(env), sizes: measure(databasesOf(env)) });

export const cleanUpAll = (env: Bindings) =>
  inEach(env, "clean-ups not made", (db, name) => ({
    clean_ups: cleanUp(env, db, share(env, MAX_CHUNKS)),
    ids: checkIds(databasesOf(env), name),
  }));
