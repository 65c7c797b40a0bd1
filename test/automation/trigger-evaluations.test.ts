import { beforeAll, describe, expect, it } from "vitest";
import type { EvaluatedCandidate } from "#db/schema/triggers";
import type { TriggerOutcome } from "#domain/triggers";
import { cleanUp } from "#features/operations/chunks/clean-ups";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { DAY_MS } from "#lib/time";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";
import { clientAsleep, decideDue, evaluationsIn, newTriggered } from "../support/trigger-worker";

let client: Client;
let lead: { id: number };
const START = Date.parse("2026-11-20T10:00:00Z");

/** Stores an evaluation of a minute after the start. */
async function seed(
  minute: number,
  outcome: TriggerOutcome,
  candidates: EvaluatedCandidate[],
  leadId = lead.id,
) {
  const at = START + minute * 60_000;
  await rowsOf(
    `insert into trigger_evaluations (workspace_id, id, lead_id, lane, outcome, candidates,
       created_at, updated_at)
     values (?, cast(? as integer), ?, 'speech', ?, ?, ?, ?)`,
    ...[client.workspaceId, at * 1_000, leadId, outcome, JSON.stringify(candidates), at, at],
  );
}

beforeAll(async () => {
  client = await newWorkspace();
  lead = await newLead(client);
  await seed(1, "started", [
    [7, "guide", "started"],
    [71, "all", "outranked"],
  ]);
  await seed(2, "opted_out", [[7, 'say "hi"', "opted_out"]]);
  await seed(3, "internal_error", [], 4_000_000_000);
});

/** The minutes of the evaluations that a query finds. */
const found = async (query: string, by = client) =>
  (await by.get(`/trigger-evaluations?${query}`)).body.data.map(
    ({ created_at }: { created_at: string }) => (Date.parse(created_at) - START) / 60_000,
  );

describe("the list of evaluations", () => {
  it("says what became of each trigger that fitted, in sentences", async () => {
    const { body } = await client.get(`/trigger-evaluations?scenario_id=71`);
    expect(body.data).toMatchObject([
      {
        lead_id: lead.id,
        event_type: null,
        outcome: "started",
        candidates: [
          { scenario_id: 7, trigger_id: "guide", message: "The trigger has started a run." },
          { scenario_id: 71, trigger_id: "all", outcome: "outranked" },
        ],
        created_at: "2026-11-20T10:01:00.000Z",
      },
    ]);
  });

  it.each([
    ["", [3, 2, 1]],
    ["scenario_id=7", [2, 1]],
    ["scenario_id=1", []],
    ["trigger_id=all", [1]],
    ["trigger_id=al", []],
    [`trigger_id=${encodeURIComponent('say "hi"')}`, [2]],
    ["scenario_id=7&trigger_id=all", []],
    ["outcome=opted_out", [2]],
    ["outcome=outranked", []],
    ["trigger_id=all&outcome=outranked", [1]],
    ["trigger_id=guide&outcome=outranked", []],
    ["created_from=2026-11-20T10:02:00Z", [3, 2]],
    ["created_from=2026-11-20T10:02:00Z&created_to=2026-11-20T10:02:59Z", [2]],
  ])("finds those of %j", async (query, minutes) => {
    expect(await found(query)).toEqual(minutes);
    expect(await found(`${query}&lead_id=${lead.id}`)).toEqual(minutes.filter((one) => one < 3));
  });

  it("goes from page to page", async () => {
    const other = await newLead(client);
    for (let minute = 100; minute < 112; minute++) await seed(minute, "opted_out", [], other.id);
    const path = `/trigger-evaluations?lead_id=${other.id}&per_page=10`;
    const { body } = await client.get(path);
    expect(body.data).toHaveLength(10);
    const rest = await client.get(`${path}&cursor=${body.meta.next_cursor}`);
    expect(rest.body.data).toHaveLength(2);
    expect(rest.body.meta.next_cursor).toBeNull();
  });

  it("keeps workspaces apart, and needs both abilities", async () => {
    expect(await found(`lead_id=${lead.id}`, await newWorkspace())).toEqual([]);
    for (const ability of ["scenarios:read", "leads:read"] as const) {
      const reader = await withAbilities(client, ability);
      expect((await reader.get("/trigger-evaluations")).status).toBe(403);
    }
  });

  it("costs one call of D1 a page", async () => {
    const meter = await meterOf((fetcher) =>
      client.get("/trigger-evaluations?per_page=100", undefined, { fetcher }),
    );
    expect(meter.trips).toBe(1);
  });
});

describe("evaluations", () => {
  it("are one for a hundred equal refusals of a day, and another one on the next", async () => {
    const own = clientAsleep(await newWorkspace());
    const channel = await newChannel(own);
    await newTriggered(own, [{ id: "price", type: "keyword", data: { words: ["PRICE"] } }]);
    const writer = await newLead(own);
    await newInbound(own, channel.id, writer.id, { text: "Price?" });
    await decideDue(own);
    await rowsOf("update runs set created_at = created_at - 5000 where lead_id = ?", writer.id);
    const askAgain = async (times: number) => {
      await rowsOf(
        `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text,
           status, sent_at, created_at)
         select workspace_id, conversation_id, channel_id, direction, messages.type, text, status,
           sent_at, created_at
         from messages cross join json_each(?2)
         where messages.id = (select max(id) from messages where workspace_id = ?1)`,
        ...[own.workspaceId, JSON.stringify(Array.from({ length: times }))],
      );
      await decideDue(own);
    };
    for (let batch = 0; batch < 4; batch++) await askAgain(25);
    const stored = async () =>
      (await evaluationsIn(own)).map(({ outcome, times }) => [outcome, times]);
    expect(await stored()).toEqual([
      ["started", 1],
      ["already_active", 100],
    ]);
    const sinceYesterday = (Date.now() % DAY_MS) + 60_000;
    await rowsOf(
      "update trigger_evaluations set id = id - ? where workspace_id = ?",
      ...[sinceYesterday * 1_000, own.workspaceId],
    );
    await askAgain(1);
    expect((await stored()).at(-1)).toEqual(["already_active", 1]);
  });

  it("go after 30 days, and with their lead", async () => {
    const old = await newLead(client);
    const ago = (days: number) => Math.round((Date.now() - days * DAY_MS - START) / 60_000);
    for (const days of [29, 31]) await seed(ago(days), "opted_out", [], old.id);
    await cleanUp(testEnv, databaseOf(), 900);
    expect(await found(`lead_id=${old.id}`)).toEqual([ago(29)]);
    await client.delete(`/leads/${old.id}`);
    const removals = new RemovalQueue(testEnv, "DB");
    while (await removals.workNext());
    const left = "select 1 from trigger_evaluations where lead_id = ?";
    await eventually(async () => expect(await rowsOf(left, old.id)).toEqual([]));
  });
});
