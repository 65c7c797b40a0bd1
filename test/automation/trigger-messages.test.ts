import { expect, it } from "vitest";
import { newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { flowOf } from "../support/flow";
import { deliver, newMetaChannel, newNumber, newWamid, whatsappBody } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { simulate } from "../support/simulation";
import { clientAsleep, decideDue, newTriggered } from "../support/trigger-worker";

// The triggers that messages start as Meta sends them, each by a lead of its own.

const triggers = [
  { id: "tap", type: "tap", data: { payloads: ["GO"] } },
  { id: "link", type: "link_referral", data: { refs: ["spring"], texts: ["From the webinar"] } },
  { id: "ad", type: "ad_click", data: { ad_ids: ["120211"] } },
  { id: "any ad", type: "ad_click", data: {} },
  { id: "word", type: "keyword", data: { words: ["guide"] } },
  { id: "first", type: "first_message", data: {} },
];

const ofStories = [
  { id: "story", type: "story_reply", data: { story_ids: ["1"], words: ["dates"] } },
  { id: "any story", type: "story_reply", data: {} },
  { id: "mention", type: "story_mention", data: {} },
];

const ad = { source_type: "ad", source_id: "120211", headline: "Open day", ctwa_clid: "ARAk" };
const text = (body: string) => ({ type: "text", text: { body } });
const reply = (type: string, title: string, id: string) => ({
  type: "interactive",
  interactive: { type, [type]: { id, title } },
});

const onWhatsApp: [expected: string | null, message: object][] = [
  ["ad", { ...text("Hello"), referral: ad }],
  ["ad", { type: "audio", audio: { id: "1", voice: true }, referral: ad }],
  ["ad", { type: "request_welcome", referral: ad }],
  ["ad", { ...text("Hello"), referral: { ...ad, source_id: 120211 } }],
  ["any ad", { ...text("Hello"), referral: { ...ad, source_id: "9" } }],
  ["first", { ...text("Hello"), referral: { ...ad, source_type: "post" } }],
  ["link", text("from the Webinar!")],
  ["tap", reply("button_reply", "Yes", "GO")],
  ["tap", reply("list_reply", "Yes", "GO")],
  ["tap", { type: "button", button: { text: "Yes", payload: "GO" } }],
  ["word", reply("list_reply", "The guide", "OTHER")],
  ["word", { type: "image", image: { id: "1", caption: "GUIDE, please" } }],
  ["word", { type: "order", order: { catalog_id: "1", text: "guide", product_items: [] } }],
  ["first", { type: "image", image: { id: "1" } }],
  ["first", { type: "location", location: { latitude: 1, longitude: 2, name: "guide" } }],
  ["first", { type: "contacts", contacts: [{ name: { formatted_name: "guide" } }] }],
  ["first", { type: "unsupported", errors: [{ code: 131051 }] }],
  [null, { type: "reaction", reaction: { message_id: "wamid.1", emoji: "❤" } }],
  [null, { type: "system", system: { body: "guide", type: "customer_changed_number" } }],
];

const ref = { ref: "spring", source: "IGME-SOURCE-LINK", type: "OPEN_THREAD" };
const igAd = { source: "ADS", type: "OPEN_THREAD", ad_id: "120211", ref: "spring" };
const attached = (type: string) => [{ type, payload: { url: "https://lookaside.fbsbx.com/1" } }];

const ofStory = { reply_to: { story: { id: "1" } } };

const onInstagram: [expected: string | null, event: object][] = [
  ["word", { message: { mid: "1", text: "the guide" } }],
  ["word", { message: { mid: "2", text: "guide" } }],
  ["story", { message: { mid: "2a", text: "the dates", reply_to: { story: { id: "1" } } } }],
  ["story", { message: { mid: "2b", text: "dates", reply_to: { story: { id: 1 } } } }],
  ["any story", { message: { mid: "2c", text: "dates", reply_to: { story: { id: "2" } } } }],
  ["any story", { message: { mid: "2d", attachments: attached("image"), ...ofStory } }],
  ["any story", { message: { mid: "2e", text: "❤", reply_to: { story: {} } } }],
  ["first", { message: { mid: "2f", text: "dates", reply_to: { mid: "1" } } }],
  ["word", { message: { mid: "2g", text: "guide", ...ofStory } }],
  ["tap", { message: { mid: "3", text: "Yes", quick_reply: { payload: "GO" } } }],
  ["tap", { postback: { mid: "4", title: "Yes", payload: "GO" } }],
  ["tap", { postback: { title: "Yes", payload: "GO" } }],
  ["link", { postback: { mid: "5", title: "Begin", payload: "OTHER", referral: ref } }],
  ["link", { message: { mid: "6", text: "Yes", quick_reply: { payload: "X" }, referral: ref } }],
  ["link", { message: { mid: "7", text: "Hello", referral: ref } }],
  ["ad", { message: { mid: "8", text: "Hello", referral: { ...igAd, ref: "other" } } }],
  ["ad", { message: { mid: "9", attachments: attached("share"), referral: { ad_id: "120211" } } }],
  ["mention", { message: { mid: "10", attachments: attached("story_mention") } }],
  ["first", { message: { mid: "10a", attachments: attached("ig_post") } }],
  ["link", { referral: ref }],
  ["ad", { referral: { ...igAd, ref: "other" } }],
  ["any ad", { referral: { source: "ADS", type: "OPEN_THREAD", ad_id: "9" } }],
  [null, { referral: { ...ref, ref: "other" } }],
  ["first", { message: { mid: "11", is_unsupported: true } }],
  [null, { reaction: { mid: "12", action: "react", emoji: "❤" } }],
];

/** The trigger that has started a run of each lead, by an id of the lead. */
async function startedFor(workspaceId: number) {
  const rows = await rowsOf<{ value: string; trigger: string }>(
    `select value, cause ->> 'trigger_id' as "trigger"
     from runs join lead_identities using (lead_id) where runs.workspace_id = ?`,
    workspaceId,
  );
  return new Map(rows.map(({ value, trigger }) => [value, trigger]));
}

it("WhatsApp's messages start the triggers of their kinds", async () => {
  const client = clientAsleep(await newWorkspace());
  const channel = await newMetaChannel(client);
  await newTriggered(client, triggers);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const messages = onWhatsApp.map(([, message]) => ({
    ...{ from: newNumber(), id: newWamid(), timestamp },
    ...message,
  }));
  await deliver(channel, whatsappBody(channel, { messages }));
  await decideDue(client);
  const started = await startedFor(client.workspaceId);
  expect(messages.map(({ from }) => started.get(from) ?? null)).toEqual(
    onWhatsApp.map(([expected]) => expected),
  );
});

it("Instagram's messages and taps start the triggers of their kinds", async () => {
  const client = clientAsleep(await newWorkspace());
  const channel = await newMetaChannel(client, "instagram");
  await newTriggered(client, [...triggers, ...ofStories], { platform: "instagram" });
  const messaging = onInstagram.map(([, event]) => ({
    ...{ sender: { id: newNumber() }, recipient: { id: channel.external_id } },
    ...{ timestamp: Date.now(), ...event },
  }));
  const entry = { id: channel.external_id, time: Date.now(), messaging };
  await deliver(channel, { object: "instagram", entry: [entry] });
  await decideDue(client);
  const started = await startedFor(client.workspaceId);
  expect(messaging.map(({ sender }) => started.get(sender.id) ?? null)).toEqual(
    onInstagram.map(([expected]) => expected),
  );
});

const OPEN = { handle: "open", all: [{ field: "window_open", op: "equals", value: true }] };
const WINDOW = flowOf({ window: ["condition", { branches: [OPEN] }] });

const played: [expected: string | null, inbound: object, startedBy: object][] = [
  ["story", { text: "dates", payload: ofStory }, { text: "dates", story_id: "1" }],
  [
    "any story",
    { text: "dates", payload: { reply_to: { story: { id: "2" } } } },
    { text: "dates", story_id: "2" },
  ],
  [
    "mention",
    { type: "story_mention", payload: { attachments: attached("story_mention") } },
    { message_type: "story_mention" },
  ],
  [
    "first",
    { type: "share", payload: { attachments: attached("ig_post") } },
    { message_type: "share" },
  ],
  [
    "link",
    { type: "referral", payload: { referral: ref } },
    { message_type: "referral", ref: "spring" },
  ],
  [
    "any ad",
    { type: "referral", payload: { referral: { ad_id: "9" } } },
    { message_type: "referral", ad_id: "9" },
  ],
  [null, { type: "referral", payload: {} }, { message_type: "referral" }],
  [
    "ad",
    { text: "Hello", payload: { referral: { ad_id: "120211" } } },
    { text: "Hello", ad_id: "120211" },
  ],
];

it("a sandbox and a simulation play what comes from Instagram", async () => {
  const client = clientAsleep(await newWorkspace());
  const channel = await newChannel(client, { platform: "instagram" });
  const scenario = await newTriggered(client, [...triggers, ...ofStories], {
    ...{ platform: "instagram", nodes: WINDOW.nodes, edges: WINDOW.edges },
  });
  const leads: number[] = [];
  for (const [expected, inbound, startedBy] of played) {
    const { id } = await newLead(client);
    leads.push(id);
    const { start, trail } = await simulate(client, scenario, {
      ...{ lead_id: id, started_by: { type: "message", ...startedBy } },
    });
    expect(start?.trigger_id ?? null).toBe(expected);
    const isOpen = !("type" in inbound && inbound.type === "referral");
    if (expected) expect(trail[0]?.outcome).toBe(isOpen ? "open" : "else");
    await newInbound(client, channel.id, id, { text: null, ...inbound });
  }
  await decideDue(client);
  const started = await rowsOf<{ lead: number; trigger: string }>(
    `select lead_id as lead, cause ->> 'trigger_id' as "trigger" from runs
     where workspace_id = ? order by lead_id`,
    client.workspaceId,
  );
  expect(started).toEqual(
    played.flatMap(([expected], index) =>
      expected ? [{ lead: leads[index], trigger: expected }] : [],
    ),
  );
});
