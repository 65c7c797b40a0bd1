import { describe, expect, it } from "vitest";
import { MAX_FILES, type MediaKind } from "#domain/media";
import { readInstagram } from "#features/messaging/inbound/instagram";
import type { AccountEvents } from "#features/messaging/inbound/webhook-events";
import {
  ACCOUNT_ID,
  AT,
  bodies,
  bodyOf,
  bodyWith,
  changeOf,
  events,
  fromPerson,
  MID,
  PERSON_ID,
  withheld,
} from "../fixtures/instagram";

const NOW = Date.parse("2026-11-20T10:15:30.123Z");
const none: AccountEvents = {
  accountId: ACCOUNT_ID,
  messages: [],
  edits: [],
  reports: [],
  echoes: [],
  echoEdits: [],
  past: [],
  preferences: [],
  moves: [],
  comments: [],
};
const inbound = { externalId: MID, at: AT, from: { instagram_id: PERSON_ID } };

const read = (body: unknown) => readInstagram(body, NOW);
const messagesIn = (body: unknown) => read(body).accounts.flatMap(({ messages }) => messages);
const { attachments } = events.image.message;
const urlOf = (type: string) => `https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=${type}`;
const filesIn = (type: string, kind: MediaKind) => [{ kind, source: { url: urlOf(type) } }];

describe("an Instagram message", () => {
  it.each([
    ["text", { type: "text", text: "Hello", payload: {} }],
    [
      "reply",
      { type: "text", text: "This one", payload: { reply_to: events.reply.message.reply_to } },
    ],
    [
      "storyReply",
      { type: "text", text: "Nice!", payload: { reply_to: events.storyReply.message.reply_to } },
    ],
    [
      "fromAdvertisement",
      {
        type: "text",
        text: "More?",
        payload: { referral: events.fromAdvertisement.message.referral },
      },
    ],
    [
      "image",
      { type: "image", text: null, payload: { attachments }, files: filesIn("image", "image") },
    ],
    [
      "video",
      {
        ...{ type: "video", text: null, files: filesIn("video", "video") },
        payload: { attachments: events.video.message.attachments },
      },
    ],
    [
      "audio",
      {
        ...{ type: "audio", text: null, files: filesIn("audio", "audio") },
        payload: { attachments: events.audio.message.attachments },
      },
    ],
    [
      "file",
      {
        ...{ type: "document", text: null, files: filesIn("file", "document") },
        payload: { attachments: events.file.message.attachments },
      },
    ],
    [
      "storyMention",
      {
        type: "story_mention",
        text: null,
        payload: { attachments: events.storyMention.message.attachments },
      },
    ],
    [
      "share",
      {
        type: "share",
        text: null,
        payload: { attachments: events.share.message.attachments },
      },
    ],
    [
      "post",
      { type: "share", text: null, payload: { attachments: events.post.message.attachments } },
    ],
    [
      "reel",
      { type: "share", text: null, payload: { attachments: events.reel.message.attachments } },
    ],
    [
      "attachmentToCome",
      {
        type: "unsupported",
        text: null,
        payload: { attachments: events.attachmentToCome.message.attachments },
      },
    ],
    [
      "quickReply",
      {
        type: "button",
        text: "Yes",
        tapped: "YES_PLEASE",
        payload: { quick_reply: { payload: "YES_PLEASE" } },
      },
    ],
    [
      "postback",
      {
        type: "button",
        text: "Talk to us",
        tapped: "CARE_HELP",
        payload: events.postback.postback,
      },
    ],
    [
      "postbackOfAdvertisement",
      {
        ...{ type: "button", text: "See dates", tapped: "DATES" },
        payload: events.postbackOfAdvertisement.postback,
      },
    ],
    ["unsupported", { type: "unsupported", text: null, payload: events.unsupported.message }],
  ] as const)("of the kind %s is read", (kind, content) => {
    expect(read(bodyOf(events[kind]))).toStrictEqual({
      accounts: [{ ...none, messages: [{ ...inbound, ...content }] }],
      skipped: 0,
    });
  });

  it("keeps a text beside attachments, and also when these are unreadable", () => {
    expect(messagesIn(bodyOf({ message: { mid: MID, text: "Look", attachments } }))).toStrictEqual([
      {
        ...{ ...inbound, type: "image", text: "Look" },
        ...{ payload: { attachments }, files: filesIn("image", "image") },
      },
    ]);
    const garbled = bodyOf({ message: { mid: MID, text: "Look", attachments: "?" } });
    expect(messagesIn(garbled)).toStrictEqual([
      { ...inbound, type: "text", text: "Look", payload: {} },
    ]);
    expect(messagesIn(bodyOf({ message: { mid: MID } }))).toMatchObject([
      { type: "unsupported", payload: { mid: MID } },
    ]);
  });

  it.each([
    [{ message: { mid: "" } }],
    [{ message: { mid: "m".repeat(256), text: "Hello" } }],
    [{ message: { text: "Hello" } }],
    [{ message: "Hello" }],
    [{ message: { mid: MID, text: "Hello" }, sender: { id: 5.5 } }],
    [{ message: { mid: MID, text: "Hello" }, sender: { id: "ada" } }],
    [{ message: { mid: MID, text: "Hello" }, sender: { id: "1".repeat(41) } }],
    [{ message: { mid: MID, text: "Hello" }, sender: null }],
    [{ message: { is_deleted: true } }],
    [{ read: { watermark: 1 } }],
    [events.reactionTakenBack],
    [{ message_edit: { mid: MID } }],
    [{}],
  ])("is skipped as %j, and no other with it", (wrong) => {
    const others = ["m_1", "m_2"].map((mid) => fromPerson({ message: { mid, text: "Hello" } }));
    const body = bodyWith({ messaging: [others[0], fromPerson(wrong), others[1]] });
    expect(messagesIn(body).map(({ externalId }) => externalId)).toEqual(["m_1", "m_2"]);
    expect(read(body).skipped).toBe(1);
  });

  it("keeps every photo of a message, and the video, whatever else is there", () => {
    const photo = (n: number) => ({ type: "image", payload: { url: `https://cdn.test/${n}.jpg` } });
    const share = { type: "share", payload: { url: "https://instagram.com/p/1" } };
    const video = { type: "video", payload: { url: "https://cdn.test/3.mp4" } };
    const own = [share, photo(1), { type: "image" }, photo(2), video];
    expect(messagesIn(bodyOf({ message: { mid: MID, attachments: own } }))).toStrictEqual([
      {
        ...{ ...inbound, type: "image", text: null, payload: { attachments: own } },
        files: [
          { kind: "image", source: { url: "https://cdn.test/1.jpg" } },
          { kind: "image", source: { url: "https://cdn.test/2.jpg" } },
          { kind: "video", source: { url: "https://cdn.test/3.mp4" } },
        ],
      },
    ]);
    const many = Array.from({ length: 40 }, (_, n) => photo(n));
    expect(messagesIn(bodyOf({ message: { mid: MID, attachments: many } }))[0]?.files).toHaveLength(
      MAX_FILES,
    );
  });

  it("of a postback without an id gets one of sender, time and payload", () => {
    const idOf = (postback: object, more: object = {}) =>
      messagesIn(bodyOf({ postback, ...more })).map(({ externalId }) => externalId);
    expect(idOf({ title: "Get started", payload: "START_NOW" })).toEqual([
      `postback:${PERSON_ID}:${AT}:START_NOW`,
    ]);
    expect(idOf({ title: "Get started" })).toEqual([`postback:${PERSON_ID}:${AT}:Get started`]);
    // Without a time of its own, that of the entry is taken.
    expect(idOf({ payload: "START_NOW" }, { timestamp: undefined })).toEqual([
      `postback:${PERSON_ID}:${AT}:START_NOW`,
    ]);
    const [long] = idOf({ payload: "🎉".repeat(600) });
    expect([[...long!].length, long!.isWellFormed()]).toEqual([255, true]);
  });

  it("may be edited later", () => {
    expect(read(bodyOf(events.edit))).toStrictEqual({
      accounts: [{ ...none, edits: [{ ...inbound, type: "text", text: "Hello!" }] }],
      skipped: 0,
    });
  });

  it.each([
    "text",
    "image",
    "storyMention",
    "postback",
    "referral",
    "reaction",
    "edit",
    "read",
  ] as const)("is read as the value of a change, too: %s", (kind) => {
    const field = {
      ...{ postback: "messaging_postbacks", referral: "messaging_referral" },
      ...{ reaction: "message_reactions", edit: "message_edit", read: "messaging_seen" },
    };
    const body = changeOf(field[kind as keyof typeof field] ?? "messages", events[kind]);
    expect(read(body)).toStrictEqual(read(bodyOf(events[kind])));
    expect(read(body).accounts).toHaveLength(1);
  });

  it("has no files where it is of a story", () => {
    const own = [...events.storyMention.message.attachments, ...attachments];
    expect(messagesIn(bodyOf({ message: { mid: MID, attachments: own } }))).toStrictEqual([
      { ...inbound, type: "story_mention", text: null, payload: { attachments: own } },
    ]);
  });

  it("is dated no later than now", () => {
    const at = (timestamp: unknown) => messagesIn(bodyOf({ ...events.text, timestamp }))[0]!.at;
    expect([at(AT), at("1459991487"), at(NOW + 1), at("soon")]).toEqual([
      AT,
      1459991487000,
      NOW,
      NOW,
    ]);
  });
});

describe("a referral without a message", () => {
  const referral = { ...events.referral.referral };
  const idOf = (event: object) => messagesIn(bodyOf(event)).map(({ externalId }) => externalId);

  it("has an id of sender, time and `ref`", () => {
    const externalId = `referral:${PERSON_ID}:${AT}:spring`;
    expect(messagesIn(bodyOf({ referral }))).toStrictEqual([
      { ...inbound, externalId, type: "referral", text: null, payload: { referral } },
    ]);
    expect(idOf({ referral: { source: "ADS", ad_id: "120211" } })).toEqual([
      `referral:${PERSON_ID}:${AT}:`,
    ]);
    expect(idOf({ referral: { ...referral, ref: "printemps é" } })).toEqual([
      `referral:${PERSON_ID}:${AT}:`,
    ]);
  });

  it("stands beside a message as a part of that", () => {
    const { message } = events.fromAdvertisement;
    expect(messagesIn(bodyOf({ message, referral: message.referral }))).toHaveLength(1);
  });
});

describe("a message that was never edited", () => {
  it("stays as it is", () => {
    expect(read(bodyOf(events.unedited))).toStrictEqual({ accounts: [], skipped: 0 });
  });

  it("is one that Meta withholds where neither sender nor text are known", () => {
    expect(read(withheld)).toStrictEqual({ accounts: [{ ...none, withheld: 1 }], skipped: 0 });
    const [entry] = withheld.entry;
    expect(read({ entry: [entry, entry, ...bodyOf(events.text).entry] })).toMatchObject({
      accounts: [{ withheld: 2, messages: [{ text: "Hello" }] }],
      skipped: 0,
    });
  });
});

describe("a reaction on Instagram", () => {
  const reactionAt = (event: object) => messagesIn(bodyOf({ ...events.reaction, ...event }))[0]!;
  const { mid } = events.reaction.reaction;

  it("is a message with an id of its own", () => {
    const message = {
      ...inbound,
      externalId: `reaction:${PERSON_ID}:${AT}:${mid}`,
      type: "reaction",
      text: "❤",
    };
    const messages = [{ ...message, payload: events.reaction.reaction }];
    expect(read(bodyOf(events.reaction))).toStrictEqual({
      accounts: [{ ...none, messages }],
      skipped: 0,
    });
  });

  it("has the same id when it is repeated, and another one for another time, sender or message", () => {
    const ids = [
      {},
      { timestamp: AT + 1 },
      { sender: { id: "5679" } },
      { reaction: { mid: MID, action: "react" } },
    ].map((event) => reactionAt(event).externalId);
    expect(new Set(ids).size).toBe(4);
    const again = readInstagram(bodyOf({ ...events.reaction, timestamp: "?" }), NOW + 1)
      .accounts[0]!.messages[0]!;
    expect(again.externalId).toBe(reactionAt({ timestamp: "?" }).externalId);
    expect(
      reactionAt({ reaction: { mid: "m".repeat(255), action: "react" } }).externalId,
    ).toHaveLength(255);
  });
});

describe("a body of Instagram", () => {
  it("may report deletions and reads", () => {
    expect(read(bodyOf(events.deleted)).accounts).toMatchObject([
      { messages: [{ externalId: MID, text: null, payload: { deleted: true }, isDeleted: true }] },
    ]);
    const reports = [{ externalId: events.read.read.mid, status: "read", at: AT }];
    expect(read(bodyOf(events.read))).toStrictEqual({
      accounts: [{ ...none, reports }],
      skipped: 0,
    });
  });

  it.each(["echoToSelf", "ownRead", "standby", "otherChange"] as const)(
    "has nothing for messages that no lead sent to the account: %s",
    (name) => {
      expect(read(bodies[name])).toStrictEqual({ accounts: [], skipped: 0 });
    },
  );

  it("may concern several accounts, in its order", () => {
    const entryOf = (mid: string, account: string) =>
      bodyWith({ messaging: [fromPerson({ message: { mid, text: "Hello" } })] }, account).entry;
    const { accounts, skipped } = read({
      entry: [
        ...entryOf("m_1", "111"),
        ...entryOf("m_2", "222"),
        null,
        ...entryOf("m_3", "111"),
        ...entryOf("m_4", "x"),
      ],
    });
    expect(
      accounts.map(({ accountId, messages }) => [
        accountId,
        messages.map(({ externalId }) => externalId),
      ]),
    ).toEqual([
      ["111", ["m_1", "m_3"]],
      ["222", ["m_2"]],
    ]);
    expect(skipped).toBe(2);
  });

  it("may hold a thousand messages", () => {
    const mids = Array.from({ length: 1_000 }, (_, index) => `m_${index}`);
    const body = bodyWith({
      messaging: mids.map((mid) => fromPerson({ message: { mid, text: "Hello" } })),
    });
    expect(messagesIn(body).map(({ externalId }) => externalId)).toEqual(mids);
  });

  it.each([null, undefined, 7, "text", [], {}, { entry: [] }, { entry: [{ id: ACCOUNT_ID }] }])(
    "may have no content: %j",
    (body) => {
      expect(read(body)).toStrictEqual({ accounts: [], skipped: 0 });
    },
  );
});

describe("a comment under a post", () => {
  const comment = {
    ...{ externalId: "17865", at: AT, from: { instagram_id: PERSON_ID, username: "ada" } },
    ...{ text: "Price?", mediaId: "17887", parentId: null, adId: null, isLive: false },
  };

  it.each([
    ["comment", comment],
    // Of an ad, the post is the one that it advertises.
    ["commentOnAd", { ...comment, parentId: "17864", adId: "120226305854810726" }],
    ["liveComment", { ...comment, mediaId: "17889", isLive: true }],
    ["commentInNumbers", { ...comment, parentId: "17864", adId: "120211" }],
  ] as const)("%s", (name, expected) => {
    expect(read(bodies[name])).toEqual({
      accounts: [{ ...none, comments: [expected] }],
      skipped: 0,
    });
  });

  const own = ["ownComment", "ownCommentBySelf", "ownCommentInNumbers"] as const;
  it.each(own)("of the account itself: %s", (name) => {
    expect(read(bodies[name])).toEqual({ accounts: [], skipped: 0 });
  });

  it("may be the entry itself, as in Meta's examples for Instagram's own login", () => {
    const { entry: entries } = bodies.comment as unknown as { entry: { changes: object[] }[] };
    const entry = entries.map(({ changes, ...own }) => ({ ...own, ...changes[0] }));
    expect(read({ ...bodies.comment, entry })).toEqual(read(bodies.comment));
  });

  it("is as old as its entry, which has seconds", () => {
    const [entry] = bodies.comment.entry;
    const { accounts } = read({ ...bodies.comment, entry: [{ ...entry, time: 1_459_991_487 }] });
    expect(accounts[0]?.comments[0]?.at).toBe(1_459_991_487_000);
  });
});
