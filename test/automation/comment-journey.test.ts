import { expect, it } from "vitest";
import { SCANNER_WITHIN_MS } from "#features/links/clicks/scanners";
import type { Message } from "#features/messaging/messages/schema";
import { HOUR_MS } from "#lib/time";
import { bodies, echoOf } from "../fixtures/instagram";
import { newShortLink, newTag, newWorkspace } from "../support/api";
import { click, flushAndClassify, later } from "../support/clicks";
import { flowOf } from "../support/flow";
import { order, requestsTo } from "../support/graph";
import { runMediaFetcher } from "../support/media";
import { deliver, messagesOf, newMetaChannel, newWamid } from "../support/messaging";
import { runNow, settle } from "../support/run-scheduler";
import {
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  serveAsleep,
} from "../support/trigger-worker";

/** The person by their two ids: a comment names one, an answer to a private reply the other. */
const [AUTHOR, PERSON] = ["178400011", "178400022"];

async function newAccount() {
  const client = clientAsleep(await newWorkspace());
  const channel = await newMetaChannel(client, "instagram");
  await client.patch("/settings", { reply_pauses_runs: true });
  /** Delivers one entry of Instagram's, and lets all that is due be decided and done. */
  const tell = async (entry: object) => {
    const own = { ...entry, id: channel.external_id, time: Date.now() };
    await deliver(channel, { object: "instagram", entry: [own] }, { fetcher: serveAsleep });
    for (let times = 0; times < 3; times++) {
      await decideDue(client);
      await settle(client);
    }
  };
  const comments = (id: string, text: string) => {
    const [{ changes }] = bodies.comment.entry as unknown as [{ changes: [{ value: object }] }];
    const from = { id: AUTHOR, username: "ada.k" };
    const value = { ...changes[0].value, id, text, from };
    return tell({ changes: [{ field: "comments", value }] });
  };
  const writes = (text: string) => {
    const [sender, recipient] = [{ id: PERSON }, { id: channel.external_id }];
    const event = { sender, recipient, timestamp: Date.now(), message: { mid: newWamid(), text } };
    return tell({ messaging: [event] });
  };
  const appSends = (text: string) =>
    tell(echoOf({ mid: newWamid(), text, is_echo: true }, PERSON, Date.now()).entry[0]!);
  return { client, channel, comments, writes, appSends };
}

const toUrl = (url: string, title: string) => ({ type: "web_url", url, title });
const template = (payload: object) => ({ attachment: { type: "template", payload } });
const toPerson = (message: object) => ({
  ...{ messaging_type: "RESPONSE", recipient: { id: PERSON } },
  message: { ...message, metadata: expect.stringMatching(/^msg_\d+$/) },
});
const DESIGN = { title: "Design", subtitle: "From March" };
const URLS = expect.stringMatching(/^https:\/\/sho\.rt\/\w+\/[\w-]+$/);

it("a comment leads over a private reply, a click, cards and a colleague to STOP", async () => {
  const { client, channel, comments, writes, appSends } = await newAccount();
  const [keen, looked] = [await newTag(client), await newTag(client)];
  const prices = await newShortLink(client, { tag_on_clicked_id: keen.id });
  const design = await newShortLink(client, { tag_on_clicked_id: looked.id });
  const graph = flowOf(
    {
      reply: [
        "message",
        {
          ...{ type: "link_button", text: "Here they are. Which course is it?" },
          link_buttons: [{ title: "See prices", url: prices.template_variable_url }],
        },
      ],
      answer: ["wait_for_reply", { timeout_seconds: 3_600, save_to: "course" }],
      show: [
        "message",
        {
          type: "cards",
          cards: [
            {
              ...{ title: "{{course}}", text: "From March" },
              buttons: [{ title: "Look", url: design.template_variable_url }],
            },
            { title: "Drawing", buttons: [{ title: "Ask {{first_name|us}}", id: "ask" }] },
          ],
        },
      ],
      think: ["wait_for_reply", { timeout_seconds: 3_600 }],
      more: ["message", { text: "Are you still there?" }],
    },
    "reply > answer:reply > show > think:reply > more",
    "think:timeout > more",
  );
  const triggers = [{ id: "price", type: "comment" as const, data: { words: ["price"] } }];
  const scenario = await newTriggered(client, triggers, { platform: "instagram", ...graph });
  const account = `token-of-${channel.external_id}`;
  await order(account, { commenters: { c1: PERSON } });
  await order(PERSON, { profile: { name: "Ada Uwase", username: "ada.k" } });
  const sent = async () =>
    (await requestsTo(account)).filter((one) => one.sent).map((one) => one.body);

  // Meta may tell of a comment twice. Neither that nor another comment brings a second reply.
  await comments("c1", "PRICE?");
  await comments("c1", "PRICE?");
  await comments("c2", "Lovely");
  const [lead, ...others] = (await client.get("/leads")).body.data;
  expect([others, lead]).toMatchObject([[], { username: "ada.k", source: "instagram" }]);
  const [run] = (await client.get(`/runs?lead_id=${lead.id}`)).body.data;
  expect(run).toMatchObject({
    ...{ scenario_id: scenario.id, state: "waiting", node_id: "answer" },
    started_by: { type: "comment", trigger_id: "price", message_id: null },
  });
  const toComment = {
    recipient: { comment_id: "c1" },
    message: template({
      ...{ template_type: "button", text: "Here they are. Which course is it?" },
      buttons: [toUrl(URLS, "See prices")],
    }),
  };
  expect(await sent()).toEqual([toComment]);

  // Their click is theirs: by the recipient's own link, with the link's tag.
  const [{ message }] = await sent();
  const visit = (url: string) => later(SCANNER_WITHIN_MS, () => click(url));
  expect((await visit(message.attachment.payload.buttons[0].url)).status).toBe(302);
  await later(SCANNER_WITHIN_MS, () => flushAndClassify(prices.id));
  const tags = async () =>
    (await client.get(`/leads/${lead.id}`)).body.data.tags.map(({ id }: { id: number }) => id);
  expect(await tags()).toEqual([keen.id]);
  const clicks = async () =>
    (await client.get(`/link-sends?lead_id=${lead.id}&per_page=100`)).body.data
      .map((one: Record<string, number>) => [one.short_link_id, one.clicks_count])
      .toReversed();
  expect(await clicks()).toEqual([[prices.id, 1]]);

  // Their answer is the waiting run's, and opens the window for cards.
  await writes("Design");
  await runMediaFetcher(client);
  const shown = {
    ...DESIGN,
    default_action: { type: "web_url", url: URLS },
    buttons: [toUrl(URLS, "Look")],
  };
  const asked = {
    title: "Drawing",
    buttons: [{ type: "postback", title: "Ask us", payload: "ask" }],
  };
  const cards = toPerson(template({ template_type: "generic", elements: [shown, asked] }));
  expect(await sent()).toEqual([toComment, cards]);
  const { message: withCards } = (await sent())[1];
  const [first] = withCards.attachment.payload.elements;
  expect(first.default_action.url).toBe(first.buttons[0].url);
  await visit(first.buttons[0].url);
  await later(SCANNER_WITHIN_MS, () => flushAndClassify(design.id));
  expect([await tags(), await clicks()]).toEqual([
    [keen.id, looked.id],
    [
      [prices.id, 1],
      [design.id, 1],
    ],
  ]);
  expect((await client.get(`/leads/${lead.id}`)).body.data).toMatchObject({
    ...{ first_name: "Ada", last_name: "Uwase", variables: { course: "Design" } },
  });

  // A colleague answers in the phone's own app, and the run leaves the person to them.
  await appSends("I call you at noon");
  expect(await runNow(client, run)).toMatchObject({
    ...{ state: "paused", node_id: "think", pause_reason: "person_replied" },
    paused_by: { type: "platform" },
  });

  await writes("STOP");
  await later(2 * HOUR_MS, () => comments("c3", "PRICE?"));
  const refused = await client.post(`/leads/${lead.id}/messages`, { text: "One more thing" });
  expect(refused.body.data).toMatchObject({ status: "failed", error: { reason: "opted_out" } });
  await settle(client);
  expect(await sent()).toEqual([
    toComment,
    cards,
    toPerson({ text: expect.stringContaining("unsubscribed") }),
  ]);
  expect(await runNow(client, run)).toMatchObject({ state: "exited", end_reason: "opted_out" });
  expect((await client.get(`/leads/${lead.id}`)).body.data.is_optout).toBe(true);
  expect((await client.get(`/runs?lead_id=${lead.id}`)).body.data).toHaveLength(1);

  const [thread] = (await client.get(`/conversations?lead_id=${lead.id}`)).body.data;
  const told = ({ direction, type, status, origin, comment_id }: Message) =>
    [direction, type, status, origin, comment_id].map((one) => one ?? "-").join(" ");
  expect((await messagesOf(client, thread.id)).map(told)).toEqual([
    `outbound link_button sent - ${run.started_by.comment_id}`,
    "inbound text received - -",
    "outbound cards sent - -",
    "outbound text sent native_app -",
    "inbound text received - -",
    "outbound text sent - -",
    "outbound text failed - -",
  ]);
  const events = (await client.get(`/events?lead_id=${lead.id}&per_page=100`)).body.data;
  const types = events.map(({ type }: { type: string }) => type).toReversed();
  expect(types.filter((type: string) => type !== "lead.updated")).toEqual([
    ...["lead.created", "run.started", "run.waiting", "link.sent", "comment.received"],
    ...["link.clicked", "lead.tag_added", "message.received", "run.waiting", "link.sent"],
    ...["link.clicked", "lead.tag_added", "conversation.updated", "run.paused"],
    ...["message.received", "lead.opted_out", "run.exited", "comment.received", "message.failed"],
  ]);
  expect(await outcomesIn(client)).toEqual([
    ["started", "price started"],
    ["opted_out", "price opted_out"],
  ]);
});
