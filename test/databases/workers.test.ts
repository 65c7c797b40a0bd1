import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { principals } from "#features/access/tokens/principals";
import type { Channel } from "#features/messaging/channels/schema";
import { runUntilIdle } from "../support/alarms";
import { analyse } from "../support/analyses";
import {
  type Client,
  make,
  newLead,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { click, flushAndClassify, later } from "../support/clicks";
import { eventually } from "../support/eventually";
import { flowOf } from "../support/flow";
import { webhookUrl } from "../support/graph";
import {
  deliver,
  newMetaChannel,
  newNumber,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { peopleOf } from "../support/received";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";
import { newWorkspaceInSecond, secondDb, secondRowsOf } from "../support/second-database";
import { bindWebhookSender, newEndpoint, typesSentTo, webhookSenderOf } from "../support/webhooks";

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspaceInSecond();
  channel = await newMetaChannel(client);
});

/** Creates an endpoint on this machine, which the double knows by its `key`. */
async function newReceiver(types: string[]) {
  const key = crypto.randomUUID();
  const { id } = await newEndpoint(client, { event_types: types });
  await secondDb
    .prepare("update webhook_endpoints set url = ? where id = ?")
    .bind(webhookUrl(key), id)
    .run();
  await bindWebhookSender(id);
  // Idle for 10 s, the object would leave the memory, and come back without what is bound here.
  const binding = setInterval(() => bindWebhookSender(id), 1_000);
  onTestFinished(() => clearInterval(binding));
  return { id, key };
}

describe("the workers of a workspace in the second database", () => {
  it("send a scenario's link, count its click, tag the lead, and tell the client", async () => {
    const { id, key } = await newReceiver(["message.delivered", "lead.tag_added"]);
    const tag = await newTag(client);
    const link = await newShortLink(client, { tag_on_clicked_id: tag.id });
    const { id: scenarioId } = await newScenario(client, {
      is_active: true,
      ...flowOf({ hello: ["message", { text: `See ${link.template_variable_url}` }] }),
    });
    const number = newNumber();
    const lead = await newLead(client, { phone: `+${number}` });
    await deliver(channel, whatsappBody(channel, textFrom(number, "Hello")));
    await make(client, `/scenarios/${scenarioId}/leads`, { lead_id: lead.id });
    const sent = await eventually(async () => {
      const [person] = await peopleOf(client);
      const message = person?.messages.find(({ direction }) => direction === "outbound");
      expect(message).toMatchObject({ status: "sent" });
      return message!;
    });
    await deliver(channel, whatsappBody(channel, statusOf(sent, "delivered")));
    const [url = ""] = /https:\S+/.exec(sent.text ?? "") ?? [];
    await eventually(async () => expect(await typesSentTo(key)).toEqual(["message.delivered"]));
    // A click right after the sending would be taken for a scanner's.
    await later(10_000, async () => {
      expect((await click(url)).status).toBe(302);
      await flushAndClassify(link.id);
    });
    // The alarm that this has set is some seconds ahead.
    await runUntilIdle(webhookSenderOf(id), id, client.workspaceId);
    // The alarm may have gone off by itself, and be at it still.
    await eventually(async () =>
      expect(await typesSentTo(key)).toEqual(["message.delivered", "lead.tag_added"]),
    );
    expect((await client.get(`/short-links/${link.id}`)).body.data).toMatchObject({
      clicks_count: 1,
    });
    expect((await client.get(`/leads/${lead.id}`)).body.data.tags).toMatchObject([{ id: tag.id }]);
  });

  it("analyse a conversation", async () => {
    const number = newNumber();
    const lead = await newLead(client, { phone: `+${number}` });
    await deliver(channel, whatsappBody(channel, textFrom(number, "I turned 34 last week.")));
    expect(await analyse(client, lead.id)).toMatchObject([{ status: "completed" }]);
  });

  it("remove what is behind a deleted tag", async () => {
    const tag = await newTag(client);
    const lead = await newLead(client);
    await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] });
    expect((await client.delete(`/tags/${tag.id}`)).status).toBe(200);
    await eventually(async () => {
      expect(await secondRowsOf("select * from removals")).toEqual([]);
    });
    expect(await secondRowsOf("select * from lead_tags where tag_id = ?", tag.id)).toEqual([]);
  });

  it("leave the first database alone", async () => {
    const { workspaceId } = client;
    for (const table of ["leads", "messages", "events", "usage_days", "idempotency_keys"])
      expect(await rowsOf(`select * from ${table} where workspace_id = ?`, workspaceId)).toEqual(
        [],
      );
  });
});

it("counts requests once while the directory can't be written", async () => {
  const own = await newWorkspaceInSecond();
  const counted = async () => {
    const query = "select sum(api_requests) as n from usage_days where workspace_id = ?";
    return (await secondRowsOf<{ n: number }>(query, own.workspaceId))[0]?.n;
  };
  const use = async (ms: number) => {
    principals.clear();
    await later(ms, () => own.get("/tags"));
  };
  await directoryDb
    .prepare(
      `create trigger no_use before update of last_used_at on tokens
       begin select raise(abort, 'The directory is down.'); end`,
    )
    .run();
  await use(0);
  await use(61_000);
  await eventually(async () => expect(await counted()).toBe(1));
  await directoryDb.prepare("drop trigger no_use").run();
  await use(122_000);
  await eventually(async () => expect(await counted()).not.toBe(1));
  expect(await counted()).toBe(2);
});

describe("two workspaces in two databases", () => {
  it("may have the same contacts and keys, but not the same slug", async () => {
    const other = await newWorkspace();
    const [phone, slug] = [`+${newNumber()}`, `Both-${Date.now()}`];
    const keyed = { headers: { "Idempotency-Key": "same" } };
    const made = [];
    for (const one of [client, other]) {
      const { status, body } = await one.post("/leads", { phone, ext_id: "1" }, keyed);
      expect(status).toBe(201);
      made.push(body.data.id);
    }
    for (const [index, one] of [client, other].entries()) {
      const { body } = await one.get(`/leads?phone=${encodeURIComponent(phone)}`);
      expect(body.data.map(({ id }: { id: number }) => id)).toEqual([made[index]]);
      expect((await one.get(`/leads/${made[1 - index]}`)).status).toBe(404);
    }
    await newShortLink(client, { slug });
    const taken = await other.post("/short-links", {
      destination_url: "https://example.com/",
      slug: slug.toUpperCase(),
    });
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ["slug"]]);
    expect((await click(`/${slug}`)).status).toBe(302);
  });
});
