import { beforeAll, describe, expect, it } from "vitest";
import { lossChange } from "#domain/leads";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, stepDue } from "../support/run-scheduler";

type Loss = { is_lost: boolean; lost_reason: string | null };
type Case = { from: string | null; to: string } & Loss;

const cases: Case[] = [
  { from: "new", to: "lost", is_lost: false, lost_reason: null },
  { from: "new", to: "lost", is_lost: true, lost_reason: "no_financing" },
  { from: "new", to: "won", is_lost: false, lost_reason: null },
  { from: "new", to: "won", is_lost: true, lost_reason: "wrong_timing" },
  { from: "new", to: "new", is_lost: true, lost_reason: "wrong_timing" },
  { from: "lost", to: "new", is_lost: true, lost_reason: "unresponsive" },
  { from: "lost", to: "won", is_lost: false, lost_reason: "unresponsive" },
  { from: "lost", to: "lost", is_lost: true, lost_reason: "unresponsive" },
  { from: "lost", to: "lost", is_lost: false, lost_reason: null },
  { from: null, to: "lost", is_lost: false, lost_reason: null },
  { from: null, to: "contacted", is_lost: true, lost_reason: "other" },
];

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const titled = cases.map((one) => {
  const loss = `is_lost ${one.is_lost} and the reason ${one.lost_reason}`;
  return [`from ${one.from} to ${one.to} with ${loss}`, one] as const;
});

/** A lead at the stage, with what a person has set. */
async function newLeadAt({ from, is_lost, lost_reason }: Case) {
  const lead = await newLead(client, { pipeline_stage: from });
  await client.patch(`/leads/${lead.id}`, { is_lost, lost_reason });
  return lead;
}

async function lossOf({ id }: { id: number }): Promise<Loss> {
  const { is_lost, lost_reason } = (await client.get(`/leads/${id}`)).body.data;
  return { is_lost, lost_reason };
}

const expected = ({ from, to, is_lost, lost_reason }: Case): Loss => ({
  is_lost,
  lost_reason,
  ...lossChange(from, to),
});

const pinsOf = async ({ id }: { id: number }) => {
  const query = "select key from leads, json_each(profile_pinned) where leads.id = ? order by key";
  return (await rowsOf<{ key: string }>(query, id)).map(({ key }) => key);
};

describe("what a move changes of a lead's loss is the same", () => {
  it.each(titled)("of a request, %s", async (_, one) => {
    const lead = await newLeadAt(one);
    await client.patch(`/leads/${lead.id}`, { pipeline_stage: one.to });
    expect(await lossOf(lead)).toEqual(expected(one));
  });

  it.each(titled)("of a tag, %s", async (_, one) => {
    const lead = await newLeadAt(one);
    const tag = await newTag(client, { pipeline_stage: one.to });
    await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] });
    expect(await lossOf(lead)).toEqual(expected(one));
  });

  it.each(titled)("of a scenario's change and of its simulation, %s", async (_, one) => {
    const lead = await newLeadAt(one);
    const scenario = await newFlow(client, { move: ["update_lead", { pipeline_stage: one.to }] });
    const simulated = await client.post(`/scenarios/${scenario.id}/simulate`, { lead_id: lead.id });
    expect(simulated.body.data.lead.fields).toMatchObject(expected(one));
    await enrol(client, scenario.id, lead.id);
    await stepDue(client);
    expect(await lossOf(lead)).toEqual(expected(one));
  });

  it.each(titled)("of a scenario's tag and of its simulation, %s", async (_, one) => {
    const lead = await newLeadAt(one);
    const tag = await newTag(client, { pipeline_stage: one.to });
    const scenario = await newFlow(client, { tag: ["add_tag", { tag_ids: [tag.id] }] });
    const simulated = await client.post(`/scenarios/${scenario.id}/simulate`, { lead_id: lead.id });
    expect(simulated.body.data.lead.fields).toMatchObject(expected(one));
    await enrol(client, scenario.id, lead.id);
    await stepDue(client);
    expect(await lossOf(lead)).toEqual(expected(one));
  });
});

describe("a new lead", () => {
  it.each(["new", "lost", "won", null])(
    "at the stage %s is as lost as one that is moved there",
    async (stage) => {
      const lead = await newLead(client, { pipeline_stage: stage });
      const unmoved: Loss = { is_lost: false, lost_reason: null };
      expect(await lossOf(lead)).toEqual({ ...unmoved, ...lossChange(null, stage) });
      const scenario = await newFlow(client, { rest: ["delay", { seconds: 60 }] });
      const simulated = await client.post(`/scenarios/${scenario.id}/simulate`, {
        lead: { pipeline_stage: stage },
      });
      expect(simulated.body.data.lead.fields).toMatchObject({
        ...unmoved,
        ...lossChange(null, stage),
      });
    },
  );
});

describe("the manual overrides of a lead's loss", () => {
  it.each([
    ["new", "lost", null],
    ["new", "won", null],
    ["new", "won", "other"],
    [null, "lost", null],
    ["lost", "new", "unresponsive"],
    ["lost", "lost", "unresponsive"],
  ] as const)("follow a move from %s to %s with the reason %s", async (from, to, reason) => {
    const lead = await newLead(client, { pipeline_stage: from });
    if (reason) await client.patch(`/leads/${lead.id}`, { lost_reason: reason });
    const before = await pinsOf(lead);
    await client.patch(`/leads/${lead.id}`, { pipeline_stage: to });
    const change = lossChange(from, to);
    const kept = before.filter((field) => !("lost_reason" in change) || field !== "lost_reason");
    const set = "is_lost" in change ? ["is_lost"] : [];
    expect(await pinsOf(lead)).toEqual([...new Set([...kept, ...set])].toSorted());
  });
});
