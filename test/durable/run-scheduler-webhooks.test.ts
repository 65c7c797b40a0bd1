import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Run } from "#features/automation/runs/schema";
import type { Lead } from "#features/leads/schema";
import { type Client, call, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { type Order, order, release, requestsTo, webhookUrl } from "../support/graph";
import { databaseWith, down, onlyAt, unanswered } from "../support/message-sender-faults";
import { textsTo } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, stepDue, trailOf } from "../support/run-scheduler";
import { bindRunScheduler, clientWithoutWakeUps } from "../support/run-scheduler-faults";

const LOCAL = { SHORT_URL_BASE: "http://localhost:8787" } as const;
/** After this time a request with a timeout of ten seconds counts as lost. */
const OVERDUE_MS = 310_001;

let client: Client;
let key: string;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  key = crypto.randomUUID();
  await bindRunScheduler(client, LOCAL);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const flow = (data: object = {}) =>
  newFlow(
    client,
    {
      ask: ["webhook", { url: webhookUrl(key), save_to: "answer", ...data }],
      good: ["exit", { reason: "Answered" }],
      bad: ["handoff", { reason: "Not answered" }],
    },
    "ask:success > good",
    "ask:failed > bad",
  );

/** Creates a run at an HTTP request node; the double answers as ordered. */
async function newAsking(data: object = {}, ...queue: Order[]) {
  await order(key, { queue });
  const lead = await newLead(client, { first_name: "Ada" });
  const run = await enrol(client, (await flow(data)).id, lead.id);
  await stepDue(client);
  return { run, lead };
}

/** Steps the runs until these have left their HTTP request nodes. */
async function answered(...runs: Run[]) {
  const running =
    "select 1 from runs where state = 'running' and id in (select value from json_each(?))";
  for (let tries = 600; tries > 0; tries--) {
    await stepDue(client);
    if ((await rowsOf(running, JSON.stringify(runs.map(({ id }) => id)))).length === 0) return;
    await scheduler.wait(5);
  }
}

const asked = async (count: number) => {
  for (let tries = 600; tries > 0 && (await requestsTo(key)).length < count; tries--)
    await scheduler.wait(5);
};

const variablesOf = async ({ id }: { id: number }) =>
  (await client.get(`/leads/${id}`)).body.data.variables;

const statusesOf = ({ id }: Run) =>
  rowsOf("select detail ->> 'status' as status from run_steps where run_id = ? and visit = 1", id);

describe("the answer to an HTTP request node", () => {
  it.each([
    [
      "JSON",
      { do: "accept", answer: { plan: "gold", none: null, list: [1, { deep: null }] } },
      { plan: "gold", none: null, list: [1, { deep: null }] },
    ],
    ["text", { do: "status", status: 201, body: "All right" }, "All right"],
    ["nothing", { do: "status", status: 204 }, ""],
    [
      "text that no database takes",
      { do: "status", status: 200, body: '{"a":"x\\u0000y\\ud800z"}' },
      { a: "xyz" },
    ],
    [
      "a key that V8 trips over",
      { do: "status", status: 200, body: '{"a\\\\b":1}' },
      '{"a\\\\b":1}',
    ],
  ] satisfies [string, Order, unknown][])("is saved: %s", async (_, reaction, saved) => {
    const { run, lead } = await newAsking({}, reaction);
    await answered(run);
    expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
    expect(await variablesOf(lead)).toEqual({ answer: saved });
  });

  it("is saved even if it is nested deeper than SQLite reads", async () => {
    const { run, lead } = await newAsking(
      {},
      { do: "status", status: 200, body: `${"[".repeat(1_500)}${"]".repeat(1_500)}` },
    );
    await answered(run);
    expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
    expect(JSON.stringify((await variablesOf(lead)).answer)).toMatch(/^\[{32}null\]{32}$/);
  });

  it("replaces the previous one as a whole", async () => {
    await order(key, {
      queue: [
        { do: "accept", answer: { a: { b: 1 } } },
        { do: "accept", answer: { a: { c: 2 } } },
      ],
    });
    const others = {
      'a"b': "x",
      ä: 1,
      "a.b": [1],
      "a b": { c: null },
      "[0]": true,
      "🙂": null,
      "\u0001": 0.1,
      'a"."b': 0.5,
    };
    const lead = await newLead(client, { variables: others });
    const node = ["webhook", { url: webhookUrl(key), save_to: "answer" }] as const;
    const run = await enrol(
      client,
      (await newFlow(client, { one: [...node], two: [...node] }, "one:success > two")).id,
      lead.id,
    );
    await answered(run);
    expect(await trailOf(run)).toEqual(["one success", "two success"]);
    expect(await variablesOf(lead)).toEqual({ ...others, answer: { a: { c: 2 } } });
  });

  it.each([
    ["500", { do: "status", status: 500 }, 500],
    ["a redirect, which is not followed", { do: "redirect" }, 301],
    ["more than is kept", { do: "status", status: 200, body: "x".repeat(1_000_000) }, 200],
    ["none in time", { do: "silence" }, null],
    ["half of one", { do: "cut" }, 200],
    ["a connection that breaks", { do: "reset" }, null],
  ] satisfies [string, Order, number | null][])("is a failure: %s", async (_, reaction, status) => {
    const { run, lead } = await newAsking(
      reaction.do === "silence" ? { timeout_seconds: 1 } : {},
      reaction,
    );
    await answered(run);
    expect(await trailOf(run)).toEqual(["ask failed", "bad handoff"]);
    expect([
      await statusesOf(run),
      await variablesOf(lead),
      (await requestsTo(key)).length,
    ]).toEqual([[{ status }], {}, 1]);
  });

  it("that is not saved may be long", async () => {
    const { run } = await newAsking({ save_to: null }, { do: "huge" });
    await answered(run);
    expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
  });
});

describe("the request of an HTTP request node", () => {
  it("is what the node says, with an idempotency key", async () => {
    const headers = { "X-Who": "{{first_name}}" };
    const { run } = await newAsking({
      method: "PUT",
      headers,
      body: { hello: ["{{first_name}}"] },
    });
    await answered(run);
    const [request] = await requestsTo(key);
    expect(request).toMatchObject({ method: "PUT", body: { hello: ["Ada"] } });
    expect(request!.headers).toMatchObject({
      "idempotency-key": `run_${run.id}_1`,
      "x-who": "Ada",
      "content-type": "application/json",
    });
  });

  it.each([
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "http://example.com/",
    "https://metadata.internal/{{first_name}}",
  ])("to %s is not made", async (url) => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const { run } = await newAsking({ url });
    await answered(run);
    expect(await trailOf(run)).toEqual(["ask failed", "bad handoff"]);
    const urls = fetched.mock.calls.map(([input]) =>
      String(input instanceof Request ? input.url : input),
    );
    expect(urls.filter((one) => !one.startsWith("http://127.0.0.1"))).toEqual([]);
  });

  it("to this machine is not made by a public service", async () => {
    await bindRunScheduler(client, {});
    const { run } = await newAsking();
    await answered(run);
    expect([await trailOf(run), await requestsTo(key)]).toEqual([
      ["ask failed", "bad handoff"],
      [],
    ]);
  });

  it("is repeated with the same key when the object dies during it, at most three times", async () => {
    const { run } = await newAsking({}, { do: "silence" }, { do: "silence" }, { do: "silence" });
    for (let attempt = 1; attempt <= 3; attempt++) {
      await asked(attempt);
      await abortAllDurableObjects();
      await bindRunScheduler(client, LOCAL);
      await stepDue(client);
      expect([await trailOf(run), (await requestsTo(key)).length]).toEqual([["ask …"], attempt]);
      await later(attempt * OVERDUE_MS, () => stepDue(client));
    }
    expect(await trailOf(run)).toEqual(["ask failed", "bad handoff"]);
    const keys = (await requestsTo(key)).map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(Array(3).fill(`run_${run.id}_1`));
  });

  it.each([
    ["again when its answer could not be stored", 3, down, 2],
    ["once, even if the scheduler does not know that the run has reached it", 2, unanswered, 1],
  ] as const)("is made %s", async (_, call, fault, times) => {
    // The D1 calls: the first claims the run, the second commits the wait, the third stores the
    // answer.
    await bindRunScheduler(client, { ...LOCAL, DB: databaseWith(onlyAt(call, fault)) });
    const errors = vi.spyOn(console, "error");
    const { run } = await newAsking();
    for (let tries = 600; tries > 0 && errors.mock.calls.length === 0; tries--)
      await scheduler.wait(5);
    expect(errors).toHaveBeenCalledOnce();
    expect(await trailOf(run)).toEqual(["ask …"]);
    await later(OVERDUE_MS, async () => {
      await stepDue(client);
      await asked(times);
      await answered(run);
    });
    expect([await trailOf(run), (await requestsTo(key)).length]).toEqual([
      ["ask success", "good exit_node"],
      times,
    ]);
  });

  it("delays no other run", async () => {
    const channel = await newChannel(client);
    const { run } = await newAsking({}, { do: "hold" });
    const lead = await newLead(client);
    await newInbound(client, channel.id, lead.id);
    const other = await enrol(
      client,
      (await newFlow(client, { hello: ["message", { text: "Hello" }] })).id,
      lead.id,
    );
    await stepDue(client);
    expect([(await runNow(client, run)).state, (await runNow(client, other)).state]).toEqual([
      "running",
      "completed",
    ]);
    expect(await textsTo(lead.id)).toEqual(["Hello"]);
    await release(key);
    await answered(run);
    expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
  });

  it.each(["cancelled", "removed", "paused"])(
    "has no effect on a run that is %s meanwhile",
    async (how) => {
      const { run, lead } = await newAsking({}, { do: "hold" });
      await asked(1);
      const scenario = (await client.get(`/scenarios/${run.scenario_id}`)).body.data;
      if (how === "cancelled") await client.post(`/runs/${run.id}/cancel`);
      if (how === "removed") await client.delete(`/scenarios/${scenario.id}/leads`);
      if (how === "paused")
        await client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active: false });
      await release(key);
      await scheduler.wait(50);
      await stepDue(client);
      expect(await variablesOf(lead)).toEqual({});
      if (how !== "paused") return;
      await client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active: true });
      await answered(run);
      expect([await variablesOf(lead), (await requestsTo(key)).length]).toEqual([
        { answer: {} },
        1,
      ]);
    },
  );
});

describe("HTTP requests that wait for a free connection", () => {
  it("are made once, however long that takes, and not for a run that has been stopped", async () => {
    const scenario = await flow();
    const runs: Run[] = [];
    for (let count = 7; count > 0; count--)
      runs.push(await enrol(client, scenario.id, (await newLead(client)).id));
    await order(key, { queue: Array(3).fill({ do: "hold" }) });
    await stepDue(client);
    await asked(3);
    await client.post(`/runs/${runs.at(-1)!.id}/cancel`);
    await later(OVERDUE_MS, () => stepDue(client));
    await later(2 * OVERDUE_MS, () => stepDue(client));
    await later(3 * OVERDUE_MS, async () => {
      await release(key);
      await answered(...runs);
    });
    for (const run of runs.slice(0, -1))
      expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
    const keys = (await requestsTo(key)).map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(6);
    expect(new Set(keys)).toEqual(new Set(runs.slice(0, -1).map(({ id }) => `run_${id}_1`)));
  });

  it("delay none to another host", async () => {
    const other = crypto.randomUUID();
    const url = webhookUrl(other).replace("127.0.0.1", "localhost");
    const [dead, well] = [await flow(), await flow({ url })];
    await order(key, { always: { do: "hold" } });
    for (let count = 8; count > 0; count--)
      await enrol(client, dead.id, (await newLead(client)).id);
    await stepDue(client);
    await asked(3);
    const run = await enrol(client, well.id, (await newLead(client)).id);
    await answered(run);
    expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
    expect([(await requestsTo(key)).length, (await requestsTo(other)).length]).toEqual([3, 1]);
  });

  /** Creates eight runs: the requests of three are held, and the others wait behind them. */
  async function newWaiting() {
    const scenario = await flow();
    const runs: Run[] = [];
    for (let count = 8; count > 0; count--)
      runs.push(await enrol(client, scenario.id, (await newLead(client)).id));
    await order(key, { always: { do: "hold" } });
    await stepDue(client);
    await asked(3);
    await order(key, { always: null });
    const behind = runs.slice(3);
    const revisions = () =>
      rowsOf(
        "select id, revision, next_at from runs where id in (select value from json_each(?)) order by id",
        JSON.stringify(behind.map(({ id }) => id)),
      );
    return { runs, behind, revisions };
  }

  it("cost no write while they wait, however long, and are made in the end", async () => {
    const { runs, behind, revisions } = await newWaiting();
    await later(OVERDUE_MS, () => stepDue(client));
    const before = await revisions();
    for (let times = 2; times <= 6; times++) await later(times * OVERDUE_MS, () => stepDue(client));
    expect(await revisions()).toEqual(before);
    expect((await runNow(client, behind[0]!)).next_at).toBeNull();
    await later(7 * OVERDUE_MS, async () => {
      await release(key);
      await answered(...runs);
    });
    for (const run of runs) expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
    expect(await requestsTo(key)).toHaveLength(8);
  });

  it("are made by the next process, also if theirs died while their scenario was paused", async () => {
    const { runs, behind, revisions } = await newWaiting();
    await later(OVERDUE_MS, () => stepDue(client));
    const scenario = (await client.get(`/scenarios/${runs[0]!.scenario_id}`)).body.data;
    const set = (is_active: boolean) =>
      client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active });
    await set(false);
    await abortAllDurableObjects();
    await bindRunScheduler(client, LOCAL);
    await stepDue(client);
    await set(true);
    await later(OVERDUE_MS, () => answered(...behind));
    for (const run of behind) expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
    expect(await revisions()).toMatchObject(behind.map(() => ({ next_at: null })));
  });

  it("are not made while their workspace is suspended, and once after it resumes", async () => {
    const { runs } = await newWaiting();
    await later(OVERDUE_MS, () => stepDue(client));
    const operate = (what: string, json?: object) =>
      call("POST", `/v1/workspaces/${client.workspaceId}/${what}`, {
        token: testEnv.OPERATOR_TOKEN,
        json,
      });
    await operate("suspend", { reason: "Not paid" });
    await later(OVERDUE_MS, async () => {
      await release(key);
      await scheduler.wait(100);
      await stepDue(client);
    });
    expect(await requestsTo(key)).toHaveLength(3);
    await later(2 * OVERDUE_MS, async () => {
      await operate("resume");
      await answered(...runs);
    });
    for (const run of runs) expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
    const keys = (await requestsTo(key)).map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(8);
    expect(new Set(keys).size).toBe(8);
  });

  it("are made by the next process if theirs dies", async () => {
    const { behind } = await newWaiting();
    await later(OVERDUE_MS, () => stepDue(client));
    await abortAllDurableObjects();
    await bindRunScheduler(client, LOCAL);
    await later(OVERDUE_MS, () => answered(...behind));
    for (const run of behind) expect(await trailOf(run)).toEqual(["ask success", "good exit_node"]);
  });
});

describe("requests of 250 kB each", () => {
  it("wait in D1 beyond 16 MB of them, and are all made", async () => {
    await order(key, { always: { do: "hold" } });
    const { id } = await flow({ body: "{{long}}".repeat(62) });
    const lead = { first_name: "Ada", variables: { long: "x".repeat(4_000) } };
    const leads = Array.from({ length: 76 }, () => lead);
    await client.post("/leads/batch", { mode: "create", leads });
    const made = await rowsOf<Pick<Lead, "id">>(
      "select id from leads where workspace_id = ?",
      client.workspaceId,
    );
    const enrolled = { lead_ids: made.map((one) => one.id) };
    await client.post(`/scenarios/${id}/leads/bulk`, enrolled);
    const runs = await rowsOf<Run>("select id from runs where scenario_id = ?", id);
    expect(runs).toHaveLength(76);
    await stepDue(client);
    const counts = () =>
      rowsOf("select state, count(*) as n from runs where scenario_id = ? group by state", id);
    const [pending, running] = (await counts()) as { state: string; n: number }[];
    expect([pending?.state, running?.state]).toEqual(["pending", "running"]);
    expect(running?.n).toBeGreaterThan(65);
    await order(key, { always: null });
    await release(key);
    await answered(...runs);
    for (let tries = 100; tries > 0 && (await counts()).length > 1; tries--)
      await answered(...runs);
    expect(await counts()).toEqual([{ state: "exited", n: 76 }]);
  });
});
