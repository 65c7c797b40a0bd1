import { beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { click, flushAndClassify, later } from "../support/clicks";
import { flowOf } from "../support/flow";
import { enrol, newFlow, runNow, settle, trailOf } from "../support/run-scheduler";

const [MINUTE, DAY] = [60_000, 86_400_000];

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
  channel = await newChannel(client);
});

/** Creates a lead who has just written. */
async function newWriter(input: object = {}): Promise<Lead> {
  const lead = await newLead(client, { first_name: "Ada", ...input });
  await newInbound(client, channel.id, lead.id);
  return lead;
}

const says = (lead: Lead, text: string) => newInbound(client, channel.id, lead.id, { text });

/** The messages that were sent to the lead, oldest first. */
async function sentTo(lead: Lead): Promise<string[]> {
  const { conversations } = (await client.get(`/leads/${lead.id}`)).body.data;
  const { data } = (await client.get(`/conversations/${conversations[0].id}/messages?per_page=100`))
    .body;
  return data
    .filter(({ direction }: { direction: string }) => direction === "outbound")
    .map(({ text }: { text: string }) => text)
    .toReversed();
}

const leadNow = async ({ id }: Lead): Promise<Lead> => (await client.get(`/leads/${id}`)).body.data;

describe("a lead's way through a scenario", () => {
  it("follows their answers", async () => {
    const tag = await newTag(client);
    const scenario = await newFlow(
      client,
      {
        hello: ["message", { text: "Hello {{first_name}}, shall we talk?" }],
        answer: [
          "wait_for_reply",
          {
            timeout_seconds: 3600,
            save_to: "wish",
            matches: [{ handle: "yes", op: "contains", value: "yes" }],
          },
        ],
        book: ["message", { text: "Here you are, as you said {{wish}}" }],
        tag: ["add_tag", { tag_ids: [tag.id] }],
        other: ["handoff", { reason: "In their own words" }],
      },
      "hello > answer:yes > book > tag",
      "answer:reply > other",
    );
    const [keen, other] = [await newWriter(), await newWriter()];
    const runs = [
      await enrol(client, scenario.id, keen.id),
      await enrol(client, scenario.id, other.id),
    ] as const;
    await settle(client);
    expect(await sentTo(keen)).toEqual(["Hello Ada, shall we talk?"]);
    expect(await runNow(client, runs[0])).toMatchObject({
      state: "waiting",
      node_id: "answer",
      waiting_for: "reply",
    });
    await says(keen, "Oh YES");
    await says(other, "Who are you?");
    await settle(client);
    expect(await sentTo(keen)).toEqual([
      "Hello Ada, shall we talk?",
      "Here you are, as you said Oh YES",
    ]);
    expect(await leadNow(keen)).toMatchObject({
      variables: { wish: "Oh YES" },
      tags: [{ id: tag.id }],
    });
    expect(await runNow(client, runs[0])).toMatchObject({
      state: "completed",
      end_reason: "reached_end",
      next_at: null,
      waiting_for: null,
    });
    expect(await runNow(client, runs[1])).toMatchObject({
      state: "handed_off",
      end_reason: "handoff",
    });
    expect(await trailOf(runs[0])).toEqual(["hello next", "answer yes", "book next", "tag next"]);
    expect(await trailOf(runs[1])).toEqual(["hello next", "answer reply", "other handoff"]);
  });

  it("waits for three days, and no longer", async () => {
    const scenario = await newFlow(
      client,
      {
        pause: ["delay", { seconds: (3 * DAY) / 1000 }],
        check: [
          "condition",
          {
            branches: [
              { handle: "open", all: [{ field: "window_open", op: "equals", value: true }] },
            ],
          },
        ],
        late: ["update_lead", { warmth: "cold" }],
        open: ["message", { text: "Still there?" }],
      },
      "pause > check:open > open",
      "check:else > late",
    );
    const lead = await newWriter();
    const run = await enrol(client, scenario.id, lead.id);
    await settle(client);
    await later(3 * DAY - MINUTE, () => settle(client));
    expect(await runNow(client, run)).toMatchObject({
      state: "waiting",
      waiting_for: "time",
      node_id: "pause",
    });
    await later(3 * DAY + MINUTE, () => settle(client));
    expect(await runNow(client, run)).toMatchObject({ state: "completed" });
    expect(await leadNow(lead)).toMatchObject({ warmth: "cold" });
    expect(await sentTo(lead)).toEqual([]);
  });

  it("reacts to the click on the link that was sent, and tags the lead", async () => {
    const [clicked, seen] = [await newTag(client), await newTag(client)];
    const link = await newShortLink(client, { tag_on_clicked_id: clicked.id });
    const scenario = await newFlow(
      client,
      {
        send: ["message", { text: `Look: ${link.template_variable_url}` }],
        watch: ["wait_for_event", { event: "link_clicked", timeout_seconds: 2 * 86_400 }],
        seen: ["add_tag", { tag_ids: [seen.id] }],
        never: ["exit", { reason: "Never looked" }],
      },
      "send > watch:event > seen",
      "watch:timeout > never",
    );
    const [reader, idle] = [await newWriter(), await newWriter()];
    const runs = [
      await enrol(client, scenario.id, reader.id),
      await enrol(client, scenario.id, idle.id),
    ] as const;
    await settle(client);
    const [text] = await sentTo(reader);
    const url = text!.replace("Look: ", "");
    const { data: sends } = (await client.get(`/link-sends?scenario_id=${scenario.id}`)).body;
    expect(
      sends
        .map((send: { lead_id: number; url: string }) => [send.lead_id, send.url])
        .toReversed()[0],
    ).toEqual([reader.id, url]);
    await later(10_000, () => click(url));
    await later(10_000, () => flushAndClassify(link.id));
    await later(20_000, () => settle(client));
    expect((await leadNow(reader)).tags.map(({ id }) => id)).toEqual([clicked.id, seen.id]);
    expect(await trailOf(runs[0])).toEqual(["send next", "watch event", "seen next"]);
    await later(2 * DAY + MINUTE, () => settle(client));
    expect(await trailOf(runs[1])).toEqual(["send next", "watch timeout", "never exit_node"]);
    expect(await runNow(client, runs[1])).toMatchObject({
      state: "exited",
      end_reason: "exit_node",
    });
  });

  it.each([
    ["link_clicked of another link", "message_read"],
    ["tag_added", "tag_added"],
    ["stage_changed", "stage_changed"],
    ["custom", "custom"],
  ])("reacts to %s only while it waits for it", async (_, event) => {
    const tag = await newTag(client);
    const filter = {
      tag_added: { tag_ids: [tag.id] },
      stage_changed: { stages: ["won"] },
      custom: { name: "paid" },
    }[event];
    const scenario = await newFlow(
      client,
      {
        hello: ["message", { text: "Hello" }],
        heard: ["wait_for_event", { event, ...(filter && { filter }), timeout_seconds: 3600 }],
        yes: ["exit"],
      },
      "hello > heard:event > yes",
    );
    const lead = await newWriter();
    const run = await enrol(client, scenario.id, lead.id);
    await settle(client);
    expect(await runNow(client, run)).toMatchObject({ state: "waiting", waiting_for: event });
    const happen: Record<string, () => Promise<unknown>> = {
      message_read: async () => {
        const { conversations } = (await client.get(`/leads/${lead.id}`)).body.data;
        const [message] = (await client.get(`/conversations/${conversations[0].id}/messages`)).body
          .data;
        await client.post(`/messages/${message.id}/status`, { status: "read" });
      },
      tag_added: () => client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] }),
      stage_changed: () => client.patch(`/leads/${lead.id}`, { pipeline_stage: "won" }),
      custom: () => client.post(`/leads/${lead.id}/events`, { name: "paid", data: { euros: 5 } }),
    };
    await happen[event]!();
    await settle(client);
    expect(await trailOf(run)).toEqual(["hello next", "heard event", "yes exit_node"]);
    const detail = {
      tag_added: { tag_id: tag.id },
      stage_changed: { from: "new", to: "won" },
      custom: { name: "paid", data: { euros: 5 } },
    };
    expect((await client.get(`/runs/${run.id}/steps`)).body.data[1].detail).toEqual(
      detail[event as keyof typeof detail] ?? { node_id: "hello" },
    );
  });

  it("records only the tracked tags that its lead gets, also after its end", async () => {
    const [goal, other] = [await newTag(client), await newTag(client)];
    const scenario = await newScenario(client, {
      is_active: true,
      tracked_tag_ids: [goal.id],
      ...flowOf({ hello: ["message", { text: "Hello" }] }),
    });
    const lead = await newWriter();
    const run = await enrol(client, scenario.id, lead.id);
    await settle(client);
    expect(await runNow(client, run)).toMatchObject({ state: "completed", tracked_tags: [] });
    for (let times = 2; times > 0; times--)
      await client.post(`/leads/${lead.id}/tags`, { tag_ids: [other.id, goal.id] });
    expect(await runNow(client, run)).toMatchObject({
      tracked_tags: [{ tag_id: goal.id, added_at: expect.any(String) }],
    });
  });

  it("changes fields and variables of the lead, each variable as a whole", async () => {
    const variables = {
      old: { a: 1 },
      'odd key\'s "name"': [1],
      gone: "x",
      flag: true,
      kept: null,
    };
    const lead = await newWriter({
      variables,
      warmth: "warm",
      pipeline_stage: "lost",
      lost_reason: "other",
    });
    const taken = await newLead(client, { email: `taken-${lead.id}@example.com` });
    const scenario = await newFlow(client, {
      set: [
        "update_lead",
        {
          first_name: "{{first_name}} L.",
          warmth: null,
          pipeline_stage: "engaged",
          email: taken.email,
          variables: { city: "{{city|Paris}}", gone: null, old: 5 },
        },
      ],
    });
    await enrol(client, scenario.id, lead.id);
    await settle(client);
    expect(await leadNow(lead)).toMatchObject({
      first_name: "Ada L.",
      warmth: null,
      pipeline_stage: "engaged",
      is_lost: false,
      lost_reason: null,
      email: null,
    });
    expect((await leadNow(lead)).variables).toEqual({
      old: 5,
      'odd key\'s "name"': [1],
      flag: true,
      kept: null,
      city: "Paris",
    });
    expect(
      (await client.get(`/leads?name=${encodeURIComponent("Ada L.")}`)).body.data.map(
        ({ id }: Lead) => id,
      ),
    ).toContain(lead.id);
  });
});
