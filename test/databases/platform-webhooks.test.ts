import { beforeAll, describe, expect, it } from "vitest";
import { databasesOf } from "#db/placement/databases";
import { freeze, unfreeze } from "#db/placement/freeze";
import type { Channel } from "#features/messaging/channels/schema";
import { eachMinute } from "#features/operations/cron";
import { type Client, call, metaAccount, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { brokenDatabase } from "../support/meter";
import { peopleOf } from "../support/received";
import { directoryDb } from "../support/scope";
import { newWorkspaceInSecond, secondDb, secondRowsOf } from "../support/second-database";
import { serve } from "../support/serve";

let here: Client;
let there: Client;
let channelHere: Channel;

beforeAll(async () => {
  here = await newWorkspace();
  there = await newWorkspaceInSecond();
  channelHere = await newMetaChannel(here);
});

/** Has somebody write to an account, at the URL of a channel. Returns the answer's status. */
const hear = async (
  channel: Pick<Channel, "id" | "platform">,
  account: Pick<Channel, "external_id">,
  number = newNumber(),
) => (await deliver(channel, whatsappBody(account, textFrom(number, "Hello")))).status;

/** The number of people who have written to a channel. */
const writersTo = async (client: Client, { id }: Pick<Channel, "id">) =>
  (await peopleOf(client)).filter(({ conversations }) => conversations[0]?.channel_id === id)
    .length;

const ownersOf = async ({ id }: Pick<Channel, "id">) =>
  (
    await directoryDb
      .prepare("select workspace_id, external_id from channel_owners where id = ?")
      .bind(id)
      .all()
  ).results;

/** The counts that the database of a channel has of accounts that are no channel's. */
const unroutedOf = ({ id }: Pick<Channel, "id">) =>
  secondRowsOf("select account_id from unrouted_webhooks where channel_id = ?", id);

const replacement = ({ external_id }: Pick<Channel, "external_id">) => ({
  name: "Channel",
  external_id,
});

describe("platform webhooks of a workspace in the second database", () => {
  it("are stored there, at the channel's own URL and at one in the first", async () => {
    const channel = await newMetaChannel(there);
    expect(await ownersOf(channel)).toEqual([
      { workspace_id: there.workspaceId, external_id: channel.external_id },
    ]);
    for (const url of [channel, channelHere]) expect(await hear(url, channel)).toBe(200);
    expect(await hear(channel, channelHere)).toBe(200);
    expect(await writersTo(there, channel)).toBe(2);
    expect(await writersTo(here, channelHere)).toBe(1);
    const leadsOf = async (database: D1Database) =>
      (await database.prepare("select distinct workspace_id as id from leads").all()).results;
    expect(await leadsOf(testEnv.DB)).toEqual([{ id: here.workspaceId }]);
    expect(await leadsOf(secondDb)).toEqual([{ id: there.workspaceId }]);
  });

  it("are noted there, as is the handshake", async () => {
    const [one, other] = [await newMetaChannel(there), await newMetaChannel(there)];
    const callsOf = async ({ id }: Channel) => {
      const { data } = (await there.get(`/channels/${id}`)).body;
      return [data.webhook_verified_at !== null, data.last_webhook_at !== null];
    };
    await hear(channelHere, one);
    const query = "hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=1";
    expect((await call("GET", `/webhooks/whatsapp/${other.id}?${query}`)).status).toBe(200);
    expect([await callsOf(one), await callsOf(other)]).toEqual([
      [false, true],
      [true, false],
    ]);
    await hear(other, channelHere);
    expect(await callsOf(other)).toEqual([true, true]);
  });

  it("about the account of channels in both belong to that of the URL's workspace first", async () => {
    const { external_id } = metaAccount();
    const both = [
      await newMetaChannel(here, "whatsapp_cloud", { external_id }),
      await newMetaChannel(there, "whatsapp_cloud", { external_id }),
    ] as const;
    const other = await newMetaChannel(there);
    const number = newNumber();
    for (const client of [here, there]) await newLead(client, { phone: `+${number}` });
    for (const url of [channelHere, other, ...both]) await hear(url, { external_id }, number);
    const messagesTo = async (client: Client, { id }: Channel) =>
      (await peopleOf(client))
        .filter(({ conversations }) => conversations[0]?.channel_id === id)
        .map(({ messages }) => messages.length);
    expect(await messagesTo(here, both[0])).toEqual([2]);
    expect(await messagesTo(there, both[1])).toEqual([2]);
  });

  it("about unknown accounts, or with another app secret, are counted there", async () => {
    const channel = await newMetaChannel(there);
    const account = metaAccount();
    await newMetaChannel(here, "whatsapp_cloud", {
      ...account,
      credentials: { ...account.credentials, app_secret: "another-secret" },
    });
    expect(await hear(channel, account)).toBe(200);
    expect(await unroutedOf(channel)).toEqual([{ account_id: account.external_id }]);
  });

  it("don't wait for another account's workspace that is being moved", async () => {
    const moving = await newWorkspaceInSecond();
    const channel = await newMetaChannel(moving);
    const database = databasesOf(testEnv).open("DB_1");
    await freeze(database, moving.workspaceId);
    const [first, second] = [channel, channelHere].map((account) =>
      whatsappBody(account, textFrom(newNumber(), "Hello")),
    );
    const before = await writersTo(here, channelHere);
    const body = { ...first!, entry: [...first!.entry, ...second!.entry] };
    expect((await deliver(channelHere, body)).status).toBe(503);
    expect(await writersTo(here, channelHere)).toBe(before + 1);
    await unfreeze(database, moving.workspaceId);
    expect((await deliver(channelHere, body)).status).toBe(200);
    expect(await writersTo(moving, channel)).toBe(1);
    expect(await writersTo(here, channelHere)).toBe(before + 1);
  });

  it("follow a channel that becomes another account's, and end with it", async () => {
    const channel = await newMetaChannel(there);
    const after = { external_id: metaAccount().external_id };
    const put = await there.put(`/channels/${channel.id}`, replacement(after));
    expect(put.body.data.external_id).toBe(after.external_id);
    expect(await ownersOf(channel)).toMatchObject([after]);
    await hear(channelHere, channel);
    expect(await writersTo(there, channel)).toBe(0);
    await hear(channelHere, after);
    expect(await writersTo(there, channel)).toBe(1);
    expect((await there.delete(`/channels/${channel.id}`)).status).toBe(200);
    expect(await ownersOf(channel)).toEqual([]);
    expect(await hear(channel, after)).toBe(404);
    await hear(channelHere, after);
    expect(await writersTo(there, channel)).toBe(1);
  });

  it("find a channel once the cron has told the directory, where the request could not", async () => {
    const { external_id, credentials } = metaAccount();
    const fetcher = (request: Request) => serve(request, { DIRECTORY: brokenDatabase() });
    const json = { platform: "whatsapp", provider: "whatsapp_cloud", name: "Late" };
    const created = await there.post(
      "/channels",
      { ...json, external_id, credentials },
      { fetcher },
    );
    expect(created.status).toBe(500);
    const [channel] = (await there.get("/channels")).body.data;
    expect(channel).toMatchObject({ external_id });
    expect(await hear(channel, channel)).toBe(404);
    await eachMinute(testEnv);
    const answer = await call("GET", `/webhooks/whatsapp/${channel.id}`);
    expect([answer.status, await ownersOf(channel)]).toMatchObject([404, [{ external_id }]]);
    await hear(channelHere, channel);
    expect(await writersTo(there, channel)).toBe(1);
    expect(await secondRowsOf("select * from outbox")).toEqual([]);
  });
});
