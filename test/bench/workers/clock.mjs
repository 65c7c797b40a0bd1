// The same bundle for its clock, which all Workers of a database share: its D1 is metered, and the time that it is awake. PUT begins to count,
// and says whether the senders hear it; GET tells the figures; POST /{workspace} wakes it; POST /cron gives what the cron of each minute
// asks of D1.
import service, { RunScheduler as Clock } from "../../../dist/index.js";
import { metered } from "./meter.mjs";

const NOBODY = { getByName: () => ({ wake: async () => {} }) };

const noFigures = () => ({ alarms: 0, awakeMs: 0, trips: 0, rowsRead: 0, rowsWritten: 0 });
let figures = noFigures();
let isHeard = true;
let awake = 0;

export class RunScheduler extends Clock {
  #meter;

  constructor(ctx, env) {
    const { meter, database } = metered(env.DB);
    const senders = {
      getByName: (name) => (isHeard ? env.MESSAGE_SENDER : NOBODY).getByName(name),
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
    // What an alarm has asked is told at its end.
    while (request.method === "GET" && awake > 0) await scheduler.wait(1);
    if (request.method === "GET") return Response.json(figures);
    if (path === "cron") return Response.json(await cron(env));
    if (request.method === "POST") await env.RUN_SCHEDULER.getByName(path).wake(Number(path));
    else [figures, isHeard] = [noFigures(), await request.json()];
    return new Response(null, { status: 204 });
  },
};

async function cron(env) {
  const { meter, database } = metered(env.DB);
  await service.scheduled({ cron: "* * * * *" }, { ...env, DB: database });
  return { trips: meter.trips, rowsRead: meter.rowsRead };
}
