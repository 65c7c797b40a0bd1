import { describe, expect, it } from "vitest";
import { keyOf } from "#features/automation/statistics/keys";
import type { ScenarioStats } from "#features/automation/statistics/schema";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newShortLink,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { click, flushAndClassify } from "../support/clicks";
import { testEnv } from "../support/env";
import { flowOf, type Nodes } from "../support/flow";
import { metered, serveWith } from "../support/meter";
import { generator } from "../support/pseudo-random";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, sentByScenario, settle, stepDue } from "../support/run-scheduler";
import { clientWithoutWakeUps, whileStepping } from "../support/run-scheduler-faults";

type Id = { id: number };
type Numbers = Record<string, number>;

async function statsOf(client: Client, { id }: Id, query = ""): Promise<ScenarioStats> {
  const { status, body, text } = await client.get(`/scenarios/${id}/stats${query}`);
  expect(status, text).toBe(200);
  return body.data;
}

const nodeIn = ({ nodes }: ScenarioStats, id: string) =>
  nodes.find(({ node_id }) => node_id === id);

/** The statistics as the numbers that `counted` has, too. */
function flat({ nodes, days }: ScenarioStats): Numbers {
  const [today] = days;
  const numbers: Numbers = { started: today?.started ?? 0, ended: today?.ended ?? 0 };
  for (const { node_id: id, ...node } of nodes) {
    numbers[`entered ${id}`] = node.entered;
    numbers[`waiting ${id}`] = node.waiting;
    for (const { handle, runs } of node.left) numbers[`left ${id} ${handle}`] = runs;
    for (const { state, reason, runs } of node.ended)
      numbers[`ended ${id} ${state} ${reason}`] = runs;
    numbers[`sent ${id}`] = node.messages?.sent ?? 0;
  }
  return Object.fromEntries(Object.entries(numbers).filter(([, n]) => n !== 0));
}

/** The same by counting runs, steps and messages. */
async function counted({ id }: Id): Promise<Numbers> {
  const isEnd = "ended_at is not null and visit = runs.visits and outcome = end_reason";
  const steps = "runs join run_steps on run_id = runs.id where scenario_id = ?";
  const ended = "runs where scenario_id = ? and ended_at is not null and node_id is not null";
  const queries = [
    "'started' as key, count(*) as n from runs where scenario_id = ? and visits > 0",
    `'ended' as key, count(*) as n from ${ended}`,
    `'entered ' || run_steps.node_id as key, count(*) as n from ${steps} group by 1`,
    `'left ' || run_steps.node_id || ' ' || outcome as key, count(*) as n
     from ${steps} and outcome is not null and not (${isEnd}) group by 1`,
    `'ended ' || node_id || ' ' || state || ' ' || end_reason as key, count(*) as n
     from ${ended} group by 1`,
    `'waiting ' || node_id as key, count(*) as n from runs
     where scenario_id = ? and waiting_for is not null group by 1`,
    `'sent ' || run_steps.node_id as key, count(*) as n
     from messages join run_steps using (run_id, visit)
     where scenario_id = ? and sent_at is not null group by 1`,
  ];
  const rows = (
    await Promise.all(
      queries.map((query) => rowsOf<{ key: string; n: number }>(`select ${query}`, id)),
    )
  ).flat();
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ key, n }) => [key, n]));
}

const random = generator(190);

/** A graph of random nodes. Most handles have an edge. */
function randomFlow() {
  const { pick, number } = random;
  const branches = ["a", "b"].map((handle) => ({ handle, percent: 50 }));
  const kinds: [type: string, data: object, ...handles: string[]][] = [
    ["message", { text: "Hi" }, "next"],
    ["message", { text: "Hi {{first_name}}" }, "next", "failed"],
    ["wait_for_reply", { timeout_seconds: 5 }, "reply", "timeout"],
    ["delay", { seconds: 60 }, "next"],
    ["split", { branches }, "a", "b"],
    ["update_lead", { warmth: "hot" }, "next"],
    ["handoff", { reason: "ask" }],
  ];
  const chosen = Array.from({ length: 8 }, (_, index) => [`n${index}`, pick(kinds)] as const);
  const nodes: Nodes = Object.fromEntries(
    chosen.map(([id, [type, data]], index) => [id, index === 0 ? ["start"] : [type, data]]),
  );
  const later = (index: number) => `n${1 + Math.floor((index + number() * 7) % 7)}`;
  const edges = chosen.flatMap(([id, [, , ...handles]], index) =>
    (index === 0 ? ["next"] : handles).flatMap((handle) =>
      number() < 0.9 ? `${id}:${handle}>${later(index)}` : [],
    ),
  );
  return flowOf(nodes, ...edges);
}

const today = () => new Date().toISOString().slice(0, 10);

/** Ends the waits for a time. */
const pass = ({ id }: Id) =>
  testEnv.DB.prepare(
    `update runs set next_at = 1, waiting_until = 1
     where scenario_id = ? and next_at is not null`,
  )
    .bind(id)
    .run();

describe("the statistics of a scenario", () => {
  it("are the same numbers as counting steps, on random journeys", async () => {
    const client = await newWorkspace();
    const channel = await newChannel(client);
    const leads = await Promise.all(Array.from({ length: 8 }, () => newLead(client)));
    for (const { id } of leads) await newInbound(client, channel.id, id, { text: "Hello" });
    for (let times = 0; times < 3; times++) {
      const scenario = await newScenario(client, { ...randomFlow(), is_active: true });
      const runs = [];
      for (const { id } of leads) runs.push(await enrol(client, scenario.id, id));
      for (let rounds = 0; rounds < 4; rounds++) {
        await settle(client);
        const lead = random.pick(leads);
        await newInbound(client, channel.id, lead.id, { text: "Hello" });
        await client.post(`/runs/${random.pick(runs).id}/cancel`);
        if (rounds > 1) await pass(scenario);
      }
      await settle(client);
      const expected = await counted(scenario);
      expect(Object.keys(expected).length).toBeGreaterThan(3);
      expect(flat(await statsOf(client, scenario))).toEqual(expected);
    }
  });

  it("leave out a run that is cancelled while it is stepped with others", async () => {
    const client = clientWithoutWakeUps(await newWorkspace());
    const pause = { seconds: 60 };
    const scenario = await newFlow(
      client,
      { one: ["delay", pause], two: ["delay", pause] },
      "one > two",
    );
    const runs: Id[] = [];
    for (let count = 0; count < 3; count++)
      runs.push(await enrol(client, scenario.id, (await newLead(client)).id));
    await stepDue(client);
    await pass(scenario);
    await whileStepping(client, () => client.post(`/runs/${runs[1]!.id}/cancel`));
    const stats = flat(await statsOf(client, scenario));
    expect(stats).toEqual(await counted(scenario));
    expect(stats).toMatchObject({ "entered two": 2, "ended one cancelled cancelled": 1 });
  });

  it("show what became of messages, each once", async () => {
    const client = await newWorkspace();
    const link = await newShortLink(client);
    const scenario = await newFlow(
      client,
      {
        hello: ["message", { text: `See https://sho.rt/${link.slug}` }],
        ask: ["wait_for_reply"],
        end: ["exit"],
      },
      "hello > ask:reply > end",
    );
    const { lead, report, reply } = await sentByScenario(client, scenario.id);
    const messagesNow = async () => nodeIn(await statsOf(client, scenario), "hello")?.messages;
    const sums = { sent: 1, delivered: 0, read: 0, clicked: 0, replied: 0 };
    expect(await messagesNow()).toEqual(sums);
    for (const status of ["delivered", "read", "delivered", "read"]) await report(status);
    const { body } = await client.get(`/link-sends?lead_id=${lead.id}`);
    // A click right after the message counts as a scanner's.
    await client.patch(`/link-sends/${body.data[0].id}`, { sent_at: "2026-01-01T00:00:00Z" });
    for (const _ of [1, 2]) {
      await click(body.data[0].url);
      await flushAndClassify(link.id);
    }
    expect(await messagesNow()).toEqual({ ...sums, delivered: 1, read: 1, clicked: 1 });
    for (const _ of [1, 2]) {
      await reply();
      await settle(client);
    }
    const all = { sent: 1, delivered: 1, read: 1, clicked: 1, replied: 1 };
    expect(await messagesNow()).toEqual(all);
    const { days } = await statsOf(client, scenario);
    expect(days).toEqual([{ date: today(), started: 1, ended: 1, failed: 0, ...all }]);
  });

  it("compare the branches of a split by their goal", async () => {
    const client = await newWorkspace();
    const branches = [{ handle: "a", percent: 100 }];
    const scenario = await newFlow(
      client,
      {
        split: ["split", { branches, goal: { type: "stage", stage: "won" } }],
        pause: ["delay", { seconds: 60 }],
      },
      "split:a > pause",
    );
    const leads = [await newLead(client), await newLead(client)];
    for (const { id } of leads) await enrol(client, scenario.id, id);
    await settle(client);
    await client.patch(`/leads/${leads[0]!.id}`, { pipeline_stage: "won" });
    await pass(scenario);
    await settle(client);
    expect(nodeIn(await statsOf(client, scenario), "split")?.branches).toEqual([
      {
        ...{ handle: "a", runs: 2, converted: 1 },
        conversion: { share: 0.5, low: 0.0945, high: 0.9055 },
      },
    ]);
  });

  it("follow runs to another version, and forget those that are deleted", async () => {
    const client = await newWorkspace();
    const flow = flowOf({ ask: ["wait_for_reply"] });
    const scenario = await newScenario(client, { ...flow, is_active: true });
    const leads = [];
    for (let count = 0; count < 3; count++) leads.push(await newLead(client));
    for (const { id } of leads) await enrol(client, scenario.id, id);
    await settle(client);
    await client.delete(`/leads/${leads[0]!.id}`);
    const replaced = { ...scenario, name: "Again", ...flow };
    expect((await client.put(`/scenarios/${scenario.id}`, replaced)).status).toBe(200);
    expect((await client.post(`/scenarios/${scenario.id}/migrate`)).body.data.migrated).toBe(2);
    const askNow = async (query: string) => {
      const stats = await statsOf(client, scenario, query);
      const { entered, waiting } = nodeIn(stats, "ask") ?? {};
      return { versions: stats.versions, entered, waiting };
    };
    expect(await askNow("")).toEqual({ versions: [1, 2], entered: 3, waiting: 2 });
    expect(await askNow("?version=1")).toMatchObject({ versions: [1], entered: 3, waiting: 0 });
    expect(await askNow("?version=2")).toEqual({ versions: [2], entered: 0, waiting: 2 });
    expect(await statsOf(client, scenario, "?version=9")).toMatchObject({
      versions: [],
      nodes: [],
    });
    expect(await statsOf(client, scenario, "?from=2020-01-01&to=2020-12-31")).toMatchObject({
      ...{ from: "2020-01-01", to: "2020-12-31", days: [] },
      nodes: [{ node_id: "ask", entered: 0, waiting: 2 }],
    });
  });

  it("are the workspace's own, within bounds of days and of rows", async () => {
    const client = await newWorkspace();
    const scenario = await newScenario(client);
    const path = `/scenarios/${scenario.id}/stats`;
    expect((await (await newWorkspace()).get(path)).status).toBe(404);
    expect((await (await withAbilities(client, "leads:read")).get(path)).status).toBe(403);
    for (const query of ["from=2026-01-02&to=2026-01-01", "from=2025-01-01&to=2026-01-02"])
      expect((await client.get(`${path}?${query}`)).status).toBe(422);
    const counts = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [keyOf("entered", `n${index}`), 1]),
    );
    await testEnv.DB.prepare(
      `insert into scenario_days (scenario_id, version, day, counts)
       with recursive n(n) as (select 0 union all select n + 1 from n where n < 999)
       select ?1, 1 + n % 25, date('2026-01-01', '-' || n || ' days'), ?2 from n`,
    )
      .bind(scenario.id, JSON.stringify({ started: 1, ...counts }))
      .run();
    const { meter, database } = metered(testEnv.DB);
    const fetcher = serveWith(database);
    const { body } = await client.get(`${path}?from=2025-01-01&to=2025-12-31`, undefined, {
      fetcher,
    });
    expect(meter.trips).toBe(1);
    expect(meter.rowsRead).toBeLessThan(36_000);
    expect(body.data.versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 6));
    expect(body.data.days).toHaveLength(291);
    expect(body.data.nodes).toHaveLength(50);
    expect(body.data.nodes[0]).toMatchObject({ entered: 291 });
    expect(body.data.from).toBe("2025-01-01");

    // Of more counters than fit, the newest days are counted.
    const note = JSON.stringify({ ...counts, started: 1, note: "x".repeat(1_000_000) });
    await testEnv.DB.prepare(
      "update scenario_days set counts = ? where scenario_id = ? and day > '2025-12-01'",
    )
      .bind(note, scenario.id)
      .run();
    const cut = (await client.get(`${path}?from=2025-01-01&to=2025-12-31`)).body.data;
    expect(cut.days).toHaveLength(19);
    expect(cut.from).toBe(cut.days[0].date);
  });
});
