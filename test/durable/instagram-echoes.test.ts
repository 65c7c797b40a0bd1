import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { wakeMessageSenders } from "#features/messaging/outbound/worker/overdue";
import { echoOf } from "../fixtures/instagram";
import { type Client, newLead, newScenario, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { newComment } from "../support/comments";
import { testEnv } from "../support/env";
import { flowOf } from "../support/flow";
import { order, requestsTo } from "../support/graph";
import { fileOf, newFile, runMediaFetcher } from "../support/media";
import {
  newRecipient,
  queueWithoutWakeUp,
  type Recipient,
  runMessageSender,
} from "../support/message-sender";
import { atCall, down, idNotCommitted, unanswered } from "../support/message-sender-faults";
import { deliver, messagesOf, newMetaChannel } from "../support/messaging";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { peopleOf } from "../support/received";
import { rowsOf } from "../support/rows";
import { enrol, runNow, settle } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { databaseOf } from "../support/scope";

// Instagram tells of each message in the account's name: also of ours, and maybe before it has
// answered us. Each makes exactly one message.

let client: Client;
let channel: Channel;
let person: Recipient;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client, "instagram");
  person = await newRecipient(client, channel);
});

const echo = async (mid: string, text = "Hello", more: object = {}, to = person.number) => {
  const { entry } = echoOf({ mid, text, is_echo: true, ...more }, to, Date.now());
  const { status } = await deliver(channel, {
    entry: entry.map((one) => ({ ...one, id: channel.external_id! })),
  });
  expect(status).toBe(200);
};
const edit = (mid: string, text: string) => {
  const event = {
    ...{ sender: { id: channel.external_id }, recipient: { id: person.number } },
    ...{ timestamp: Date.now() + 1, message_edit: { mid, text, num_edit: 1 } },
  };
  return deliver(channel, { entry: [{ id: channel.external_id, messaging: [event] }] });
};
const queue = (text = "Hello") => queueWithoutWakeUp(client, person.leadId, { text });
const metadata = ({ id }: { id: number }) => ({ metadata: `msg_${id}` });
const withoutSenders = { ...testEnv, MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER };
const settleLate = (ms = 61_000) =>
  later(ms, () => wakeMessageSenders(withoutSenders, databaseOf(), 300));
/** As the sender has it while it waits for an answer, and when that is lost. */
const become = ({ id }: { id: number }, status: "sending" | "unknown") =>
  rowsOf(
    `update messages set status = ?, attempts = 1, updated_at = ?,
       next_attempt_at = iif(?1 = 'sending', 0, null) where id = ?`,
    ...[status, Date.now(), id],
  );
const stored = () =>
  rowsOf(
    `select origin, status, external_id as mid, text from messages
     where channel_id = ? order by id`,
    channel.id,
  );
const heldCount = async () =>
  (await rowsOf("select 1 from held_echoes where channel_id = ?", channel.id)).length;
const ours = (mid: string, status = "sent", text = "Hello") => ({
  ...{ origin: null, status, mid, text },
});
const theirs = (mid: string, text = "Hello") => ({
  ...{ origin: "native_app", status: "sent", mid, text },
});

describe("the echo of a message of ours", () => {
  it("with its metadata is settled before the answer, and with and after it changes nothing", async () => {
    const message = await queue();
    let mid = "";
    await atCall(channel.id, 2, async (commit) => {
      mid = await idNotCommitted(channel.id);
      await echo(mid, "Hello", metadata(message));
      expect(await stored()).toEqual([ours(mid)]);
      return commit();
    });
    await runMessageSender(channel.id);
    await Promise.all([echo(mid, "Hello", metadata(message)), echo(mid)]);
    expect(await stored()).toEqual([ours(mid)]);
    expect(await requestsTo(`token-of-${channel.external_id}`)).toMatchObject([
      { body: { message: { text: "Hello", ...metadata(message) } } },
    ]);
  });

  it.each([
    ["goes through", undefined],
    ["fails", down],
    ["is applied, but not answered", unanswered],
  ])("without metadata waits for the commit, which %s", async (_, around) => {
    await queue();
    let mid = "";
    await atCall(channel.id, 2, async (commit) => {
      mid = await idNotCommitted(channel.id);
      await Promise.all([echo(mid), echo(mid)]);
      expect(await heldCount()).toBe(1);
      return around ? around(commit) : commit();
    });
    await runMessageSender(channel.id).catch(() => undefined);
    await runMessageSender(channel.id);
    await echo(mid);
    expect([await stored(), await heldCount()]).toEqual([[ours(mid)], 0]);
  });

  it("settles a message whose answer is lost, by its metadata or its text", async () => {
    const [one, other] = [await queue(), await queue("Bye")];
    for (const message of [one, other]) await become(message, "unknown");
    await echo("mid.1", "Hello", metadata(one));
    expect(await stored()).toEqual([ours("mid.1"), { ...ours("", "unknown", "Bye"), mid: null }]);
    // The platform trims, and knows nothing of us.
    await echo("mid.2", " Bye ");
    await settleLate(30_000);
    expect(await heldCount()).toBe(1);
    await Promise.all([settleLate(), settleLate()]);
    await echo("mid.2", "Bye");
    expect(await stored()).toEqual([ours("mid.1"), ours("mid.2", "sent", "Bye")]);
    expect(await heldCount()).toBe(0);
  });

  it("is told apart from an equal one, in their order, and each settles one", async () => {
    for (const _ of [1, 2]) await become(await queue(), "unknown");
    for (const n of [1, 2, 3]) await echo(`mid.${n}`);
    await settleLate();
    expect(await stored()).toEqual([ours("mid.1"), ours("mid.2"), theirs("mid.3")]);
  });

  it("waits as long as its message is being sent", async () => {
    const message = await queue();
    await become(message, "sending");
    await echo("mid.1");
    await settleLate();
    expect(await heldCount()).toBe(1);
    await rowsOf(
      `update messages set status = 'sent', external_id = 'mid.1', next_attempt_at = null
       where id = ?`,
      message.id,
    );
    await settleLate();
    expect([await stored(), await heldCount()]).toEqual([[ours("mid.1")], 0]);
  });

  it("makes nobody a lead whose lead is gone", async () => {
    await echo("mid.1", "Hello", { metadata: "msg_1" }, "99887766");
    expect(await peopleOf(client)).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });
});

describe("the echo of a private reply, which has no mark of ours", () => {
  const template = { type: "template", payload: { template_type: "button" } };
  const FORMS = [
    ["a text", {}, { text: "Hello" }],
    [
      "buttons",
      { type: "buttons", buttons: [{ id: "a", title: "This" }] },
      { text: undefined, attachments: [template] },
    ],
  ] as const;

  /** A private reply that is queued to a lead with an active run. Returns how it is echoed. */
  async function newReply(content: object, echoed: object) {
    const author = `7${Date.now()}`;
    const lead = await newLead(client, { phone: null });
    await rowsOf(
      `insert into lead_identities (workspace_id, kind, value, lead_id, channel_id, created_at,
         updated_at) values (?, 'instagram_id', ?, ?, ?, 1, 1) returning lead_id`,
      ...[client.workspaceId, author, lead.id, channel.id],
    );
    await order(`token-of-${channel.external_id}`, { commenters: { [`c${author}`]: author } });
    const external = `c${author}`;
    const comment = await newComment(client, channel.id, { lead: lead.id, external, author });
    const asleep = clientWithoutWakeUps(client);
    const nodes = { wait: ["delay", { seconds: 3_600 }] };
    const platform = { platform: "instagram", is_active: true, ...flowOf(nodes as never) };
    const run = await enrol(asleep, (await newScenario(asleep, platform)).id, lead.id);
    await settle(client);
    const input = { text: "Hello", comment_id: comment, ...content };
    const message = await queueWithoutWakeUp(client, lead.id, input);
    await asleep.patch("/settings", { reply_pauses_runs: true });
    return {
      message,
      echoAs: (mid: string) => echo(mid, "", echoed, author),
      expectOne: async (mid: string) => {
        expect([await stored(), await heldCount()]).toEqual([[ours(mid)], 0]);
        expect(await runNow(client, run)).toMatchObject({ state: "waiting", paused_at: null });
        expect(await peopleOf(client)).toHaveLength(2);
      },
    };
  }

  it.each(FORMS)("of %s is that reply before and after the answer", async (_, content, echoed) => {
    const { echoAs, expectOne } = await newReply(content, echoed);
    let mid = "";
    await atCall(channel.id, 2, async (commit) => {
      mid = await idNotCommitted(channel.id);
      await echoAs(mid);
      return commit();
    });
    await runMessageSender(channel.id);
    await expectOne(mid);
    await echoAs(mid);
    await settleLate();
    await expectOne(mid);
  });

  it.each(FORMS)("of %s is that reply though the answer was lost", async (_, content, echoed) => {
    const { message, echoAs, expectOne } = await newReply(content, echoed);
    await become(message, "unknown");
    await echoAs("mid.1");
    await settleLate();
    await expectOne("mid.1");
  });
});

describe("the echo of what somebody else has written", () => {
  it("is a message at once, and opens nothing", async () => {
    await echo("mid.1", "I call you", {}, "99887766");
    const people = await peopleOf(client);
    expect(people.map(({ conversations: [talk] }) => talk?.unread_count)).toEqual([0, 0]);
    expect(people[1]?.conversations).toMatchObject([{ window: { is_open: false } }]);
    expect(await stored()).toEqual([theirs("mid.1", "I call you")]);
  });

  it("is changed and erased as it is in the app, where nothing of ours is", async () => {
    const message = await queue();
    await rowsOf("update messages set external_id = 'mid.0' where id = ?", message.id);
    await echo("mid.1", "I call you");
    for (const mid of ["mid.0", "mid.1"]) await edit(mid, "Later");
    expect((await stored()).map(({ text }) => text)).toEqual(["Hello", "Later"]);
    for (const mid of ["mid.0", "mid.1"]) await echo(mid, "", { is_deleted: true });
    expect((await stored()).map(({ text }) => text)).toEqual(["Hello", null]);
  });

  it("waits beside a message of ours, and is stored once that is known, with its own time", async () => {
    await become(await queue(), "unknown");
    await echo("mid.1", "I call you");
    expect(await heldCount()).toBe(1);
    await settleLate();
    expect(await stored()).toEqual([
      { ...ours("", "unknown"), mid: null },
      theirs("mid.1", "I call you"),
    ]);
  });

  it.each(["sending", "unknown"] as const)(
    "is no public reply of ours with the same words that is %s",
    async (status) => {
      const message = await queue();
      await rowsOf("update messages set type = 'comment_reply' where id = ?", message.id);
      await become(message, status);
      await echo("mid.1");
      expect(await stored()).toEqual([{ ...ours("", status), mid: null }, theirs("mid.1")]);
    },
  );

  it("brings its files, also where it has waited; those of a story are not fetched", async () => {
    const { url } = await newFile(fileOf("a selfie", "image/webp"));
    const attached = (type: string) => ({
      ...{ text: undefined, attachments: [{ type, payload: { url } }] },
    });
    await echo("mid.1", "", attached("image"));
    await become(await queue(), "unknown");
    await echo("mid.2", "", attached("image"));
    await echo("mid.3", "", attached("story_mention"));
    expect(await heldCount()).toBe(2);
    await settleLate();
    await later(62_000, () => runMediaFetcher(client));
    const { conversations } = (await peopleOf(client))[0]!;
    const messages = await messagesOf(client, conversations[0]!.id);
    const files = messages.map(({ type, media }) => [type, media?.state ?? null]);
    expect(files.toSorted()).toEqual([
      ...[
        ["image", "stored"],
        ["image", "stored"],
        ["story_mention", null],
        ["text", null],
      ],
    ]);
  });

  it("can settle no message of another lead, channel or workspace, nor one that was not tried", async () => {
    const elsewhere = await newMetaChannel(client, "instagram");
    const stranger = await newWorkspace();
    const foreign = await newMetaChannel(stranger, "instagram");
    const others = [
      await queueWithoutWakeUp(client, (await newRecipient(client, channel)).leadId),
      await queueWithoutWakeUp(client, (await newRecipient(client, elsewhere)).leadId, {
        channel_id: elsewhere.id,
      }),
      await queueWithoutWakeUp(stranger, (await newRecipient(stranger, foreign)).leadId),
    ];
    for (const message of others) await become(message, "unknown");
    const untried = await queue();
    for (const [index, message] of [...others, untried].entries())
      await echo(`mid.${index}`, "Mine", metadata(message));
    for (const wrong of ["msg_", "msg_0", "msg_1e3", { msg_1: 1 }, 7])
      await echo(`mid.${JSON.stringify(wrong).length}x`, "Mine", { metadata: wrong });
    const rows = await rowsOf<{ status: string }>(
      "select status from messages where id in (select value from json_each(?)) order by id",
      JSON.stringify([...others, untried].map(({ id }) => id)),
    );
    expect(rows.map(({ status }) => status).toSorted()).toEqual([
      ...["queued", "unknown", "unknown", "unknown"],
    ]);
  });

  it("that is deleted while it waits leaves no text", async () => {
    await become(await queue(), "unknown");
    await echo("mid.1", "Secret");
    await echo("mid.1", "", { is_deleted: true });
    await echo("mid.1", "Secret");
    await settleLate();
    expect((await stored())[1]).toMatchObject({ mid: "mid.1", text: null });
    expect(await rowsOf("select 1 from held_echoes where text = 'Secret'")).toEqual([]);
  });

  it("goes with its conversation, and follows a merge", async () => {
    await order(`token-of-${channel.external_id}`, {});
    await become(await queue(), "unknown");
    await echo("mid.1", "Secret");
    const keep = await newRecipient(client, channel);
    await client.post("/leads/merge", { keep: keep.leadId, merge: person.leadId });
    expect(
      await rowsOf(
        `select lead_id from held_echoes
         cross join conversations on conversations.id = conversation_id
       where held_echoes.channel_id = ?`,
        channel.id,
      ),
    ).toEqual([{ lead_id: keep.leadId }]);
    await client.post(`/leads/${keep.leadId}/erase`);
    expect(await heldCount()).toBe(0);
  });
});
