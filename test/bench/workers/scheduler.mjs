// The same bundle for its run scheduler, its trigger worker, its worker of chunks and its inboxes
// of sources, which all Workers of a database share. Their D1 queries and the time that they are
// awake are metered. PUT starts metering and sets whether message senders are woken; GET returns
// the figures of the scheduler, GET /triggers those of the trigger worker, GET /chunks those of the
// worker of chunks, GET /sources those of all inboxes; PUT /sources sets whether these work; POST
// /{workspace} wakes the scheduler, POST /triggers/{workspace} the trigger worker, with /{name}
// another object of the workspace; POST /cron meters the D1 queries of the cron of each minute. GET
// /still tells whether the trigger worker stands still (still.mjs).
import service, {
  ChunkWorker as Chunks,
  SourceInbox as Inbox,
  RunScheduler as Scheduler,
  TriggerWorker as Triggers,
} from "../../../dist/worker/index.js";
import { metered, meteredIn, together } from "./meter.mjs";
import { standsStill, stilled } from "./still.mjs";

const OFFLINE = { getByName: () => ({ wake: async () => {} }) };

const noFigures = () => ({
  alarms: 0,
  awakeMs: 0,
  trips: 0,
  rowsRead: 0,
  rowsWritten: 0,
  longestMs: 0,
  slowest: [],
});
let figures = noFigures();
let ofChunks = noFigures();
let ofTriggers = noFigures();
let ofSources = noFigures();
let wakesSenders = true;
let worksSources = true;
const LATER_MS = 1_000;
let awake = 0;

/** Adds what the meter has counted to figures, and resets it. */
function drain(meter, to) {
  if (meter.longestMs > to.longestMs) {
    to.longestMs = meter.longestMs;
    to.slowest = meter.slowest;
  }
  for (const name of ["trips", "rowsRead", "rowsWritten"]) to[name] += meter[name];
  Object.assign(meter, { trips: 0, rowsRead: 0, rowsWritten: 0, longestMs: 0 });
  meter.statements.length = 0;
}

/** Runs an alarm. Its queries and its time are counted at its end. */
async function counted(alarm, meter, figuresNow) {
  const start = performance.now();
  awake++;
  try {
    await alarm();
  } finally {
    awake--;
    const to = figuresNow();
    to.alarms++;
    to.awakeMs += performance.now() - start;
    drain(meter, to);
  }
}

export class RunScheduler extends Scheduler {
  #meter;

  constructor(ctx, env) {
    const { meter, database } = metered(env.DB);
    const senders = {
      getByName: (name) => (wakesSenders ? env.MESSAGE_SENDER : OFFLINE).getByName(name),
    };
    super(ctx, { ...env, DB: database, MESSAGE_SENDER: senders });
    this.#meter = meter;
  }

  alarm() {
    return counted(
      () => super.alarm(),
      this.#meter,
      () => figures,
    );
  }
}

export class TriggerWorker extends Triggers {
  #meter;

  constructor(ctx, env) {
    const { meter, database } = metered(env.DB);
    super(ctx, { ...env, DB: env.STILL ? stilled(database, env.STILL) : database });
    this.#meter = meter;
  }

  alarm() {
    return counted(
      () => super.alarm(),
      this.#meter,
      () => ofTriggers,
    );
  }
}

export class SourceInbox extends Inbox {
  #meter;

  constructor(ctx, env) {
    const { meters, databases } = meteredIn(env);
    super(ctx, { ...env, ...databases });
    this.#meter = meters[0].meter;
  }

  alarm() {
    if (!worksSources) return this.ctx.storage.setAlarm(Date.now() + LATER_MS);
    return counted(
      () => super.alarm(),
      this.#meter,
      () => ofSources,
    );
  }
}

export class ChunkWorker extends Chunks {
  #meter;

  constructor(ctx, env) {
    const { meter, database } = metered(env.DB);
    super(ctx, { ...env, DB: database });
    this.#meter = meter;
  }

  async alarm() {
    const start = performance.now();
    await super.alarm();
    ofChunks.alarms++;
    ofChunks.awakeMs += performance.now() - start;
    drain(this.#meter, ofChunks);
  }
}

export default {
  async fetch(request, env) {
    const path = new URL(request.url).pathname.slice(1);
    if (request.method === "GET" && path === "chunks") return Response.json(ofChunks);
    if (request.method === "PUT" && path === "sources") {
      worksSources = await request.json();
      return new Response(null, { status: 204 });
    }
    if (path === "still") return Response.json(standsStill());
    // An alarm's queries are counted at its end.
    while (request.method === "GET" && awake > 0) await scheduler.wait(1);
    if (request.method === "GET")
      return Response.json({ triggers: ofTriggers, sources: ofSources }[path] ?? figures);
    if (path === "cron") return Response.json(await cron(env));
    const [worker, id, name = id] = path.startsWith("triggers/")
      ? [env.TRIGGER_WORKER, ...path.split("/").slice(1)]
      : [env.RUN_SCHEDULER, path];
    if (request.method === "POST") await worker.getByName(name).wake(Number(id));
    else {
      [figures, ofChunks, ofTriggers, ofSources] = Array.from({ length: 4 }, noFigures);
      wakesSenders = await request.json();
    }
    return new Response(null, { status: 204 });
  },
};

async function cron(env) {
  const { meters, databases } = meteredIn(env);
  await service.scheduled({ cron: "* * * * *" }, { ...env, ...databases });
  const { trips, rowsRead } = together(meters);
  const tripsTo = Object.fromEntries(meters.map(({ name, meter }) => [name, meter.trips]));
  return { trips, rowsRead, tripsTo };
}
