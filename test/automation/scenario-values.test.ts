import { beforeAll, describe, expect, it } from "vitest";
import { readLeadRef, signLeadRef } from "#features/leads/lead-ref";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newShortLink,
  newWorkspace,
} from "../support/api";
import { click } from "../support/clicks";
import { testEnv } from "../support/env";
import { flowOf } from "../support/flow";
import { enrol, newFlow, runNow, stepDue, trailOf } from "../support/run-scheduler";
import { simulate, wayOf } from "../support/simulation";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
  await client.patch("/settings", { time_zone: "Europe/Paris" });
});

const condition = (...all: object[]) =>
  ["condition", { branches: [{ handle: "yes", all }] }] as const;

describe("the answer to an HTTP request node", () => {
  it("is used by its members, in texts and conditions", async () => {
    const { id } = await newFlow(
      client,
      {
        ask: ["webhook", { url: "https://example.com/plan", save_to: "res" }],
        which: [
          ...condition(
            { field: "variables.res.plan", op: "equals", value: "pro" },
            { field: "variables.res.seats.0.age", op: "at_least", value: 18 },
            { field: "variables.res.ends", op: "within_days", value: 7 },
            { field: "variables.res.ends", op: "after", value: "20/11/2026" },
          ),
        ],
        tell: ["message", { text: "{{res.plan}}, {{res.seats.0.age}}, {{res.gone|nothing}}." }],
        keep: ["update_lead", { variables: { plan: "{{res.plan}}" } }],
        until: ["delay", { until: { variable: "res.ends" } }],
      },
      "ask:success > which:yes > tell > keep > until",
    );
    const saved = { plan: "Pro", seats: [{ age: 34 }], ends: "25/11/2026" };
    const simulation = await simulate(
      client,
      { id },
      {
        lead: { first_name: "Ada" },
        events: [{ after_seconds: 0, webhook: { is_ok: true, saved } }],
      },
    );
    expect(wayOf(simulation)).toEqual([
      "ask success",
      "which yes",
      "tell next",
      "keep next",
      "until next",
    ]);
    expect(simulation.trail[2]?.message?.text).toBe("Pro, 34, nothing.");
    expect(simulation.trail[4]?.left_at).toBe("2026-11-24T23:00:00.000Z");
    expect(simulation.lead.variables).toEqual({ res: saved, plan: "Pro" });
  });
});

describe("variables that a scenario sets", () => {
  it.each([
    ["are kept up to 65,536 characters as JSON", 16, 16],
    ["stay as they were where they would grow longer", 17, 0],
  ])("%s, in a simulation as in a run", async (_, count, kept) => {
    const names = Array.from({ length: count }, (_, index) => `v${index}`);
    const variables = Object.fromEntries(names.map((name) => [name, "{{long}}"]));
    const { id } = await newFlow(client, { keep: ["update_lead", { warmth: "warm", variables }] });
    const own = { long: "😀".repeat(3_840) };
    const lead = await newLead(client, { variables: own });
    const simulation = await simulate(client, { id }, { lead_id: lead.id });
    await enrol(client, id, lead.id);
    await stepDue(client);
    const { body } = await client.get(`/leads/${lead.id}`);
    expect(body.data.warmth).toBe("warm");
    expect(Object.keys(body.data.variables)).toHaveLength(1 + kept);
    expect(simulation.lead.variables).toEqual(body.data.variables);
  });
});

describe("a lead's signed name", () => {
  const destination = "https://calendly.com/acme/intro?utm_content={{lead_ref}}";
  const signer = () => ({ workspaceId: client.workspaceId, appKey: testEnv.APP_KEY ?? "" });

  it("is the same in links, messages, simulations and runs", async () => {
    await newChannel(client);
    const lead = await newLead(client, { phone: "+33612345688" });
    const ref = await signLeadRef(signer(), lead.id);
    const url = destination.replace("{{lead_ref}}", ref);
    const link = await newShortLink(client, { destination_url: destination });
    const { url: own } = await newLinkSend(client, link.id, lead.id);
    expect((await click(own)).headers.get("Location")).toBe(url);
    const asked = { lead_id: lead.id, text: `Book: ${destination}` };
    const { body } = await client.post("/messages/preview", asked);
    expect(body.data).toMatchObject({ text: `Book: ${url}`, warnings: [] });
    const variables = { ref: "{{Lead_Ref}}" };
    const { id } = await newFlow(client, { keep: ["update_lead", { variables }] });
    const simulation = await simulate(client, { id }, { lead_id: lead.id });
    expect(simulation.lead.variables).toEqual({ ref });
    await enrol(client, id, lead.id);
    await stepDue(client);
    expect((await client.get(`/leads/${lead.id}`)).body.data.variables).toEqual({ ref });
  });

  it("names nobody where a simulated lead has made it", async () => {
    const variables = { ref: "{{lead_ref}}" };
    const { id } = await newFlow(client, { keep: ["update_lead", { variables }] });
    const { ref } = (await simulate(client, { id }, { lead: {} })).lead.variables;
    expect(ref).toMatch(/^r[\w-]{16}0$/);
    expect(await readLeadRef(signer(), String(ref))).toBeNull();
  });

  it("never makes a text empty, and may not choose the host of a link", async () => {
    const { id } = await newFlow(client, { tell: ["message", { text: "{{lead_ref}}" }] });
    const { body } = await client.post(`/scenarios/${id}/check`);
    expect(body.data.warnings.map(({ code }: { code: string }) => code)).not.toContain(
      "may_be_empty",
    );
    const wrong = { slug: "host-of-ref", destination_url: "https://{{lead_ref}}.example.com" };
    expect((await client.post("/short-links", wrong)).status).toBe(422);
  });
});

describe("a date of the workspace", () => {
  it.each([
    ["03/04/2100 10:00", "2100-04-03T08:00:00.000Z"],
    ["2100-04-03", "2100-04-02T22:00:00.000Z"],
    ["2100-04-03T10:00:00Z", "2100-04-03T10:00:00.000Z"],
  ])("is waited for in its time zone: %s", async (date, expected) => {
    const { id } = await newFlow(client, { wait: ["delay", { until: { date } }] });
    const lead = await newLead(client, { first_name: "Ada" });
    const run = await enrol(client, id, lead.id);
    await stepDue(client);
    expect(await runNow(client, run)).toMatchObject({ state: "waiting", next_at: expected });
  });

  it("is read in its time zone when the lead writes it", async () => {
    const channel = await newChannel(client);
    const lead = await newLead(client, { phone: "+33612345600" });
    const { id } = await newFlow(
      client,
      {
        ask: ["wait_for_reply", { validate: "date", save_to: "at", timeout_seconds: 60 }],
        late: [...condition({ field: "variables.at", op: "after", value: "2026-04-03T09:00" })],
        end: ["exit"],
      },
      "ask:reply > late:yes > end",
    );
    const run = await enrol(client, id, lead.id);
    await stepDue(client);
    await newInbound(client, channel.id, lead.id, {
      text: "The 03/04/2026 at 10:00, please",
    });
    await stepDue(client);
    expect(await trailOf(run)).toEqual(["ask reply", "late yes", "end exit_node"]);
    const { body } = await client.get(`/leads/${lead.id}`);
    expect(body.data.variables).toEqual({ at: "2026-04-03T08:00:00.000Z" });
  });
});

it("a number is read by the country of the lead's phone, else the workspace's", async () => {
  const ask = flowOf(
    { ask: ["wait_for_reply", { validate: "number", save_to: "budget" }], end: ["exit"] },
    "ask:reply > end",
  );
  const { id } = await newFlow(client, {});
  const budgetOf = async (lead: object, reply: string) =>
    (await simulate(client, { id }, { ...ask, lead, events: [{ after_seconds: 1, reply }] })).lead
      .variables.budget;
  expect(await budgetOf({}, "1.500 €")).toBe(1500);
  expect(await budgetOf({}, "1,500")).toBe(1.5);
  expect(await budgetOf({ phone: "+14155550123" }, "about $1,500")).toBe(1500);
  expect(await budgetOf({ phone: "+14155550123" }, "1.500")).toBe(1.5);
  expect(await budgetOf({}, "1.500 or 2.000")).toBeUndefined();
});
