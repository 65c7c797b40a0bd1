// The same bundle for its run scheduler, which all Workers of a database share. Its D1 queries and
// the time that it is awake are metered. PUT starts metering and sets whether message senders are
// woken; GET returns the figures; POST /{workspace} wakes the scheduler; POST /cron meters the D1
// queries of the cron of each minute.
import service, { RunScheduler as Scheduler } from "../../../dist/index.js";
import { metered } from "./meter.mjs";

const OFFLINE = { getByName: () => ({ wake: async () => {} }) };

const noFigures = () => ({ alarms: 0, awakeMs: 0, trips: 0, rowsRead: 0, rowsWritten: 0 });
let figures = noFigures();
let wakesSenders = true;
let awake = 0;

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

  async alarm() {
    const { statements, ...before } = this.#meter;
    const start = performance.now();
    awake++;
    await super.alarm();
    awake--;
    figures.alarms++;
    figures.awakeMs += performance.now() - start;
    for (const [name, value] of Object.entries(before)) figures[name] += this.#meter[name] - value;
    statements.length = 0;
  }
}

export default {
  async fetch(request, env) {
    const path = new URL(request.url).pathname.slice(1);
    // An alarm's queries are counted at its end.
    while (request.method === "GET" && awake > 0) await scheduler.wait(1);
    if (request.method === "GET") return Response.json(figures);
    if (path === "cron") return Response.json(await cron(env));
    if (request.method === "POST") await env.RUN_SCHEDULER.getByName(path).wake(Number(path));
    else [figures, wakesSenders] = [noFigures(), await request.json()];
    return new Response(null, { status: 204 });
  },
};

async function cron(env) {
  const { meter, database } = metered(env.DB);
  await service.scheduled({ cron: "* * * * *" }, { ...env, DB: database });
  return { trips: meter.trips, rowsRead: meter.rowsRead };
}
