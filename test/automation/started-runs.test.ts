import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { batch } from "#db/batch";
import type { RunCause } from "#db/schema/automation";
import { countRefusals } from "#db/statements/scenario-days";
import type { Run } from "#features/automation/runs/schema";
import { refusalsOf } from "#features/automation/statistics/triggers";
import { type Client, idsOf, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { dataOf } from "../support/events";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, settle, stepDue } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { seedRun } from "../support/runs";
import { scopeOf } from "../support/scope";

// Runs that triggers have started, as the API shows them.

let client: Client;
let scenario: { id: number };
let started: Run;
let enrolled: Run;

const CAUSE: RunCause = {
  type: "tag_added",
  trigger_id: "vip",
  event_id: 1_795_169_730_123_000,
  by: 15,
  depth: 2,
};
const STARTED_BY = {
  type: "tag_added",
  trigger_id: "vip",
  event_id: 1_795_169_730_123_000,
  message_id: null,
  comment_id: null,
  by_run_id: 15,
};

beforeAll(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  scenario = await newFlow(client, { wait: ["wait_for_reply", {}] }, "wait:reply > wait");
  started = await seedRun(client, scenario, await newLead(client), {
    cause: JSON.stringify(CAUSE),
  });
  enrolled = await enrol(client, scenario.id, (await newLead(client)).id);
});

describe("what has started a run", () => {
  it("is said by the run, its explanation and its event", async () => {
    for (const [run, startedBy] of [
      [started, STARTED_BY],
      [enrolled, null],
    ] as const) {
      expect(run.started_by).toEqual(startedBy);
      const { body } = await client.get(`/runs/${run.id}/explain`);
      expect(body.data.started_by).toEqual(startedBy);
      const events = await dataOf(client, "run.started");
      const event = events.find(({ run_id }) => run_id === run.id);
      expect(event?.started_by).toEqual(startedBy);
    }
  });

  it("finds runs by their trigger", async () => {
    for (const path of [`/scenarios/${scenario.id}/runs`, "/runs"]) {
      expect(await idsOf(client, `${path}?trigger_id=vip`)).toEqual([started.id]);
      expect(await idsOf(client, `${path}?trigger_id=other`)).toEqual([]);
    }
  });
});

describe("what a run knows of its trigger", () => {
  let channel: { id: number };
  beforeAll(async () => {
    channel = await newChannel(client);
  });

  /** The texts of a run that a trigger has started for the cause. */
  async function saidBy(lead: { id: number }, text: string, cause: object) {
    const talk = await newFlow(client, { say: ["message", { text }] });
    const run = await seedRun(client, talk, lead, {
      ...{ state: "pending", node_id: null, waiting_for: null, visits: 0, next_at: 1 },
      cause: JSON.stringify({ trigger_id: "guide", event_id: 1, ...cause }),
    });
    await settle(client);
    const rows = await rowsOf<{ text: string }>(
      "select text from messages where run_id = ? order by id",
      run.id,
    );
    return rows.map((row) => row.text);
  }

  it("is read from the message, as long as that has it", async () => {
    const referral = { source_type: "ad", source_id: "120211" };
    for (const isGone of [false, true]) {
      const lead = await newLead(client);
      const input = { text: "GUIDE", payload: { referral } };
      const { id } = await newInbound(client, channel.id, lead.id, input);
      if (isGone) await rowsOf("update messages set text = null, payload = '{}' where id = ?", id);
      const text = "{{trigger.text|no text}}, {{trigger.ad_id|no ad}}";
      const said = await saidBy(lead, text, { type: "keyword", message_id: id });
      expect(said).toEqual([isGone ? "no text, no ad" : "GUIDE, 120211"]);
    }
  });

  it("is read from the event that was reported, of its own workspace", async () => {
    const lead = await newLead(client);
    await newInbound(client, channel.id, lead.id);
    const other = await newWorkspace();
    const data = JSON.stringify({ name: "order_paid", data: { order: { total: 120 } } });
    for (const [{ workspaceId }, said] of [
      [client, "order_paid 120"],
      [other, "none none"],
    ] as const) {
      const eventId = Date.now() * 1000;
      await rowsOf(
        "insert into events (id, workspace_id, type, lead_id, data) values (?, ?, ?, ?, ?)",
        ...[eventId, workspaceId, "lead.event_reported", lead.id, data],
      );
      const text = "{{trigger.name|none}} {{trigger.data.order.total|none}}";
      expect(await saidBy(lead, text, { type: "event", event_id: eventId })).toEqual([said]);
    }
  });
});

describe("the statistics of triggers", () => {
  it("count the runs that each has started, and those that it was refused, by the reason", async () => {
    const flow = await newFlow(client, { end: ["exit"] });
    for (const trigger_id of ["guide", "guide", "vip", null])
      await seedRun(client, flow, await newLead(client), {
        ...{ state: "pending", node_id: null, waiting_for: null, visits: 0, next_at: 1 },
        cause: trigger_id && JSON.stringify({ type: "keyword", event_id: 1, trigger_id }),
      });
    await stepDue(client);
    const evaluated = (
      ["already_active", "started", "filtered", "already_active", "put_off"] as const
    ).map((outcome) => ({ candidate: { trigger: { scenarioId: flow.id, id: "vip" } }, outcome }));
    for (const [{ workspaceId }, isWritten] of [
      [client, sql`true`],
      [client, sql`false`],
      [await newWorkspace(), sql`true`],
    ] as const) {
      const scope = scopeOf(workspaceId);
      const counted = countRefusals(scope, refusalsOf(evaluated), isWritten, Date.now());
      await batch(scope, { counted });
    }

    const { body } = await client.get(`/scenarios/${flow.id}/stats`);
    expect(body.data.triggers).toEqual([
      { trigger_id: "guide", started: 2, refused: {} },
      { trigger_id: "vip", started: 1, refused: { already_active: 2, filtered: 1 } },
    ]);
    expect(body.data.nodes).toMatchObject([{ node_id: "end", entered: 4 }]);
    expect(body.data.days).toMatchObject([{ started: 4 }]);
  });
});
