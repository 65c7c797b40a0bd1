import { beforeEach, describe, expect, it } from "vitest";
import type { Comment } from "#features/messaging/comments/schema";
import { cleanUpAll } from "#features/operations/cron";
import { DAY_MS } from "#lib/time";
import { ACCOUNT_ID, bodies, bodyOf, bodyWith, events, PERSON_ID } from "../fixtures/instagram";
import { type Client, newChannel, newLead, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { evaluated, explainStart, foretold } from "../support/explanations";
import { flowOf } from "../support/flow";
import { down, unanswered } from "../support/message-sender-faults";
import { deliver, newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { settle } from "../support/run-scheduler";
import {
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  serveAsleep,
  startsIn,
} from "../support/trigger-worker";
import { atCall, decideOnce } from "../support/trigger-worker-faults";

// Comments start scenarios, and make leads of those alone who start one.

let client: Client;
let channel: Awaited<ReturnType<typeof newMetaChannel>>;
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  channel = await newMetaChannel(client, "instagram", { external_id: ACCOUNT_ID });
});

const instagram = { platform: "instagram" };
const trigger = (data: object = {}, id = "t") => ({ id, type: "comment", data });
const triggered = (data: object = {}) => newTriggered(client, [trigger(data)], instagram);
const receive = (body: unknown) => deliver(channel, body, { fetcher: serveAsleep });
async function switchTo(id: number, is_active: boolean) {
  const { name, platform, nodes, edges } = (await client.get(`/scenarios/${id}`)).body.data;
  const body = { name, platform, nodes, edges, is_active };
  expect((await client.put(`/scenarios/${id}`, body)).status).toBe(200);
}
const counted = async (table: string) =>
  (
    await rowsOf<{ n: number }>(
      `select count(*) as n from ${table} where workspace_id = ?`,
      client.workspaceId,
    )
  )[0]?.n;
const leads = async () => (await client.get("/leads?per_page=100")).body.data;
const comments = async (query = "") => (await client.get(`/comments${query}`)).body.data;
let serial = 0;
/** A body with a comment of now. */
const commented = (value: object = {}) => {
  const [entry] = bodies.comment.entry;
  const [change] = (entry as unknown as { changes: { value: object }[] }).changes;
  const own = { ...change!.value, id: `c${++serial}`, ...value };
  return bodyWith({ time: Date.now(), changes: [{ field: "comments", value: own }] });
};
const comment = (value: object = {}) => receive(commented(value));
const by = (id: string) => ({ from: { id, username: `user${id}` } });

describe("a comment", () => {
  it("that comes ten times at once is stored, told and starts once", async () => {
    const { id: scenario } = await triggered({ words: ["price"] });
    const body = commented();
    await Promise.all(Array.from({ length: 10 }, () => receive(body)));
    await Promise.all([decideDue(client), decideDue(client)]);
    const [lead, ...others] = await leads();
    expect([others, lead]).toMatchObject([[], { username: "ada", source: "instagram" }]);
    const [row, ...more] = await comments();
    expect([more, row]).toMatchObject([
      [],
      { lead_id: lead.id, text: "Price?", media_id: "17887" },
    ]);
    const { data } = (await client.get("/events?type[]=comment.received")).body;
    expect(data).toMatchObject([{ data: { comment_id: row.id, comment: { author: row.author } } }]);
    const startedBy = { type: "comment", comment_id: row.id, message_id: null };
    const runs = (await client.get(`/runs?lead_id=${lead.id}`)).body.data;
    expect(runs).toMatchObject([{ scenario_id: scenario, started_by: startedBy }]);
    const started = (await client.get("/events?type[]=run.started")).body.data;
    expect(started).toMatchObject([{ data: { started_by: startedBy } }]);
    expect((await client.get(`/leads/${lead.id}/identities`)).body.data).toMatchObject([
      { kind: "instagram_id", value: PERSON_ID, channel_id: channel.id, username: "ada" },
    ]);
    expect((await startsIn(client))[0]?.channel).toBe(channel.id);
  });

  it("is not stored while no trigger reacts to one, and read by nobody else", async () => {
    const { id } = await triggered();
    await switchTo(id, false);
    await comment();
    expect(await counted("comments")).toBe(0);
    await switchTo(id, true);
    await comment();
    expect(await comments()).toHaveLength(1);
    expect((await (await newWorkspace()).get("/comments")).body.data).toEqual([]);
  });

  it("makes nobody a lead by itself, and is of the one whom a message makes", async () => {
    await triggered({ words: ["other"] });
    await comment();
    await comment(by("77"));
    await decideDue(client);
    expect([await leads(), await outcomesIn(client)]).toEqual([[], []]);
    await receive(bodyOf(events.text));
    const [lead] = await leads();
    expect(await comments(`?lead_id=${lead.id}`)).toMatchObject([{ author: { id: PERSON_ID } }]);
    await rowsOf("update comments set created_at = ?", Date.now() - 9 * DAY_MS);
    await cleanUpAll(testEnv);
    expect(await comments()).toMatchObject([{ lead_id: lead.id }]);
  });

  it("is one of 100 at most that are kept of somebody who is no lead", async () => {
    await triggered({ words: ["other"] });
    const many = () => Array.from({ length: 95 }, () => commented().entry[0]);
    for (const _ of [1, 2]) await receive({ object: "instagram", entry: many() });
    expect(await counted("comments")).toBe(100);
  });

  it("of the account itself is none, nor is one that is 12 hours old a cause", async () => {
    await triggered();
    await receive(bodies.ownComment);
    await receive(bodies.ownCommentBySelf);
    // An id that would be another path of Meta's.
    for (const id of ["..", ".", "1/likes", "1?x"]) await comment({ id });
    expect(await counted("comments")).toBe(0);
    await receive(bodies.comment);
    await decideDue(client);
    expect([await leads(), await outcomesIn(client)]).toEqual([[], [["too_old", "t too_old"]]]);
  });

  it("that is our own public reply starts nothing, also where replies count", async () => {
    const under = flowOf({ under: ["comment_reply", { texts: ["Price? In your messages"] }] });
    const more = { ...instagram, ...under };
    await newTriggered(client, [trigger({ replies: true, again: "always" })], more);
    await comment({ id: "c-first" });
    await decideDue(client);
    await settle(client);
    const [sent] = await rowsOf<{ id: string; text: string }>(
      `select external_id as id, text from messages where workspace_id = ?`,
      client.workspaceId,
    );
    const own = { id: sent!.id, text: sent!.text, parent_id: "c-first" };
    await comment({ ...own, from: { id: ACCOUNT_ID, username: "acme" } });
    await comment({ ...own, from: { id: "987", username: "acme", self_ig_scoped_id: "987" } });
    await decideDue(client);
    expect([(await startsIn(client)).length, await counted("comments")]).toEqual([1, 1]);
    expect([sent!.text, (await leads()).length]).toEqual(["Price? In your messages", 1]);
  });

  it("starts once for each post, unless a run has just begun", async () => {
    await triggered();
    await comment();
    await comment();
    await decideDue(client);
    const over = `update runs set ended_at = 1, state = 'completed', created_at = created_at - 9000
      where workspace_id = ?`;
    await rowsOf(over, client.workspaceId);
    await comment();
    await decideDue(client);
    await comment({ media: { id: "2" } });
    await decideDue(client);
    expect((await outcomesIn(client)).map(([outcome]) => outcome)).toEqual([
      ...["started", "run_beginning", "started_before", "started"],
    ]);
    expect(await leads()).toHaveLength(1);
  });

  it("is left to whoever has the commenter's conversation", async () => {
    await triggered();
    await receive(bodyOf(events.text));
    const [talk] = (await client.get("/conversations")).body.data;
    const me = (await client.get("/me")).body.data.token.id;
    await client.patch(`/conversations/${talk.id}`, { assignee_id: me });
    await comment();
    await decideDue(client);
    expect(await outcomesIn(client)).toEqual([["handled_by_person", "t handled_by_person"]]);
  });
});

describe("whoever has unsubscribed", () => {
  const unsubscribe = async () => {
    await receive(bodyOf({ message: { mid: "stop", text: "STOP" } }));
    const [lead] = await leads();
    await client.delete(`/leads/${lead.id}`);
  };

  it("gets nothing for a comment, and becomes no lead", async () => {
    await triggered();
    await unsubscribe();
    await comment();
    const [row] = await comments();
    const before = await explainStart(client, { comment_id: row.id });
    await decideDue(client);
    const { evaluation } = await explainStart(client, { comment_id: row.id });
    expect(before).toMatchObject({ lead_id: null, outcome: "opted_out" });
    expect(evaluated(evaluation)).toEqual(foretold(before));
    expect(evaluation).toMatchObject({ lead_id: null, comment_id: row.id });
    expect(await leads()).toEqual([]);
  });

  it("does so also after the claim", async () => {
    await triggered();
    await comment();
    await atCall(client, 2, async (call) => {
      await rowsOf(
        `insert into suppressions (workspace_id, kind, hash, at, created_at)
         select workspace_id, 'instagram_id', author_hash, 1, 1 from comments
         where workspace_id = ?`,
        client.workspaceId,
      );
      return call();
    });
    await decideDue(client);
    expect([await leads(), await outcomesIn(client)]).toEqual([[], [["opted_out", "t opted_out"]]]);
  });
});

describe("a commenter becomes one lead", () => {
  it("where a message comes between the claim and the commit", async () => {
    await triggered();
    await comment();
    await atCall(client, 2, async (call) => {
      await receive(bodyOf(events.text));
      return call();
    });
    await decideDue(client);
    const [lead, ...others] = await leads();
    expect(others).toEqual([]);
    expect(await startsIn(client)).toMatchObject([{ lead: lead.id }]);
  });

  it.each([
    ["before", down],
    ["after", unanswered],
  ] as const)("where the worker dies %s the commit", async (_, around) => {
    await triggered();
    await comment();
    await atCall(client, 2, around);
    await decideOnce(client);
    await decideDue(client);
    expect([(await leads()).length, (await startsIn(client)).length]).toEqual([1, 1]);
  });

  it("and none where the scenario is paused meanwhile", async () => {
    const { id } = await triggered();
    await comment();
    await atCall(client, 2, async (call) => {
      await switchTo(id, false);
      return call();
    });
    await decideDue(client);
    expect([await leads(), await startsIn(client)]).toEqual([[], []]);
  });

  it("each, where many comment at once", async () => {
    await triggered();
    const value = (n: number) => commented(by(String(n % 30))).entry[0];
    const entry = Array.from({ length: 60 }, (_, n) => value(n));
    await receive({ object: "instagram", entry });
    await decideDue(client);
    expect([(await leads()).length, (await startsIn(client)).length]).toEqual([30, 30]);
  });
});

it("is known to its run by the text and the post that it fitted, until it is erased", async () => {
  const said = "{{trigger.text|gone}} under {{trigger.media_id|gone}}";
  const node = (name: string) =>
    ["update_lead", { variables: { [name]: said } }] satisfies [string, unknown];
  const graph = flowOf(
    { now: node("now"), pause: ["delay", { seconds: 60 }], later: node("later") },
    "now > pause > later",
  );
  await newTriggered(client, [trigger()], { ...instagram, ...graph });
  await comment();
  await decideDue(client);
  await settle(client);
  await rowsOf("delete from comments where workspace_id = ?", client.workspaceId);
  await later(61_000, () => settle(client));
  const [{ id }] = await leads();
  expect((await client.get(`/leads/${id}`)).body.data.variables).toEqual({
    ...{ now: "Price? under 17887", later: "gone under gone" },
  });
});

describe("a gateway's comment", () => {
  const path = (id: number) => `/channels/${id}/comments`;
  const body = { from: "5", username: "bea", media_id: "1", text: "Price?", external_id: "x" };

  it("is stored once, and starts as one of Instagram's", async () => {
    const { id } = await newChannel(client, instagram);
    expect((await client.post(path(id), body)).body.data).toEqual({ comment: null });
    await triggered();
    const [first, again] = [await client.post(path(id), body), await client.post(path(id), body)];
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    await decideDue(client);
    expect(await startsIn(client)).toMatchObject([{ channel: id }]);
    expect(await comments(`?channel_id=${id}&media_id=1`)).toHaveLength(1);
    expect(await comments(`?channel_id=${channel.id}`)).toEqual([]);
  });

  it("is its author's on each channel, whatever has the same id on another platform", async () => {
    await triggered({ words: ["price"] });
    const two = [await newChannel(client, instagram), await newChannel(client, instagram)];
    const [here, there] = two.map(({ id }) => path(id));
    await rowsOf(
      `insert into lead_identities (workspace_id, kind, value, lead_id, created_at, updated_at)
       select workspace_id, 'wa_id', '5', id, 1, 1 from leads where id = ? returning lead_id`,
      (await newLead(client)).id,
    );
    await client.post(there!, { ...body, external_id: "y", text: "Nice" });
    await client.post(here!, body);
    expect((await comments()).map((one: Comment) => one.lead_id)).toEqual([null, null]);
    await decideDue(client);
    const [start] = await startsIn(client);
    expect((await comments()).map((one: Comment) => one.lead_id)).toEqual([
      start?.lead,
      start?.lead,
    ]);
  });

  it("makes its author known to a channel in the place of another, as a message would", async () => {
    await triggered();
    const [old, anew] = [await newChannel(client, instagram), await newChannel(client, instagram)];
    await client.post(path(old.id), body);
    await decideDue(client);
    const [lead] = await leads();
    const knownTo = async () =>
      (await client.get(`/leads/${lead.id}/identities`)).body.data[0].channel_id;
    expect(await knownTo()).toBe(old.id);
    await client.post(path(anew.id), body);
    expect(await knownTo()).toBe(anew.id);
    // A comment that comes again says nothing new.
    await client.post(path(old.id), body);
    expect(await knownTo()).toBe(anew.id);
  });

  it("is of an account as the platform names it", async () => {
    const { id } = await newChannel(client, instagram);
    for (const from of ["@bea", "5 6", "-1", "5".repeat(41)])
      expect((await client.post(path(id), { ...body, from })).body.errors).toEqual({
        from: [expect.stringContaining("format")],
      });
    const wrong = { ...body, from: "@bea", media_id: 7 };
    expect(Object.keys((await client.post(path(id), wrong)).body.errors)).toEqual([
      ...["from", "media_id"],
    ]);
  });

  it("is refused where the platform has none, or Meta tells them", async () => {
    const { id } = await newChannel(client);
    for (const one of [id, channel.id])
      expect((await client.post(path(one), body)).status).toBe(409);
  });
});
