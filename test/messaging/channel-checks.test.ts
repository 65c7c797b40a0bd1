import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, make, newChannel, newLead, newWorkspace } from "../support/api";
import { eventually } from "../support/eventually";
import { order, release, requestsTo } from "../support/graph";
import { fileOf, newFileAtMeta, receiveFile, runMediaFetcher } from "../support/media";
import { newGatewayChannel } from "../support/message-sender";
import { newMetaChannel, newNumber, sendDue } from "../support/messaging";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const checkedOf = async ({ id }: Channel) => {
  const { checked_at: at, check_error: error }: Channel = (await client.get(`/channels/${id}`)).body
    .data;
  return { at, error };
};
const check = ({ id }: Channel, by = client) => by.post(`/channels/${id}/check`);
/** The double answers for the account `key`. */
const knows = (key: string | null) =>
  order(key ?? "", { always: { do: "accept", answer: { id: "42" } } });
const refuses = (key: string | null) =>
  order(key ?? "", {
    always: { do: "error", status: 401, code: 190, message: "The session is invalid." },
  });
async function send(channel: Channel) {
  const { id } = await newLead(client, { phone: `+${newNumber()}` });
  const template = { name: "hello", language: "en" };
  const message = { channel_id: channel.id, type: "template", template };
  await make(client, `/leads/${id}/messages`, message);
  await sendDue(channel.id);
}
const CHECKED = { at: expect.any(String), error: null };
const UNCHECKED = { at: null, error: null };

describe("a channel is checked", () => {
  it("by nothing but a call that its provider takes", async () => {
    const channel = await newMetaChannel(client);
    expect(await checkedOf(channel)).toEqual(UNCHECKED);
    await order(channel.external_id!, { queue: [{ do: "error", status: 400, code: 131026 }] });
    await send(channel);
    expect(await checkedOf(channel)).toEqual(UNCHECKED);
    await send(channel);
    expect(await checkedOf(channel)).toEqual(CHECKED);
  });

  it("by a message that a gateway takes, and never in a sandbox", async () => {
    const [{ channel: gateway }, sandbox] = [
      await newGatewayChannel(client),
      await newChannel(client),
    ];
    await send(gateway);
    await send(sandbox);
    expect(await checkedOf(gateway)).toEqual(CHECKED);
    expect(await checkedOf(sandbox)).toEqual(UNCHECKED);
    for (const channel of [gateway, sandbox]) expect((await check(channel)).status).toBe(409);
  });

  it("by a file that Meta gives, and by a sync of its templates", async () => {
    const [fetching, syncing] = [
      await newMetaChannel(client),
      await newMetaChannel(client, "whatsapp_cloud", { business_account_id: "7700700" }),
    ];
    const { id } = await newFileAtMeta(fileOf("the bytes of a picture"));
    await receiveFile(client, fetching, { id, mime_type: "image/jpeg" });
    await runMediaFetcher(client);
    expect(await checkedOf(fetching)).toEqual(CHECKED);
    await refuses("7700700");
    await rowsOf("update channels set sync_tried_at = null where id = ?", syncing.id);
    await client.post(`/channels/${syncing.id}/templates/sync`);
    expect(await checkedOf(syncing)).toEqual(UNCHECKED);
    await order("7700700", { always: null, templates: [] });
    await rowsOf("update channels set sync_tried_at = null where id = ?", syncing.id);
    await client.post(`/channels/${syncing.id}/templates/sync`);
    expect(await checkedOf(syncing)).toEqual(CHECKED);
  });

  it.each(["whatsapp_cloud", "instagram"] as const)("by a request, on %s", async (provider) => {
    const channel = await newMetaChannel(client, provider);
    const key = provider === "instagram" ? "me" : channel.external_id;
    await refuses(key);
    const before = (await requestsTo(key!)).length;
    const refused = await check(channel);
    expect([refused.status, refused.body.data]).toEqual([
      200,
      {
        ...{ ...channel, check_error: "(#190) The session is invalid." },
        faults: [{ about: "token", detail: "(#190) The session is invalid." }],
      },
    ]);
    await knows(key);
    expect((await check(channel)).body.data).toEqual({
      ...{ ...channel, checked_at: CHECKED.at, faults: [] },
    });
    await order(key!, { always: { do: "status", status: 200, body: "no json" } });
    expect((await check(channel)).body.data.check_error).toBe("Meta's answer can't be read.");
    await order(key!, { always: { do: "reset" } });
    expect((await check(channel)).body.data.check_error).toBe("Meta does not answer.");
    // Each a GET of the account alone, with the channel's token.
    const all = (await requestsTo(key!)).slice(before);
    const asked = all.filter(({ path }) => path.endsWith("?fields=id"));
    expect(asked.map(({ method }) => method)).toEqual(["GET", "GET", "GET", "GET"]);
    expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer token-of-${channel.external_id}`]),
    );
  });

  it("only for as long as its credentials and its account stay", async () => {
    const channel = await newMetaChannel(client);
    const { name, external_id } = channel;
    await knows(external_id);
    const after = async (json: object) => {
      await check(channel);
      expect(await checkedOf(channel)).toEqual(CHECKED);
      await client.put(`/channels/${channel.id}`, { name, external_id, ...json });
      return checkedOf(channel);
    };
    expect(await after({ name: "Other" })).toEqual(CHECKED);
    expect(await after({ credentials: { access_token: "another-token" } })).toEqual(UNCHECKED);
    expect(await after({ external_id: "4711" })).toEqual(UNCHECKED);
  });

  it("not by an answer to credentials that were replaced meanwhile", async () => {
    const channel = await newMetaChannel(client);
    const { id, name, external_id } = channel;
    await order(external_id!, { queue: [{ do: "hold" }] });
    const sent = send(channel);
    await eventually(async () => expect(await requestsTo(external_id!)).toHaveLength(1));
    const credentials = { access_token: "another-token" };
    await client.put(`/channels/${id}`, { name, external_id, credentials });
    await release(external_id!);
    await sent;
    expect(await checkedOf(channel)).toEqual(UNCHECKED);
    await send(channel);
    expect(await checkedOf(channel)).toEqual(CHECKED);
  });

  it("once an hour, however much it sends, and again at once after a failed check", async () => {
    const channel = await newMetaChannel(client);
    await send(channel);
    const { at } = await checkedOf(channel);
    await send(channel);
    expect(await checkedOf(channel)).toEqual({ at, error: null });
    await rowsOf("update channels set check_error = 'No' where id = ?", channel.id);
    await send(channel);
    expect(await checkedOf(channel)).toEqual(CHECKED);
  });

  it("for its own workspace alone, with little work", async () => {
    const channel = await newMetaChannel(client);
    await knows(channel.external_id);
    expect((await check(channel, await newWorkspace())).status).toBe(404);
    const meter = await meterOf((fetcher) =>
      client.post(`/channels/${channel.id}/check`, {}, { fetcher }),
    );
    expect(meter.rowsWritten).toBeLessThanOrEqual(2);
  });
});
