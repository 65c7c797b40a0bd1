import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { convertV4MiniflareOptions, Miniflare } from "../support/miniflare.mjs";
import { childrenIds, killChildren } from "./cpu.mjs";
import { migrate } from "./migrate.mjs";
import { moduleFiles } from "./modules.mjs";
import { within } from "./wait.mjs";

export const OPERATOR_TOKEN = "operator-of-the-bench-0123456789abcdef";

const SECRETS = { APP_KEY: "the-key-of-the-bench-0123456789abcdef", OPERATOR_TOKEN };

// The databases are on a memory file system if there is one, so that fsync is not measured.
const directory = mkdtempSync(`${existsSync("/dev/shm") ? "/dev/shm" : tmpdir()}/bench-`);
process.env.TMPDIR = directory;
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
// Otherwise Miniflare would request Cloudflare's request properties over the network.
process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";

/** For workerd to end, and to start. */
const START_MS = 60_000;

const workerFile = (name) => `test/bench/workers/${name}.mjs`;
export const FLOOR = workerFile("floor");
export const BARE = workerFile("bare");

/** The Workers of a database. */
const KINDS = ["service", "metered", "scheduler", "direct"];
/** The bindings of the objects that the Worker `scheduler` has. */
const METERED_OBJECTS = ["RUN_SCHEDULER", "TRIGGER_WORKER", "CHUNK_WORKER", "SOURCE_INBOX"];

const { compatibilityDate, compatibilityFlags, ...local } = workerOptionsOf(
  "wrangler.toml",
  "local",
).workerOptions;
const bindings = { ...local.bindings, ...SECRETS };

/** A Worker on its own socket, so that requests don't pass through Miniflare's entry Worker. */
const worker = (name, files, options = {}) => ({
  ...options,
  name,
  compatibilityDate,
  compatibilityFlags,
  modules: files.map((path) => ({ type: "ESModule", path })),
  modulesRoot: ".",
  unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
});

/** With the bindings of `npm start`: the rate limit of [env.local] allows load tests. */
function serviceWorkers(database, more, others = {}) {
  const { assets, ...options } = {
    ...local,
    bindings: { ...bindings, ...more },
    d1Databases: { DB: { id: database }, ...others },
  };
  const [service, metered, scheduler, direct] = KINDS.map((kind) => `${kind}-${database}`);
  const objects = Object.entries(local.durableObjects).map(([name, object]) => [
    name,
    { ...object, scriptName: METERED_OBJECTS.includes(name) ? scheduler : service },
  ]);
  const shared = { ...options, durableObjects: Object.fromEntries(objects) };
  return [
    worker(service, moduleFiles(), shared),
    worker(metered, [workerFile("metered"), workerFile("meter"), ...moduleFiles()], shared),
    worker(
      scheduler,
      [...["scheduler", "meter", "still"].map(workerFile), ...moduleFiles()],
      shared,
    ),
    worker(direct, [workerFile("direct")], { d1Databases: options.d1Databases }),
  ];
}

const optionsOf = (workers, more = {}) =>
  convertV4MiniflareOptions({
    workers,
    ...more,
    handleStructuredLogs: ({ level, message }) => level === "error" && console.error(message),
  });

const start = (workers, more) => new Miniflare(optionsOf(workers, more));

const originOf = async (miniflare, name) => (await miniflare.unsafeGetDirectURL(name)).origin;

/** The origins of a database's Workers, by their kinds. */
async function originsOf(miniflare, name) {
  const origins = KINDS.map(async (kind) => [kind, await originOf(miniflare, `${kind}-${name}`)]);
  return Object.fromEntries(await Promise.all(origins));
}

/** Runs the cron of each minute, which wakes objects whose wake-up was lost, as Cloudflare does. */
function eachMinute(scheduler) {
  const timer = setInterval(
    () => fetch(`${scheduler}/cron`, { method: "POST" }).catch(console.error),
    60_000,
  );
  return () => clearInterval(timer);
}

/**
 * Serves the bundle on one or more empty databases in one workerd. Each has a metered twin, a
 * metered run scheduler, trigger worker and worker of chunks, and a Worker that runs SQL directly.
 * Beside them are the floor and a Worker that asks the rate limiter. To be held with `await using`.
 */
export const serve = (...databases) => serveWith({}, ...databases);

/** Like `serve`, with other settings. */
export async function serveWith(settings, ...databases) {
  const limited = worker("limited", [workerFile("limited")], { ratelimits: local.ratelimits });
  const miniflare = start([
    worker("floor", [FLOOR]),
    limited,
    ...databases.flatMap((database) => serviceWorkers(database, settings)),
  ]);
  const stop = () => miniflare.dispose();
  try {
    const services = [];
    for (const database of databases) {
      const db = await miniflare.getD1Database("DB", `service-${database}`);
      await migrate(db);
      services.push({ db, ...(await originsOf(miniflare, database)) });
    }
    const [floor, limiter] = await Promise.all(
      ["floor", "limited"].map((name) => originOf(miniflare, name)),
    );
    return { floor, limiter, services, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Serves the bundle on an empty database with a replica (workers/near.mjs). To be held with
 * `await using`.
 */
export async function serveNear() {
  const d1Databases = { DB: { id: "near" }, REPLICA: { id: "near-replica" } };
  const [service, ...others] = serviceWorkers("near", {});
  const files = ["near", "replica"].map(workerFile);
  const near = worker("near", [...files, ...moduleFiles()], {
    bindings,
    d1Databases,
    ratelimits: local.ratelimits,
    durableObjects: service.durableObjects,
  });
  const miniflare = start([service, ...others, near]);
  for (const name of Object.keys(d1Databases))
    await migrate(await miniflare.getD1Database(name, "near"));
  return {
    origin: await originOf(miniflare, "near"),
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}

/** Serves the bundle with its assets on an empty database. To be held with `await using`. */
export async function serveWithAssets(name) {
  const [service, ...others] = serviceWorkers(name, {});
  const miniflare = start([{ ...service, assets: local.assets }, ...others]);
  const db = await miniflare.getD1Database("DB", `service-${name}`);
  await migrate(db);
  return {
    db,
    service: await originOf(miniflare, `service-${name}`),
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}

/**
 * Serves the bundle on two empty databases, `DB` and `DB_1`, in one workerd. `crash` kills it and
 * starts it again, with these settings, and returns its new origins and databases. To be held with
 * `await using`.
 */
export async function serveTwo(name) {
  const workers = (settings) => serviceWorkers(name, settings, { DB_1: { id: `${name}-1` } });
  const miniflare = start(workers({}));
  const open = (binding) => miniflare.getD1Database(binding, `service-${name}`);
  const openAll = () => Promise.all(["DB", "DB_1"].map(open));
  const databases = await openAll();
  for (const db of databases) await migrate(db);
  const first = await originsOf(miniflare, name);
  const stop = eachMinute(first.scheduler);
  return {
    databases,
    ...first,
    crash: async (settings = {}) => {
      stop();
      await killChildren(START_MS);
      // Miniflare starts again what dies, by itself. This comes after that, on other ports: those
      // of before may be another program's by now.
      const restarted = miniflare.setOptions(optionsOf(workers(settings)));
      await within(START_MS, "workerd is started again", restarted);
      return { databases: await openAll(), ...(await originsOf(miniflare, name)) };
    },
    [Symbol.asyncDispose]: () => {
      stop();
      return miniflare.dispose();
    },
  };
}

/**
 * Serves the bundle on two empty databases, each in a workerd of its own, as D1 keeps each on a
 * machine of its own: `DB` with the Workers of `serve`, and `DB_1` with `elsewhere`, a Worker that
 * reaches `DB` over HTTP. The workerd of `DB` has the lowest priority: it takes no core that the
 * other could use. To be held with `await using`.
 */
export async function serveApart(name) {
  const remote = worker("remote", [workerFile("remote")], { d1Databases: { DB: { id: name } } });
  const one = start([...serviceWorkers(name, {}), remote]);
  const db = await one.getD1Database("DB", `service-${name}`);
  for (const id of childrenIds()) setPriority(Number(id), constants.priority.PRIORITY_LOW);
  await migrate(db);
  const remoteOrigin = await originOf(one, "remote");
  const [service, ...others] = serviceWorkers(`${name}-1`, {});
  const elsewhere = worker("elsewhere", [workerFile("elsewhere"), ...moduleFiles()], {
    bindings: { ...bindings, REMOTE: remoteOrigin },
    d1Databases: { DB_1: { id: `${name}-apart` } },
    r2Buckets: local.r2Buckets,
    ratelimits: local.ratelimits,
    durableObjects: service.durableObjects,
  });
  const other = start([service, ...others, elsewhere]);
  await migrate(await other.getD1Database("DB_1", "elsewhere"));
  const origins = await originsOf(one, name);
  const stop = eachMinute(origins.scheduler);
  return {
    db,
    ...origins,
    remote: remoteOrigin,
    elsewhere: await originOf(other, "elsewhere"),
    [Symbol.asyncDispose]: () => {
      stop();
      return Promise.all([one.dispose(), other.dispose()]);
    },
  };
}

/**
 * Serves the service, or the script of another Worker with its bindings, on what a folder keeps.
 * The first call migrates it. To be held with `await using`.
 */
export async function serveCold(folder, script) {
  const files = script ? [script] : moduleFiles();
  const cold = worker("cold", files, { ...local, bindings, d1Databases: { DB: { id: "cold" } } });
  const miniflare = start([cold], { resourcePersistencePath: folder });
  return {
    origin: await originOf(miniflare, "cold"),
    migrate: async () => migrate(await miniflare.getD1Database("DB", "cold")),
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}
