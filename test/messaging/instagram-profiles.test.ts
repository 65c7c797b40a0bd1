import { beforeEach, describe, expect, it } from "vitest";
import type { Identity } from "#features/leads/identity-schema";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, make, newChannel, newWorkspace } from "../support/api";
import { order, requestsTo } from "../support/graph";
import { runMediaFetcher, unwoken } from "../support/media";
import { deliver, newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { clientAsleep, decideDue, newTriggered } from "../support/trigger-worker";

const PATH = /\?fields=name%2C|\?fields=name,/;
let client: Client;
let channel: Channel;
let serial = 0;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client, "instagram");
});

const newPerson = () => `1784${Date.now()}${++serial}`;

/** Delivers texts of people, without waking the fetcher. */
const write = (people: string[], to: Channel = channel) =>
  deliver(
    to,
    {
      object: "instagram",
      entry: [
        {
          ...{ id: to.external_id, time: Date.now() },
          messaging: people.map((id) => ({
            ...{ sender: { id }, recipient: { id: to.external_id }, timestamp: Date.now() },
            message: { mid: `mid.${crypto.randomUUID()}`, text: "Hello" },
          })),
        },
      ],
    },
    { fetcher: unwoken },
  );

const asked = async (person: string) =>
  (await requestsTo(person)).filter(({ path }) => PATH.test(path));

/** The lead of an account, with the identity. */
async function leadOf(person: string): Promise<{ lead: Lead; identity: Identity | undefined }> {
  const [row] = await rowsOf<{ id: number }>(
    "select lead_id as id from lead_identities where workspace_id = ? and value = ?",
    client.workspaceId,
    person,
  );
  const identities: Identity[] = (await client.get(`/leads/${row?.id}/identities`)).body.data;
  const identity = identities.find(({ value }) => value === person);
  return { lead: (await client.get(`/leads/${row?.id}`)).body.data, identity };
}

const PROFILE = {
  ...{ name: "Ada Uwase Keza", username: "ada.k", follower_count: 812 },
  ...{ is_user_follow_business: true, is_business_follow_user: false, is_verified_user: false },
};

describe("the profile of an Instagram account", () => {
  it("is asked for once, however many messages come at once, and names a lead without a name", async () => {
    const person = newPerson();
    await order(person, { profile: { ...PROFILE, profile_pic: "https://example.com/a.jpg" } });
    await Promise.all([write([person, person]), write([person]), write([person])]);
    await Promise.all([runMediaFetcher(client), runMediaFetcher(client)]);
    await write([person]);
    await runMediaFetcher(client);
    const requests = await asked(person);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer token-of-${channel.external_id}`,
    ]);
    const { lead, identity } = await leadOf(person);
    expect(lead).toMatchObject({ first_name: "Ada", last_name: "Uwase Keza", username: "ada.k" });
    const { name, username, ...flags } = PROFILE;
    expect(identity).toMatchObject({ username, profile: flags, profile_at: expect.any(String) });
    expect((await client.get("/leads?search=uwase")).body.data).toMatchObject([{ id: lead.id }]);
  });

  it("leaves a name that is there already", async () => {
    const person = newPerson();
    await order(person, { profile: PROFILE });
    await write([person]);
    const { lead } = await leadOf(person);
    await client.patch(`/leads/${lead.id}`, { last_name: "Mukamana", username: "her.own" });
    await runMediaFetcher(client);
    expect((await leadOf(person)).lead).toMatchObject({
      ...{ first_name: null, last_name: "Mukamana", username: "her.own" },
    });
  });

  it("is asked for once more a day after a failure, and then never again", async () => {
    const person = newPerson();
    await order(person, { always: { do: "error", status: 400, code: 230, message: "Consent" } });
    const makeDue = () =>
      rowsOf(
        "update lead_identities set profile_due_at = 1 where value = ? and profile_due_at is not null",
        person,
      );
    await write([person]);
    await runMediaFetcher(client);
    const [row] = await rowsOf<{ due: number }>(
      "select profile_due_at - ? as due from lead_identities where value = ?",
      Date.now(),
      person,
    );
    expect(Math.round((row?.due ?? 0) / 3_600_000)).toBe(24);
    for (let day = 0; day < 3; day++) {
      await makeDue();
      await runMediaFetcher(client);
      await write([person]);
    }
    expect(await asked(person)).toHaveLength(2);
    expect((await leadOf(person)).identity).toMatchObject({ profile: null, profile_at: null });
  });

  it("is read from any answer, and by the host of the account's login", async () => {
    const { external_id } = channel;
    await client.put(`/channels/${channel.id}`, {
      ...{ name: "Own login", external_id, login: "instagram" },
    });
    const answers = [
      { name: 7, username: ["a"], follower_count: "many", is_verified_user: "yes" },
      { name: "\u0000", follower_count: -1 },
      { name: "x".repeat(5_000) },
    ];
    for (const profile of answers) {
      const person = newPerson();
      await order(person, { profile });
      await write([person]);
      await rowsOf("update lead_identities set profile_due_at = 1 where value = ?", person);
      await runMediaFetcher(client);
      expect((await asked(person)).map(({ path }) => path.split("?")[0])).toEqual([
        `/instagram/v26.0/${person}`,
      ]);
      const { lead, identity } = await leadOf(person);
      expect((lead.first_name ?? "").length).toBeLessThanOrEqual(255);
      expect(identity?.profile).toEqual({
        ...{ follower_count: null, is_verified_user: null },
        ...{ is_user_follow_business: null, is_business_follow_user: null },
      });
    }
  });

  it("is asked for after a message alone: a comment or an echo asks for none", async () => {
    const asleep = clientAsleep(client);
    await newTriggered(asleep, [{ id: "t", type: "comment", data: {} }], { platform: "instagram" });
    const [commenter, written] = [newPerson(), newPerson()];
    const receive = (entry: object) =>
      deliver(
        channel,
        { object: "instagram", entry: [{ id: channel.external_id, time: Date.now(), ...entry }] },
        { fetcher: unwoken },
      );
    const comment = { id: `c${commenter}`, text: "Price?", media: { id: "1" } };
    await receive({
      changes: [{ field: "comments", value: { ...comment, from: { id: commenter } } }],
    });
    await decideDue(asleep);
    await receive({
      messaging: [
        {
          ...{ sender: { id: channel.external_id }, recipient: { id: written } },
          ...{ timestamp: Date.now() },
          message: { mid: `mid.${written}`, text: "I call you", is_echo: true },
        },
      ],
    });
    await runMediaFetcher(client);
    for (const person of [commenter, written]) {
      expect((await leadOf(person)).lead.id, person).toBeGreaterThan(0);
      expect(await asked(person)).toEqual([]);
    }
    await write([commenter, written]);
    await runMediaFetcher(client);
    for (const person of [commenter, written]) expect(await asked(person)).toHaveLength(1);
  });

  it("is asked for of nobody in a sandbox", async () => {
    const sandbox = await newChannel(client, { platform: "instagram" });
    await make(client, `/channels/${sandbox.id}/inbound`, {
      ...{ from: newPerson(), text: "Hello" },
    });
    expect(
      await rowsOf(
        "select value from lead_identities where workspace_id = ? and profile_due_at is not null",
        client.workspaceId,
      ),
    ).toEqual([]);
  });
});
