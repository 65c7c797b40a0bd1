import { createServer } from "node:http";
import { childrenCpuMs } from "./cpu.mjs";
import { withVerdict } from "./figures.mjs";
import { untilNone } from "./flow.mjs";
import { seedLeads } from "./seed.mjs";
import { serve } from "./serve.mjs";

const LEADS = 10_000;
/** The bars. */
const SPEED = {
  "per second": { atLeast: 1_000 },
  missing: { exactly: 0 },
  "out of order": { exactly: 0 },
};

/** Ten thousand simultaneous events to receivers on loopback. */
export async function webhooks() {
  await using bench = await serve("webhooks");
  const [service] = bench.services;
  const { workspace } = await seedLeads(service, LEADS);
  await using receiver = await receive();
  await using dead = await receive((response) => response.writeHead(500).end());
  const rows = [
    await deliver(service, workspace, receiver, {
      what: "to one endpoint",
      stages: ["contacted", "engaged"],
    }),
  ];
  await workspace.create("/v1/webhook-endpoints", { url: dead.url });
  rows.push(
    await deliver(service, workspace, receiver, {
      what: "to it, while another is dead",
      stages: ["qualified", "won"],
    }),
  );
  return {
    tables: [{ title: "Webhooks", rows }],
    notes: [
      "per second: from the change until the last event has arrived. twice: that came more than once; out of order: before an earlier one of its lead.",
      "CPU: of the whole workerd, by event.",
    ],
  };
}

/** Changes the stage of every lead twice, and waits until the receiver has all events. */
async function deliver({ db }, workspace, receiver, { what, stages }) {
  if (!receiver.isRegistered)
    await workspace.create("/v1/webhook-endpoints", {
      url: receiver.url,
      event_types: ["lead.stage_changed"],
    });
  receiver.isRegistered = true;
  receiver.forget();
  const cpuBefore = childrenCpuMs();
  const [start, since] = [performance.now(), Date.now()];
  for (const stage of stages)
    await db
      .prepare("update leads set pipeline_stage = ? where workspace_id = ?")
      .bind(stage, workspace.id)
      .run();
  const { events } = await db
    .prepare(
      "select count(*) as events from events where type = 'lead.stage_changed' and id / 1000 >= ?",
    )
    .bind(since)
    .first();
  const written = performance.now() - start;
  await workspace.create("/v1/tags", { label: what });
  await receiver.until(events);
  const took = performance.now() - start - written;
  await untilNone(
    db,
    "select 1 from webhook_endpoints where next_event_id is not null and failures = 0",
  );
  const { posts, ids, late } = receiver.figures();
  return withVerdict(
    {
      ...{
        what,
        events,
        posts,
        "per second": (events * 1000) / took,
        "CPU µs": ((childrenCpuMs() - cpuBefore) * 1000) / events,
      },
      ...{ twice: posts - ids, missing: events - ids, "out of order": late },
    },
    SPEED,
  );
}

/** A receiver on loopback that records its requests. To be held with `await using`. */
async function receive(answer = (response) => response.writeHead(204).end()) {
  let [posts, ids, latest, late] = [0, new Set(), new Map(), 0];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id, data } = JSON.parse(Buffer.concat(chunks).toString());
    posts++;
    if (!ids.has(id) && (latest.get(data.lead_id) ?? 0) > id) late++;
    ids.add(id);
    latest.set(data.lead_id, id);
    answer(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    isRegistered: false,
    figures: () => ({ posts, ids: ids.size, late }),
    forget() {
      [posts, ids, latest, late] = [0, new Set(), new Map(), 0];
    },
    async until(count) {
      while (ids.size < count) await new Promise((next) => setTimeout(next, 10));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
