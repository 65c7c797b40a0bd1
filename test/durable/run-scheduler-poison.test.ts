import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Lead } from "#features/leads/schema";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { seedRecipients } from "../support/message-sender";
import { textsTo } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, stepDue, trailOf } from "../support/run-scheduler";
import { clientWithoutWakeUps, stepUntilDone } from "../support/run-scheduler-faults";
import { enrolAll } from "../support/runs";
import { seedLeads } from "../support/seed";

let client: Client;
let channelId: number;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  channelId = (await newChannel(client)).id;
});

afterEach(async () => {
  vi.restoreAllMocks();
  await testEnv.DB.exec("drop trigger if exists poison");
});

const TRAIL = ["pause next", "hello next", "tag next"];

async function newHelloFlow() {
  const tag = await newTag(client);
  return newFlow(
    client,
    {
      pause: ["delay", { seconds: 60 }],
      hello: ["message", { text: "Hello" }],
      tag: ["add_tag", { tag_ids: [tag.id] }],
    },
    "pause > hello > tag",
  );
}

describe("a run whose outcome D1 refuses", () => {
  it.each([0, 20, 50])(
    "fails at its node, and the other 50 of its batch continue once (the poison at %i)",
    async (place) => {
      const scenario = await newHelloFlow();
      await seedRecipients(client, channelId, 51);
      const runs = await enrolAll(client, scenario.id);
      await stepDue(client);
      const poisoned = runs[place]!;
      const raises = `before insert on lead_tags when new.lead_id = ${poisoned.lead_id} begin select raise(abort, 'poison'); end`;
      await testEnv.DB.exec(`create trigger poison ${raises}`);
      const errors = vi.spyOn(console, "error");
      await later(61_000, () => stepDue(client));
      expect(await runNow(client, poisoned)).toMatchObject({
        state: "failed",
        end_reason: "internal_error",
        node_id: "pause",
      });
      expect(await trailOf(poisoned)).toEqual(["pause internal_error"]);
      expect(await textsTo(poisoned.lead_id)).toEqual([]);
      const healthy = runs.filter((run) => run !== poisoned);
      for (const run of healthy.slice(0, 5)) expect(await trailOf(run)).toEqual(TRAIL);
      const ended = await rowsOf(
        "select state, count(*) as n from runs where scenario_id = ? group by state order by state",
        scenario.id,
      );
      expect(ended).toEqual([
        { state: "completed", n: 50 },
        { state: "failed", n: 1 },
      ]);
      expect(await textsTo(...healthy.map((run) => run.lead_id))).toEqual(Array(50).fill("Hello"));
      expect(
        await rowsOf(
          "select count(*) as n from lead_tags join leads on leads.id = lead_id where workspace_id = ?",
          client.workspaceId,
        ),
      ).toEqual([{ n: 50 }]);
      // It is found by bisection, and logged without the lead's data.
      expect(errors.mock.calls.length).toBeLessThan(12);
      for (const [line] of errors.mock.calls)
        expect(JSON.parse(line)).toMatchObject({ message: "turn not written" });
    },
  );

  it("fails alone, even with a whole batch of such runs", async () => {
    const scenario = await newHelloFlow();
    await seedRecipients(client, channelId, 9);
    const runs = await enrolAll(client, scenario.id);
    await stepDue(client);
    await testEnv.DB.exec(
      "create trigger poison before insert on lead_tags when new.lead_id % 3 > 0 begin select raise(abort, 'poison'); end",
    );
    await later(61_000, () => stepDue(client));
    for (const run of runs)
      expect(await trailOf(run)).toEqual(run.lead_id % 3 > 0 ? ["pause internal_error"] : TRAIL);
  });

  it("is not one of many whose steps are too large to be committed together", async () => {
    const ids = Array.from({ length: 90 }, (_, n) => `${n}`.padStart(250, "-"));
    const branches = [{ handle: "on", percent: 100 }];
    const nodes = Object.fromEntries(
      ids.map((id): [string, [string, object]] => [id, ["split", { branches }]]),
    );
    const chain = ids
      .map((id) => `${id}:on`)
      .join(" > ")
      .replace(/:on$/, "");
    const scenario = await newFlow(client, nodes, chain);
    await seedLeads(client.workspaceId, 100);
    await enrolAll(client, scenario.id);
    const errors = vi.spyOn(console, "error");
    await stepDue(client);
    expect(errors).not.toHaveBeenCalled();
    const states = await rowsOf(
      "select state, end_reason, count(*) as n from runs where scenario_id = ? group by 1, 2",
      scenario.id,
    );
    expect(states).toEqual([{ state: "completed", end_reason: "reached_end", n: 100 }]);
    const steps = await rowsOf(
      "select count(*) as n from run_steps where run_id in (select id from runs where scenario_id = ?)",
      scenario.id,
    );
    expect(steps).toEqual([{ n: 9_000 }]);
  });
});

describe("a run that makes the engine throw", () => {
  it("fails, is logged, and harms no other", async () => {
    const branches = [{ handle: "yes", all: [{ field: "variables.city", op: "is_set" }] }];
    const scenario = await newFlow(
      client,
      { pause: ["delay", { seconds: 60 }], check: ["condition", { branches }] },
      "pause > check",
    );
    const leads: Lead[] = [];
    for (let count = 3; count > 0; count--) leads.push(await newLead(client));
    const runs = [];
    for (const lead of leads) runs.push(await enrol(client, scenario.id, lead.id));
    await stepUntilDone(client);
    await testEnv.DB.prepare("update leads set variables = 'null' where id = ?")
      .bind(leads[1]!.id)
      .run();
    const errors = vi.spyOn(console, "error");
    await later(61_000, () => stepUntilDone(client));
    expect(await runNow(client, runs[1]!)).toMatchObject({
      state: "failed",
      end_reason: "internal_error",
      node_id: "pause",
    });
    expect(await trailOf(runs[1]!)).toEqual(["pause internal_error"]);
    for (const run of [runs[0]!, runs[2]!])
      expect(await trailOf(run)).toEqual(["pause next", "check else"]);
    expect(errors).toHaveBeenCalledOnce();
    expect(JSON.parse(errors.mock.calls[0]![0])).toMatchObject({
      message: "run not stepped",
      run_id: runs[1]!.id,
      node_id: "pause",
    });
  });

  it("fails when its graph is gone, which stops no other", async () => {
    const [gone, there] = [await newHelloFlow(), await newHelloFlow()];
    const writer = async () => {
      const lead = await newLead(client);
      await newInbound(client, channelId, lead.id);
      return lead;
    };
    const lost = await enrol(client, gone.id, (await writer()).id);
    const sound = await enrol(client, there.id, (await writer()).id);
    await testEnv.DB.prepare("delete from scenario_versions where scenario_id = ?")
      .bind(gone.id)
      .run();
    await stepUntilDone(client);
    expect(await runNow(client, lost)).toMatchObject({
      state: "failed",
      end_reason: "internal_error",
      node_id: null,
    });
    expect(await trailOf(sound)).toEqual(["pause …"]);
  });
});

describe("a lead in scenarios whose graphs are too large to be read together", () => {
  it("goes through each of them", async () => {
    const lead = await newLead(client);
    const runs: { id: number }[] = [];
    for (let count = 6; count > 0; count--) {
      const scenario = await newFlow(
        client,
        { pause: ["delay", { seconds: 0 }], done: ["exit"] },
        "pause > done",
      );
      runs.unshift(await enrol(client, scenario.id, lead.id));
    }
    // The last one is due first.
    for (const [at, { id }] of runs.entries())
      await testEnv.DB.prepare("update runs set next_at = ? where id = ?").bind(at, id).run();
    const longer = "json_set(nodes, '$[0].padding', replace(hex(zeroblob(450000)), '00', '..'))";
    const own = "scenario_id in (select id from scenarios where workspace_id = ?)";
    await testEnv.DB.prepare(`update scenario_versions set nodes = ${longer} where ${own}`)
      .bind(client.workspaceId)
      .run();
    await stepUntilDone(client);
    for (const run of runs) expect(await trailOf(run)).toEqual(["pause next", "done exit_node"]);
  });
});

describe("a lead's e-mail and phone", () => {
  it("are an identity only if they can be an address, and never that of somebody suppressed", async () => {
    const gone = await newLead(client, { phone: "+33639980901" });
    await client.post(`/leads/${gone.id}/opt-out`);
    await client.delete(`/leads/${gone.id}`);
    const set = { phone: "{{number}}", email: "n/a" };
    const scenario = await newFlow(
      client,
      { set: ["update_lead", set], after: ["exit"] },
      "set > after",
    );
    const leads: Lead[] = [];
    for (const number of ["none", "none", "+33 6 39 98 09 01"]) {
      const lead = await newLead(client, { variables: { number } });
      leads.push(lead);
      await enrol(client, scenario.id, lead.id);
    }
    await stepUntilDone(client);
    const now: Lead[] = await Promise.all(
      leads.map(async ({ id }) => (await client.get(`/leads/${id}`)).body.data),
    );
    expect(now.map(({ phone, email, is_optout }) => [phone, email, is_optout])).toEqual([
      ["none", "n/a", false],
      ["none", "n/a", false],
      [leads[2]?.phone, "n/a", false],
    ]);
  });

  it("stay unchanged when another lead has the new ones, and the rest of the change is made", async () => {
    await newLead(client, { email: "Taken@example.com", phone: "+33612345678" });
    const set = {
      email: "{{wanted}}",
      phone: "{{number}}",
      first_name: "Grace",
      warmth: "hot",
      variables: { done: true },
    };
    const scenario = await newFlow(
      client,
      { set: ["update_lead", set], after: ["exit"] },
      "set > after",
    );
    const wishes = [
      { wanted: "taken@EXAMPLE.com", number: "+33 6 12 34 56 78" },
      { wanted: "free@example.com", number: "+33612345678" },
      { wanted: "taken@example.com", number: "+33698765432" },
      { wanted: "free@example.com", number: "+33698765432" },
    ];
    const [leads, runs]: [Lead[], { id: number }[]] = [[], []];
    for (const variables of wishes) {
      const lead = await newLead(client, { variables, phone: null });
      leads.push(lead);
      runs.push(await enrol(client, scenario.id, lead.id));
    }
    await stepUntilDone(client);
    const now: Lead[] = await Promise.all(
      leads.map(async ({ id }) => (await client.get(`/leads/${id}`)).body.data),
    );
    expect(now.map(({ email, phone }) => [email, phone])).toEqual([
      [null, null],
      ["free@example.com", null],
      [null, "+33698765432"],
      // If two leads of a batch want the same value, the first one gets it.
      [null, null],
    ]);
    for (const [index, lead] of now.entries())
      expect(lead).toMatchObject({
        first_name: "Grace",
        warmth: "hot",
        variables: { ...wishes[index], done: true },
      });
    for (const run of runs) expect(await trailOf(run)).toEqual(["set next", "after exit_node"]);
    expect((await client.get("/leads?email=free")).body.data).toHaveLength(1);
  });
});
