import { describe, expect, it } from "vitest";
import {
  ACCOUNT_ID,
  AT,
  bodies,
  bodyOf,
  bodyWith,
  events,
  fromPerson,
  MID,
  PERSON_ID,
  withheld,
} from "../fixtures/instagram";
import { newWorkspace } from "../support/api";
import { deliver, newMetaChannel } from "../support/messaging";
import { idsIn, onlyPersonOf, type Person, peopleOf } from "../support/received";
import { rowsOf } from "../support/rows";

const SENT_AT = new Date(AT).toISOString();

async function connect() {
  const client = await newWorkspace();
  return {
    client,
    channel: await newMetaChannel(client, "instagram", { external_id: ACCOUNT_ID }),
  };
}

/** The lead that a webhook creates in an empty workspace. A second delivery must change nothing. */
async function receivedTwice(body: unknown): Promise<Person[]> {
  const { client, channel } = await connect();
  expect((await deliver(channel, body)).body).toEqual({ success: true });
  const people = await peopleOf(client);
  expect((await deliver(channel, body)).status).toBe(200);
  expect(await peopleOf(client)).toEqual(people);
  return people;
}

const wire = (type: string, text: string | null, payload: object = {}, external_id = MID) => ({
  type,
  text,
  payload,
  external_id,
});
const attachments = ({ message }: { message: { attachments: object[] } }) => ({
  attachments: message.attachments,
});
const REACTION_ID = `reaction:${PERSON_ID}:${AT}:${events.reaction.reaction.mid}`;
const OPENS_NO_WINDOW: string[] = ["deleted", "referral"];
/** Messages of the team, in Instagram's own app: echoes.test.ts stores them. */
const OF_THE_APP = ["echo", "echoOfFile", "echoDeleted"];
const REFERRAL_ID = `referral:${PERSON_ID}:${AT}:spring`;

describe("one event of Instagram", () => {
  it.each([
    ["text", wire("text", "Hello")],
    ["reply", wire("text", "This one", { reply_to: events.reply.message.reply_to })],
    ["storyReply", wire("text", "Nice!", { reply_to: events.storyReply.message.reply_to })],
    [
      "fromAdvertisement",
      wire("text", "More?", { referral: events.fromAdvertisement.message.referral }),
    ],
    ["image", wire("image", null, attachments(events.image))],
    ["video", wire("video", null, attachments(events.video))],
    ["audio", wire("audio", null, attachments(events.audio))],
    ["file", wire("document", null, attachments(events.file))],
    ["storyMention", wire("story_mention", null, attachments(events.storyMention))],
    ["share", wire("share", null, attachments(events.share))],
    ["post", wire("share", null, attachments(events.post))],
    ["reel", wire("share", null, attachments(events.reel))],
    ["attachmentToCome", wire("unsupported", null, attachments(events.attachmentToCome))],
    ["quickReply", wire("button", "Yes", { quick_reply: events.quickReply.message.quick_reply })],
    ["postback", wire("button", "Talk to us", events.postback.postback)],
    [
      "postbackOfAdvertisement",
      wire("button", "See dates", events.postbackOfAdvertisement.postback),
    ],
    ["referral", wire("referral", null, events.referral, REFERRAL_ID)],
    ["reaction", wire("reaction", "❤", events.reaction.reaction, REACTION_ID)],
    ["deleted", wire("system", null, { deleted: true })],
    ["unsupported", wire("unsupported", null, events.unsupported.message)],
  ] as const)(
    "%s: makes a lead with a conversation and the message, once",
    async (name, message) => {
      const [person, ...others] = await receivedTwice(bodyOf(events[name]));
      expect(others).toEqual([]);
      const { lead, conversations } = person!;
      expect(lead).toMatchObject({
        first_name: null,
        last_name: null,
        username: null,
        phone: null,
        source: "instagram",
        is_optout: false,
      });
      expect(lead.conversations).toMatchObject([
        {
          platform: "instagram",
          messages_count: 1,
          last_inbound_at: OPENS_NO_WINDOW.includes(name) ? null : SENT_AT,
        },
      ]);
      expect(idsIn(person!)).toEqual([`instagram_id:${PERSON_ID}`]);
      expect(person!.messages).toEqual([
        {
          id: expect.any(Number),
          conversation_id: conversations[0]!.id,
          direction: "inbound",
          ...message,
          answers: null,
          status: "received",
          error: null,
          origin: null,
          author: null,
          comment_id: null,
          run_id: null,
          sent_at: SENT_AT,
          delivered_at: null,
          read_at: null,
          edited_at: null,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ]);
      expect(person!.consents).toEqual([]);
    },
  );

  it.each<[string, unknown]>([
    ...(["reactionTakenBack", "read", "edit", "unedited"] as const).map(
      (name) => [name, bodyOf(events[name])] as [string, unknown],
    ),
    ...Object.entries(bodies).filter(([name]) => !OF_THE_APP.includes(name)),
    ["withheld", withheld],
  ])("makes no lead: %s", async (_, body) => {
    expect(await receivedTwice(body)).toEqual([]);
  });
});

describe("Instagram's webhooks", () => {
  it("may concern several people and accounts at once", async () => {
    const text = (id: string, mid: string) => ({
      ...fromPerson({ message: { mid, text: mid } }),
      sender: { id },
    });
    const entry = { messaging: [text("1", "mid.1"), text("2", "mid.2"), text("1", "mid.3")] };
    const body = bodyWith(entry);
    body.entry.push(
      ...bodyWith({ messaging: [text("1", "mid.4")] }).entry,
      ...bodyWith({ messaging: [text("3", "mid.5")] }, "777").entry,
    );
    const people = await receivedTwice(body);
    expect(
      people.map((person) => [idsIn(person), person.messages.map(({ text }) => text)]),
    ).toEqual([
      [["instagram_id:1"], ["mid.1", "mid.3", "mid.4"]],
      [["instagram_id:2"], ["mid.2"]],
    ]);
  });

  it("have no file of a story or a post fetched", async () => {
    const { client, channel } = await connect();
    const { storyMention, storyReply, share, post, reel } = events;
    for (const [index, event] of [storyMention, storyReply, share, post, reel].entries()) {
      const message = { ...event.message, mid: `mid.${index}` };
      expect((await deliver(channel, bodyOf({ message }))).status).toBe(200);
    }
    expect((await onlyPersonOf(client)).messages).toHaveLength(5);
    expect(await rowsOf("select * from media where workspace_id = ?", client.workspaceId)).toEqual(
      [],
    );
  });

  it("leave nothing of a deleted message, whichever arrives first", async () => {
    for (const order of [
      [events.image, events.deleted],
      [events.deleted, events.image],
    ]) {
      const { client, channel } = await connect();
      for (const event of order) await deliver(channel, bodyOf(event));
      const { messages, conversations } = await onlyPersonOf(client);
      expect(messages).toMatchObject([{ text: null, payload: { deleted: true } }]);
      expect(conversations).toMatchObject([{ messages_count: 1 }]);
    }
  });
});
