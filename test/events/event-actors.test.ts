import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { addMessages, analyse, newLeadWithMessages } from "../support/analyses";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { click, flushAndClassify } from "../support/clicks";
import { eventsOf } from "../support/events";
import { order } from "../support/graph";
import {
  deliver,
  heldBack,
  messageNow,
  newMetaChannel,
  newNumber,
  sendDue,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, settle } from "../support/run-scheduler";
import { newEndpoint } from "../support/webhooks";

let client: Client;
let account: Channel;
let sandbox: Channel;
let token: string;

beforeAll(async () => {
  client = await newWorkspace();
  await client.patch("/settings", { message_status_events: "always" });
  account = await newMetaChannel(client);
  sandbox = await newChannel(client);
  token = `token ${(await client.get("/me")).body.data.token.id}`;
});

/** The events that match a query as `type by actor`, in the order of their types. */
async function told(query: string): Promise<string[]> {
  const events = await eventsOf(client, query);
  return events.map(({ type, actor }) => `${type} by ${nameOf(actor)}`).toSorted();
}

const nameOf = (actor: { type: string; id: number | null } | null) =>
  actor && [actor.type, actor.id].filter((part) => part !== null).join(" ");

const lines = (by: Record<string, string[]>) =>
  Object.entries(by)
    .flatMap(([actor, types]) => types.map((type) => `${type} by ${actor}`))
    .toSorted();

/** A lead with a number, who has written through Meta. */
async function newWriter() {
  const number = newNumber();
  const { id } = await newLead(client, { phone: `+${number}` });
  const says = (text: string) => deliver(account, whatsappBody(account, textFrom(number, text)));
  await says("Hello");
  return { id, says };
}

describe("the actor of an event", () => {
  it("is the token of a request that writes a lead", async () => {
    const [tag, other] = [await newTag(client), await newTag(client, { pipeline_stage: "won" })];
    const { id } = await newLead(client, { tag_ids: [tag.id], is_optout: true });
    await client.patch(`/leads/${id}`, { warmth: "hot", detach_tag_ids: [tag.id] });
    await client.patch(`/leads/${id}`, { tag_ids: [tag.id] });
    await client.post(`/leads/${id}/tags`, { tag_ids: [other.id] });
    await client.delete(`/leads/${id}/tags/${tag.id}`);
    await client.post(`/leads/${id}/opt-in`);
    await client.put(`/leads/${id}/profile`, { age: 34 });
    expect(await told(`lead_id=${id}`)).toEqual(
      lines({
        [token]: [
          "lead.created",
          "lead.opted_in",
          "lead.opted_out",
          "lead.profile_updated",
          "lead.stage_changed",
          ...["added", "added", "added", "removed", "removed"].map((what) => `lead.tag_${what}`),
          "lead.updated",
          "lead.updated",
        ],
      }),
    );
  });

  it("is the token that deletes a lead, a tag, or a scenario with its runs", async () => {
    const tag = await newTag(client);
    const { id } = await newLead(client, { tag_ids: [tag.id] });
    const scenarios = [await newScenario(client), await newScenario(client)];
    for (const scenario of [...scenarios, await newScenario(client)])
      await enrol(client, scenario.id, id);
    const other = await withAbilities(client, "leads:write", "tags:write", "scenarios:write");
    const { id: otherId } = (await other.get("/me")).body.data.token;
    const [deleted, emptied] = scenarios;
    await other.delete(`/tags/${tag.id}`);
    await other.delete(`/scenarios/${deleted!.id}`);
    await other.delete(`/scenarios/${emptied!.id}/leads`);
    await other.delete(`/leads/${id}`);
    expect(await told(`lead_id=${id}`)).toEqual(
      lines({
        [`token ${otherId}`]: [
          ...["lead.deleted", "lead.tag_removed"],
          ...["run.cancelled", "run.cancelled", "run.cancelled"],
        ],
        [token]: [
          "lead.created",
          "lead.tag_added",
          ...scenarios.map(() => "run.started"),
          "run.started",
        ],
      }),
    );
  });

  it("is the run that changes its lead, sends to it, waits and ends", async () => {
    const [tag, old] = [await newTag(client), await newTag(client)];
    const { id, says } = await newWriter();
    await client.post(`/leads/${id}/tags`, { tag_ids: [old.id] });
    const child = await newFlow(client, { bye: ["exit"] });
    const flow = await newFlow(
      client,
      {
        add: ["add_tag", { tag_ids: [tag.id] }],
        drop: ["remove_tag", { tag_ids: [old.id] }],
        change: ["update_lead", { warmth: "hot", pipeline_stage: "won", email: `${id}@a.co` }],
        ask: ["message", { text: "Shall we talk?" }],
        wait: ["wait_for_reply", { timeout_seconds: 3600 }],
        next: ["start_scenario", { scenario_id: child.id }],
      },
      "add > drop > change > ask > wait:reply > next",
    );
    const before = (await eventsOf(client, `lead_id=${id}`)).at(-1)!.id;
    const run = await enrol(client, flow.id, id);
    await settle(client);
    const [sent] = await rowsOf<{ id: number }>("select id from messages where run_id = ?", run.id);
    const message = await messageNow(client, sent!);
    for (const status of ["delivered", "read"])
      await deliver(account, whatsappBody(account, statusOf(message, status)));
    await says("Yes");
    await settle(client);
    const [started] = await rowsOf<{ id: number }>(
      "select id from runs where scenario_id = ?",
      child.id,
    );
    expect(await told(`lead_id=${id}&after=${before}`)).toEqual(
      lines({
        [token]: ["run.started"],
        [`run ${run.id}`]: [
          "lead.tag_added",
          "lead.tag_removed",
          "lead.stage_changed",
          "lead.updated",
          "lead.updated",
          "message.sent",
          "run.waiting",
          "run.started",
          "run.completed",
        ],
        platform: ["message.delivered", "message.read", "message.received"],
        [`run ${started!.id}`]: ["run.exited"],
      }),
    );
  });

  it("is the platform for what the lead writes and Meta answers, the service for what it stops", async () => {
    const { id, says } = await newWriter();
    const scenario = await newFlow(client, { wait: ["wait_for_reply", { timeout_seconds: 60 }] });
    await enrol(client, scenario.id, id);
    await settle(client);
    await order(account.external_id!, { queue: [{ do: "error", code: 131026 }] });
    const refused = await make(client, `/leads/${id}/messages`, { text: "One" });
    await sendDue(account.id);
    await heldBack(account.id, async () => {
      await make(client, `/leads/${id}/messages`, { text: "Two" });
      await says("STOP");
    });
    expect((await messageNow(client, refused)).status).toBe("failed");
    const blocked = await make(client, `/leads/${id}/messages`, { text: "Three" });
    expect(blocked.status).toBe("failed");
    await sendDue(account.id);
    expect(await told(`lead_id=${id}`)).toEqual(
      lines({
        [token]: ["lead.created", "message.failed", "run.started"],
        [`run ${(await rowsOf<{ id: number }>("select id from runs where lead_id = ?", id))[0]!.id}`]:
          ["run.waiting"],
        platform: [
          "lead.opted_out",
          "message.failed",
          "message.failed",
          "message.received",
          "message.received",
          "run.exited",
        ],
        service: ["message.sent"],
      }),
    );
  });

  it("is the platform for a lead that it makes, and a token that reports messages", async () => {
    const number = newNumber();
    await deliver(account, whatsappBody(account, textFrom(number, "Hello")));
    const [lead] = await rowsOf<{ id: number }>(
      "select lead_id as id from lead_identities where value = ?",
      number,
    );
    expect(await told(`lead_id=${lead!.id}`)).toEqual(
      lines({ platform: ["lead.created", "message.received"] }),
    );
    const one = await newLead(client);
    await newInbound(client, sandbox.id, one.id);
    await make(client, `/leads/${one.id}/messages`, { text: "Hi", channel_id: sandbox.id });
    await sendDue(sandbox.id);
    expect(await told(`lead_id=${one.id}`)).toEqual(
      lines({
        [token]: ["lead.created", "message.received", "message.sent"],
        platform: ["message.delivered"],
      }),
    );
  });

  it("is the token that reports a link sent, and the platform for clicks", async () => {
    const [sentTag, clickedTag] = [await newTag(client), await newTag(client)];
    const { id } = await newLead(client);
    const link = await newShortLink(client, {
      tag_on_sent_id: sentTag.id,
      tag_on_clicked_id: clickedTag.id,
    });
    const send = await newLinkSend(client, link.id, id);
    await client.patch(`/link-sends/${send.id}`, { sent_at: "2026-01-01T00:00:00Z" });
    await click(send.url);
    await flushAndClassify(link.id);
    expect(await told(`lead_id=${id}`)).toEqual(
      lines({
        [token]: ["lead.created", "lead.tag_added", "link.sent"],
        platform: ["lead.tag_added", "link.clicked"],
      }),
    );
  });

  it("is the service for analyses and suppressions", async () => {
    const { leadId, conversationId } = await newLeadWithMessages(client, "I am 34 years old.");
    await addMessages(conversationId, "I am a student.");
    await analyse(client, leadId);
    const analysed = await told(`lead_id=${leadId}&type[]=lead.*`);
    expect(analysed).toEqual(
      lines({
        [token]: ["lead.created"],
        service: analysed.flatMap((line) =>
          /^lead.(updated|profile)/.exec(line) ? [line.split(" ")[0]!] : [],
        ),
      }),
    );
    expect(analysed).toContain("lead.profile_updated by service");
    const phone = `+${newNumber()}`;
    const { id } = await newLead(client, { phone });
    await client.post(`/leads/${id}/opt-out`);
    await client.delete(`/leads/${id}`);
    const again = await newLead(client, { phone });
    expect(await told(`lead_id=${again.id}`)).toEqual(
      lines({ [token]: ["lead.created"], service: ["lead.opted_out"] }),
    );
  });

  it("is the token that cancels and migrates runs, and sets up the workspace", async () => {
    const own = await newScenario(client, { is_active: true });
    const { id } = await newLead(client);
    const run = await enrol(client, own.id, id);
    await client.put(`/scenarios/${own.id}`, { name: "Paused", platform: "whatsapp" });
    await client.post(`/scenarios/${own.id}/migrate`);
    await client.post(`/runs/${run.id}/cancel`);
    const events = await told(`scenario_id=${own.id}`);
    expect(events.filter((line) => !line.endsWith(`by ${token}`))).toEqual([]);
    expect(events).toContain(`run.cancelled by ${token}`);
    expect(events).toContain(`scenario.paused by ${token}`);
    const stopped = await newChannel(client);
    await client.put(`/channels/${stopped.id}`, { name: "Stopped", is_active: false });
    const endpoint = await newEndpoint(client);
    await client.post(`/webhook-endpoints/${endpoint.id}/test`);
    expect(await told("type[]=channel.*&type[]=webhook_endpoint.*")).toEqual(
      lines({ [token]: ["channel.stopped", "webhook_endpoint.test"] }),
    );
  });
});
