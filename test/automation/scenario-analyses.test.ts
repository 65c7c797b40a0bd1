import { beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";
import { analysesOf, untilEnded } from "../support/run-analyses";
import { enrol, newFlow, trailOf } from "../support/run-scheduler";

// Here the run scheduler and the analysis worker wake each other, as they do in production.

let client: Client;
let channel: Channel;
let tag: { id: number };
let scenario: { id: number };

const analyze = (timeout_seconds = 60) =>
  newFlow(
    client,
    {
      look: ["ai_analyze", { timeout_seconds }],
      check: [
        "condition",
        { branches: [{ handle: "thirties", all: [{ field: "age", op: "at_least", value: 30 }] }] },
      ],
      tag: ["add_tag", { tag_ids: [tag.id] }],
      other: ["exit", { reason: "Another age" }],
      failed: ["handoff", { reason: "Not analysed" }],
    },
    "look > check:thirties > tag",
    "check:else > other",
    "look:failed > failed",
  );

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newChannel(client);
  tag = await newTag(client);
  scenario = await analyze();
});

async function newWriter(...texts: string[]): Promise<Lead> {
  const lead = await newLead(client);
  for (const text of texts) await newInbound(client, channel.id, lead.id, { text });
  return lead;
}

const leadNow = async ({ id }: Lead): Promise<Lead> => (await client.get(`/leads/${id}`)).body.data;
const detailsOf = async (run: { id: number }) =>
  (await client.get(`/runs/${run.id}/steps`)).body.data
    .toReversed()
    .map(({ detail }: { detail: unknown }) => detail);

describe("a scenario that has its leads analysed", () => {
  it("continues by the findings", async () => {
    const [older, younger] = [
      await newWriter("Hello!", "I'm 34, and curious."),
      await newWriter("I'm 19."),
    ];
    const runs = [
      await enrol(client, scenario.id, older.id),
      await enrol(client, scenario.id, younger.id),
    ] as const;
    expect(await untilEnded(client, runs[0])).toMatchObject({
      state: "completed",
      end_reason: "reached_end",
    });
    expect(await untilEnded(client, runs[1])).toMatchObject({
      state: "exited",
      end_reason: "exit_node",
    });
    expect([await trailOf(runs[0]), await trailOf(runs[1])]).toEqual([
      ["look next", "check thirties", "tag next"],
      ["look next", "check else", "other exit_node"],
    ]);
    expect(await leadNow(older)).toMatchObject({ age: 34, tags: [{ id: tag.id }] });
    expect(await leadNow(younger)).toMatchObject({ age: 19, tags: [] });
    expect(await analysesOf(older)).toEqual([
      { cause: "scenario", status: "completed", reason: null },
    ]);
  });

  it("continues without a new analysis when there are no new messages", async () => {
    const lead = await newWriter("I'm 34.");
    await client.post(`/leads/${lead.id}/analyze?wait=1`);
    const run = await enrol(client, scenario.id, lead.id);
    expect(await untilEnded(client, run)).toMatchObject({ state: "completed" });
    expect(await trailOf(run)).toEqual(["look next", "check thirties", "tag next"]);
    expect((await analysesOf(lead)).at(-1)).toEqual({
      cause: "scenario",
      status: "skipped",
      reason: "unchanged",
    });
  });

  it("has all their conversations analysed, on every platform", async () => {
    const instagram = await newChannel(client, { platform: "instagram" });
    const lead = await newWriter("Hello!");
    await newInbound(client, instagram.id, lead.id, { text: "I'm 34." });
    const run = await enrol(client, scenario.id, lead.id);
    await untilEnded(client, run);
    expect(await trailOf(run)).toEqual(["look next", "check thirties", "tag next"]);
    expect(await analysesOf(lead)).toHaveLength(2);
  });

  it("emits no event that the run waits", async () => {
    const run = await enrol(client, scenario.id, (await newWriter("I'm 34.")).id);
    await untilEnded(client, run);
    const events = await rowsOf<{ type: string }>(
      "select type from events where type like 'run.%' and data ->> 'run_id' = ? order by id",
      run.id,
    );
    expect(events.map(({ type }) => type)).toEqual(["run.started", "run.completed"]);
  });

  it("leaves by `failed` for a lead without messages or without words", async () => {
    const [silent, wordless] = [await newLead(client), await newLead(client)];
    await newInbound(client, channel.id, wordless.id, {
      type: "image",
      text: null,
      media: { url: "https://example.com/a.png" },
    });
    for (const lead of [silent, wordless]) {
      const run = await enrol(client, scenario.id, lead.id);
      expect(await untilEnded(client, run)).toMatchObject({ state: "handed_off" });
      expect(await detailsOf(run)).toEqual([{ reason: "no_text" }, { reason: "Not analysed" }]);
    }
    expect(await analysesOf(silent)).toEqual([]);
    expect(await analysesOf(wordless)).toEqual([
      { cause: "scenario", status: "skipped", reason: "no_text" },
    ]);
  });

  it("leaves by `failed` when the workspace has switched analysis off", async () => {
    const lead = await newWriter("I'm 34.");
    await client.patch("/settings", { analysis_enabled: false });
    const run = await enrol(client, scenario.id, lead.id);
    expect(await untilEnded(client, run)).toMatchObject({ state: "handed_off" });
    await client.patch("/settings", { analysis_enabled: true });
    expect(await detailsOf(run)).toEqual([{ reason: "switched_off" }, { reason: "Not analysed" }]);
    expect(await leadNow(lead)).toMatchObject({ age: null });
  });

  it("lets conditions use the whole profile", async () => {
    const asked: [string, string, unknown][] = [
      ["professional_situation", "contains", "nurse"],
      ["primary_objective", "is_set", null],
      ["blockers", "contains", "expensive"],
      ["levers", "is_not_set", null],
      ["verbatim", "starts_with", "I just"],
      ["lost_reason_detail", "matches", "cheaper$"],
    ];
    const all = asked.map(([field, op, value]) => ({ field, op, value }));
    const flow = await newFlow(
      client,
      { check: ["condition", { branches: [{ handle: "yes", all }] }], yes: ["exit"] },
      "check:yes > yes",
    );
    const [known, unknown] = [await newLead(client), await newLead(client)];
    const fields = { verbatim: "I just can't start.", lost_reason_detail: "Another was cheaper" };
    const profile = {
      professional_situation: "A nurse",
      primary_objective: "Change",
      blockers: ["No time", "It's expensive"],
      ...fields,
    };
    await client.put(`/leads/${known.id}/profile`, { profile });
    const runs = [
      await enrol(client, flow.id, known.id),
      await enrol(client, flow.id, unknown.id),
    ] as const;
    for (const run of runs) await untilEnded(client, run);
    expect([await trailOf(runs[0]), await trailOf(runs[1])]).toEqual([
      ["check yes", "yes exit_node"],
      ["check else"],
    ]);
  });
});
