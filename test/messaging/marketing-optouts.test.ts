import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { readBatch } from "#db/batch";
import { consentScopes } from "#domain/consents";
import {
  isMarketingUnsubscribed,
  isUnsubscribed,
  unsubscribedFrom,
} from "#features/leads/consents";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newLead, newWorkspace } from "../support/api";
import { order, release, requestsTo } from "../support/graph";
import {
  newChannelAndRecipient,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { messageNow, newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, settle } from "../support/run-scheduler";
import { scopeOf } from "../support/scope";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const template = (name: string) => ({
  type: "template" as const,
  template: { name, language: "en" },
});

/** Templates of each category, and one of none, named by it. */
async function describeTemplates({ id }: Pick<Channel, "id">, { workspaceId } = client) {
  for (const category of ["marketing", "utility", null])
    await rowsOf(
      `insert into templates (channel_id, workspace_id, id, name, language, category, status,
         components, created_at, updated_at)
       select ?1, ?2, ifnull(max(id), 0) + 1, ifnull(?3, 'unknown'), 'en', ?3, 'approved',
         '[{"type":"BODY","text":"Hello"}]', 1, 1
       from templates`,
      ...[id, workspaceId, category],
    );
}

const MESSAGES = {
  "a marketing template": [template("marketing"), "marketing_opted_out"],
  "a template without a category": [template("unknown"), "marketing_opted_out"],
  "a template that the channel does not have": [template("unheard_of"), "marketing_opted_out"],
  "a utility template": [template("utility"), null],
  "a text": [{ text: "Your order has left" }, null],
} as const;

describe("a lead who wants no marketing", () => {
  it.each(Object.entries(MESSAGES))("is sent %s, or not", async (_, [input, reason]) => {
    const channel = await newMetaChannel(client);
    await describeTemplates(channel);
    const optedOut = await newRecipient(client, channel);
    await client.post(`/leads/${optedOut.leadId}/opt-out`, { scope: "marketing" });
    const suppressed = await newRecipient(client, channel);
    const phone = `+${suppressed.number}`;
    await client.post("/suppressions", { phone, scope: "marketing" });
    for (const { leadId } of [optedOut, suppressed]) {
      const body = { ...input, channel_id: channel.id };
      const preview = await client.post("/messages/preview", { ...body, lead_id: leadId });
      expect(preview.body.data.refusal).toBe(reason);
      const stored = await client.post(`/leads/${leadId}/messages`, body);
      await runMessageSender(channel.id);
      expect(await messageNow(client, stored.body.data)).toMatchObject({
        status: reason ? "failed" : "sent",
        error: reason && { reason, code: null },
      });
    }
    expect(await requestsTo(channel.external_id!)).toHaveLength(reason ? 0 : 2);
  });

  it.each([
    ["leaves by `failed`", ["offer > after", "offer:failed > instead"], ["instead"]],
    ["goes on without `failed`", ["offer > after"], ["after"]],
  ])("has a run that %s", async (_, edges, visited) => {
    const own = await newWorkspace();
    const channel = await newMetaChannel(own);
    await describeTemplates(channel, own);
    const { leadId } = await newRecipient(own, channel);
    await own.post(`/leads/${leadId}/opt-out`, { scope: "marketing" });
    const flow = await newFlow(
      own,
      {
        start: ["start"],
        offer: ["template", { name: "marketing", language: "en" }],
        after: ["message", { text: "after" }],
        instead: ["message", { text: "instead" }],
      } as never,
      ...["start > offer", ...edges],
    );
    const run = await enrol(own, flow.id, leadId);
    await settle(own);
    expect(await runNow(own, run)).toMatchObject({
      state: "completed",
      end_reason: "reached_end",
    });
    const sent = await rowsOf(
      "select text, status, error ->> 'reason' as reason from messages where run_id = ? order by id",
      run.id,
    );
    expect(sent).toMatchObject([
      { status: "failed", reason: "marketing_opted_out" },
      ...visited.map((text) => ({ text, status: "sent", reason: null })),
    ]);
  });
});

describe.each(consentScopes)("an opt-out of %s", (scope) => {
  it("blocks a template before its claim, and does not rewrite it after", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    await describeTemplates(channel);
    const queue = (to: number) =>
      queueWithoutWakeUp(client, to, {
        channel_id: channel.id,
        text: undefined,
        ...template("marketing"),
      });
    const optOut = (lead: number) => client.post(`/leads/${lead}/opt-out`, { scope });
    const claimed = await queue(leadId);
    await order(key, { queue: [{ do: "hold" }] });
    const run = runMessageSender(channel.id);
    while ((await requestsTo(key)).length < 1) await scheduler.wait(5);
    await optOut(leadId);
    const other = await newRecipient(client, channel);
    const waiting = await queue(other.leadId);
    await optOut(other.leadId);
    await release(key);
    await run;
    await runMessageSender(channel.id);
    expect(await messageNow(client, claimed)).toMatchObject({ status: "sent", error: null });
    expect(await messageNow(client, waiting)).toMatchObject({
      status: "failed",
      error: { reason: scope === "all" ? "opted_out" : "marketing_opted_out" },
    });
    expect(await requestsTo(key)).toHaveLength(1);
  });
});

it("the scope that is read once for both is that of each alone", async () => {
  const own = await newWorkspace();
  const OUT = { none: 0, marketing: 1, all: 2 };
  const levels = Object.values(OUT);
  const cases = levels.flatMap((lead) =>
    levels.flatMap((suppression) =>
      levels.flatMap((other) => ["phone", "id"].map((by) => ({ lead, suppression, other, by }))),
    ),
  );
  const leads = [];
  for (const [index, { suppression, other, by }] of cases.entries()) {
    const [lead, twin] = [await newLead(own), await newLead(own)];
    const flags = (id: number, level: number) =>
      rowsOf(
        "update leads set is_optout = ?, is_marketing_optout = ? where id = ?",
        ...[...[Number(level === OUT.all), Number(level === OUT.marketing), id]],
      );
    await rowsOf(
      `insert into lead_identities (workspace_id, kind, value, lead_id, hash, created_at, updated_at)
       select ?1, 'wa_id', ltrim(phone, '+'), ?2, 'hash ' || ?3, 1, 1 from leads where id = ?4`,
      ...[own.workspaceId, lead.id, index, twin.id],
    );
    if (suppression !== OUT.none)
      await rowsOf(
        `insert into suppressions (workspace_id, kind, hash, scope, at, marketing_at, created_at)
         select ?1, 'phone', iif(?2 = 'phone', phone_hash, 'hash ' || ?3), ?4, 1,
           iif(?4 = 'marketing', 1, null), 1
         from leads where id = ?5`,
        ...[own.workspaceId, by, index, suppression === OUT.all ? "all" : "marketing", lead.id],
      );
    leads.push({ id: lead.id, set: () => flags(lead.id, cases[index]!.lead) });
    await flags(twin.id, other);
  }
  for (const { set } of leads) await set();
  const { found } = await readBatch(scopeOf(own.workspaceId), {
    found: sql<{ id: number; level: number; all: number; marketing: number }>`
      select id, ${unsubscribedFrom} as level, ${isUnsubscribed} as "all",
        ${isMarketingUnsubscribed} as marketing
      from leads where workspace_id = ${own.workspaceId}`,
  });
  const read = new Map(found.map(({ id, ...row }) => [id, row]));
  for (const [index, { lead, suppression, other, by }] of cases.entries()) {
    const level = Math.max(lead, suppression, other);
    expect(read.get(leads[index]!.id), JSON.stringify({ lead, suppression, other, by })).toEqual({
      level,
      all: Number(level === OUT.all),
      marketing: Number(level >= OUT.marketing),
    });
  }
});
