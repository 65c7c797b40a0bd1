import { describe, expect, it } from "vitest";
import { newChannel, newInbound, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { connect } from "../support/mcp";

const GRAPH = { nodes: [{ id: "a", type: "delay", data: { seconds: 60 } }], edges: [] };

describe("a tool that is called again after its answer was lost", () => {
  it("makes nothing twice with an idempotency_key", async () => {
    const owner = await newWorkspace();
    const lead = await newLead(owner);
    const tag = await newTag(owner);
    const { tell, use } = await connect(owner.token);
    const destination_url = "https://example.com/";
    const calls: [string, Record<string, unknown>][] = [
      ["upsert_lead", { first_name: "Ada" }],
      ["create_link", { destination_url }],
      ["save_scenario_draft", { name: "Visit", platform: "whatsapp", ...GRAPH }],
      ["tag_leads", { lead_ids: [lead.id], add_tag_ids: [tag.id] }],
      ["call_operation", { operation: "createTag", arguments: { label: "New" } }],
    ];
    for (const [name, args] of calls) {
      const key = { idempotency_key: `task 7 – ${name}` };
      const [first, second] = [
        await use(name, { ...args, ...key }),
        await use(name, { ...args, ...key }),
      ];
      expect(second, name).toEqual(first);
    }
    const counts = [
      (await owner.get("/leads?name=Ada")).body.data.length,
      (await owner.get("/short-links")).body.data.length,
      (await owner.get("/scenarios")).body.data.length,
    ];
    expect(counts).toEqual([1, 1, 1]);

    const atOnce = await Promise.all(
      [1, 2].map(() => tell("create_link", { destination_url, idempotency_key: "at once" })),
    );
    expect(atOnce.some(({ isError }) => !isError)).toBe(true);
    const other = { destination_url: "https://example.com/b", idempotency_key: "at once" };
    const refused = await tell("create_link", other);
    expect(refused.body.errors).toHaveProperty("Idempotency-Key");
    await use("create_link", { destination_url });
    expect((await owner.get("/short-links")).body.data).toHaveLength(3);
  });

  it("publishes only the draft that has been shown, once", async () => {
    const owner = await newWorkspace();
    const { tell, use } = await connect(owner.token);
    const scenario = { name: "Visit", platform: "whatsapp", ...GRAPH };
    const { data } = await use("save_scenario_draft", scenario);
    const args = { scenario_id: data.id };
    await use("save_scenario_draft", { ...scenario, ...args });
    const { confirmation } = await use("publish_scenario", args);
    await use("save_scenario_draft", { ...scenario, ...args, name: "Other" });
    const late = await tell("publish_scenario", { ...args, confirmation });
    expect(late.body.status).toBe(412);
    const again = (await use("publish_scenario", args)).confirmation;
    const published = await use("publish_scenario", { ...args, confirmation: again });
    expect(published.data.name).toBe("Other");
    await use("save_scenario_draft", { ...scenario, ...args, name: "Third" });
    expect(await use("publish_scenario", { ...args, confirmation: again })).toEqual(published);
    expect((await use("get_scenario", args)).data.name).toBe("Other");

    const replaced = { operation: "replaceScenario", arguments: { ...scenario, ...args } };
    const seen = (await use("call_operation", replaced)).confirmation;
    await use("call_operation", { ...replaced, confirmation: seen });
    const repeated = await tell("call_operation", { ...replaced, confirmation: seen });
    expect(repeated.body.status).toBe(412);
  });

  it("enrols no more leads than have been shown, each once", async () => {
    const owner = await newWorkspace();
    const { id: scenario_id } = await newScenario(owner, { is_active: true, ...GRAPH });
    await newLead(owner, { warmth: "hot" });
    const { tell, use } = await connect(owner.token);
    const args = { scenario_id, filter: { warmth: "hot" } };
    const runs = async () => (await owner.get(`/scenarios/${scenario_id}/runs`)).body.data.length;
    const { confirmation } = await use("enrol_leads", args);
    await newLead(owner, { warmth: "hot" });
    expect((await tell("enrol_leads", { ...args, confirmation })).body.status).toBe(412);
    expect(await runs()).toBe(0);

    const again = (await use("enrol_leads", args)).confirmation;
    const enrolled = await use("enrol_leads", { ...args, confirmation: again });
    expect(enrolled.data.enrolled).toBe(2);
    expect(await use("enrol_leads", { ...args, confirmation: again })).toEqual(enrolled);
    expect(await runs()).toBe(2);
  });

  it("sends nothing twice with a confirmation, whatever is added to that", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner);
    const lead = await newLead(owner);
    await newInbound(owner, channel.id, lead.id);
    const { tell, use } = await connect(owner.token);
    const args = { lead_id: lead.id, text: "Hi" };
    const { confirmation } = await use("send_message", args);
    await use("send_message", { ...args, confirmation });
    for (const more of [".x", ".", " ", "..", "\n"]) {
      const { isError } = await tell("send_message", {
        ...args,
        confirmation: confirmation + more,
      });
      expect(isError).toBe(true);
    }
    await use("send_message", { ...args, confirmation, ...{ text: { untrusted: "Hi" } } });
    expect((await owner.get("/messages")).body.data).toHaveLength(2);
  });
});
