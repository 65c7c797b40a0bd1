import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { click, flushAndClassify } from "../support/clicks";
import { flowOf } from "../support/flow";
import { connect, type Told } from "../support/mcp";
import { settle } from "../support/run-scheduler";

// A scripted agent: it knows what a person would tell it, and finds everything else by tools.

let owner: Client;
let agent: Awaited<ReturnType<typeof connect>>;
const plain = (value: Told): Told => value?.untrusted ?? value;
const named = (rows: Told[], name: string): Told =>
  rows.find((row) => [row.first_name, row.label, row.name].some((each) => plain(each) === name));

beforeAll(async () => {
  owner = await newWorkspace({ name: "Atelier" });
  const channel = await newChannel(owner);
  const leads = {
    zoe: await newLead(owner, { first_name: "Zoé" }),
    ada: await newLead(owner, { first_name: "Ada" }),
    tom: await newLead(owner, { first_name: "Tom" }),
  };
  await newInbound(owner, channel.id, leads.ada.id, { text: "When do you open?" });
  await newInbound(owner, channel.id, leads.tom.id, { text: "Yes, I come." });
  const tag = await newTag(owner, { label: "Welcomed" });
  await newTag(owner, { label: "Open day" });
  const link = await newShortLink(owner, { label: "Programme" });
  for (const lead of [leads.zoe, leads.tom]) {
    const { url } = await newLinkSend(owner, link.id, lead.id);
    await click(url);
  }
  await flushAndClassify(link.id);
  const welcome = await newScenario(owner, {
    name: "Welcome",
    is_active: true,
    ...flowOf(
      {
        a: ["add_tag", { tag_ids: [tag.id] }],
        b: ["delay", { seconds: 86_400 }],
        c: ["message", { text: "And?" }],
      },
      "a > b > c",
    ),
  });
  await newScenario(owner, {
    name: "Follow-up",
    is_active: true,
    ...flowOf({ a: ["message", { text: "Did you like it?" }] }),
  });
  await owner.post(`/scenarios/${welcome.id}/leads`, { lead_id: leads.zoe.id });
  await settle(owner);
});

const find = async (name: string) => named((await agent.use("find_leads", { name })).data, name);
const scenario = async (name: string) => named((await agent.use("list_scenarios")).data, name);

describe("an agent with tools alone", () => {
  it("solves ten tasks", async () => {
    agent = await connect(owner.token);
    const { use, confirm } = agent;

    // 1. For whom do I work, and may I?
    const me = await use("who_am_i");
    expect([me.data.workspace.name, me.data.token.abilities]).toEqual(["Atelier", ["*"]]);

    // 2. Why has Zoé not got the second message?
    const zoe = await find("Zoé");
    const [explained] = (await use("explain", { lead_id: zoe.id })).data;
    expect([explained.next_message.node_id, explained.blocked_by]).toEqual(["c", "window"]);
    expect(explained.next_look_at).toMatch(/^20/);

    // 3. Who waits for an answer, and what did they ask?
    const open = await use("list_conversations", { last_message_direction: "inbound" });
    const asked = await Promise.all(
      open.data.map(({ id }: Told) => use("read_conversation", { conversation_id: id })),
    );
    const texts = asked.map(({ messages }) => plain(messages[0].text));
    expect(texts).toContain("When do you open?");

    // 4. Answer Ada.
    const ada = await find("Ada");
    const answer = { lead_id: ada.id, text: "At nine, {{first_name}}." };
    expect(plain((await use("preview_message", answer)).data.text)).toBe("At nine, Ada.");
    await confirm("send_message", answer);
    const [sent] = (await owner.get("/messages")).body.data;
    expect(sent).toMatchObject({ direction: "outbound", text: "At nine, Ada." });

    // 5. Find who clicked but did not answer, and enrol them.
    const { operations } = await use("search_operations", { query: "list clicks of a short link" });
    expect(operations.map(({ operation }: Told) => operation)).toContain("listLinkClicks");
    const links = (await use("call_operation", { operation: "listShortLinks" })).data;
    const clicks = await use("call_operation", {
      operation: "listLinkClicks",
      arguments: { short_link_id: named(links, "Programme").id },
    });
    const clicked = clicks.data.map(({ lead_id }: Told) => lead_id);
    const quiet = [];
    for (const id of new Set(clicked)) {
      const spoken = await use("list_conversations", {
        lead_id: id,
        last_message_direction: "inbound",
      });
      if (spoken.data.length === 0) quiet.push(id);
    }
    expect(quiet).toEqual([zoe.id]);
    const enrolment = { scenario_id: (await scenario("Follow-up")).id, lead_ids: quiet };
    const previewed = await use("enrol_leads", enrolment);
    expect(previewed.would.enrols.groups.length).toBeGreaterThan(0);
    await confirm("enrol_leads", enrolment);
    const runs = await owner.get(`/scenarios/${enrolment.scenario_id}/runs`);
    expect(runs.body.data.map(({ lead_id }: Told) => lead_id)).toEqual([zoe.id]);

    // 6. Tag them.
    const tags = (await use("call_operation", { operation: "listTags" })).data;
    const tag = named(tags, "Open day");
    await use("tag_leads", { lead_ids: quiet, add_tag_ids: [tag.id] });
    expect((await use("find_leads", { tag_ids: [tag.id] })).data).toHaveLength(1);

    // 7. Write a scenario, and repair it until check is silent.
    const { node_types } = await use("search_operations", { query: "node wait for a reply" });
    expect(node_types[0].type).toBe("wait_for_reply");
    const { data: draft } = await use("save_scenario_draft", {
      name: "Visit",
      platform: "whatsapp",
      nodes: [
        { id: "ask", type: "message", data: { text: "Shall we meet?" } },
        { id: "wait", type: "delay", data: { seconds: -5 } },
      ],
      edges: [{ source: "ask", target: "wait" }],
    });
    const faults = (await use("check_scenario", { scenario_id: draft.id })).data.warnings;
    expect(faults.map(({ node_id }: Told) => node_id)).toEqual(
      expect.arrayContaining(["ask", "wait"]),
    );
    const ask = { ...draft.nodes[0], data: { text: "Shall we meet?", on_window_closed: "skip" } };
    const graph = {
      nodes: [ask, { id: "wait", type: "delay", data: { seconds: 60 } }],
      edges: draft.edges,
    };
    const mended = (await use("check_scenario", { scenario_id: draft.id, ...graph })).data.warnings;
    expect(mended).toEqual([]);
    const whole = { scenario_id: draft.id, name: "Visit", platform: "whatsapp", ...graph };
    await use("save_scenario_draft", whole);

    // 8. Play it, and publish it.
    const played = await use("simulate_scenario", {
      scenario_id: draft.id,
      lead: { first_name: "Eve" },
      ...graph,
    });
    expect(JSON.stringify(played)).toContain("Shall we meet?");
    await confirm("publish_scenario", { scenario_id: draft.id });
    const published = await use("get_scenario", { scenario_id: draft.id });
    expect([published.data.nodes[1].data.seconds, published.draft]).toEqual([60, null]);

    // 9. A new contact, with a link for them.
    const eve = { ext_id: "eve-1", first_name: "Eve", warmth: "hot" };
    const { data: created } = await use("upsert_lead", eve);
    const { data: again } = await use("upsert_lead", { ...eve, warmth: "warm" });
    expect(again.id).toBe(created.id);
    const { data: link } = await use("create_link", { destination_url: "https://example.com/eve" });
    expect((await use("link_stats", { short_link_id: link.id })).data.totals.clicks_count).toBe(0);

    // 10. What happened, and how does the welcome do?
    const events = (await use("recent_events")).data.map(({ type }: Told) => type);
    expect(events).toEqual(expect.arrayContaining(["lead.created", "link.clicked", "run.started"]));
    const stats = await use("scenario_stats", { scenario_id: (await scenario("Welcome")).id });
    expect(JSON.stringify(stats.data)).toContain('"a"');
    expect((await use("get_lead", { lead_id: zoe.id })).timeline.length).toBeGreaterThan(2);
  });
});
