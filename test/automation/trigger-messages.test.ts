import { expect, it } from "vitest";
import { newWorkspace } from "../support/api";
import { deliver, newMetaChannel, newNumber, newWamid, whatsappBody } from "../support/messaging";
import { rowsOf } from "../support/rows";
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

const onInstagram: [expected: string | null, event: object][] = [
  ["word", { message: { mid: "1", text: "the guide" } }],
  ["word", { message: { mid: "2", text: "guide", reply_to: { story: { id: "1" } } } }],
  ["tap", { message: { mid: "3", text: "Yes", quick_reply: { payload: "GO" } } }],
  ["tap", { postback: { mid: "4", title: "Yes", payload: "GO" } }],
  ["tap", { postback: { title: "Yes", payload: "GO" } }],
  ["link", { postback: { mid: "5", title: "Begin", payload: "OTHER", referral: ref } }],
  ["link", { message: { mid: "6", text: "Yes", quick_reply: { payload: "X" }, referral: ref } }],
  ["link", { message: { mid: "7", text: "Hello", referral: ref } }],
  ["ad", { message: { mid: "8", text: "Hello", referral: { ...igAd, ref: "other" } } }],
  ["ad", { message: { mid: "9", attachments: attached("share"), referral: { ad_id: "120211" } } }],
  ["first", { message: { mid: "10", attachments: attached("story_mention") } }],
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
  await newTriggered(client, triggers, { platform: "instagram" });
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
