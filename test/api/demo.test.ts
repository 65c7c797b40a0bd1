/// <reference types="vite/client" />
import { beforeAll, describe, expect, it } from "vitest";
import { blockReasonTexts } from "#domain/block-reasons";
import { lostReasons, sources, stages, warmths } from "#domain/leads";
import { platforms } from "#domain/platforms";
import { consentIn } from "#features/access/settings/consent";
import { DEFAULT_SETTINGS } from "#features/access/settings/defaults";
import type { Scenario } from "#features/automation/scenarios/schema";
import type { TriggerEvaluation } from "#features/automation/triggers/evaluations/schema";
import type { Consent, LeadListItem } from "#features/leads/schema";
import type { LinkSend } from "#features/links/recipients/schema";
import type { ShortLink } from "#features/links/schema";
import type { Channel } from "#features/messaging/channels/schema";
import type { Conversation } from "#features/messaging/conversations/schema";
import type { Message } from "#features/messaging/messages/schema";
import type { Template } from "#features/messaging/templates/schema";
import { DAY_MS } from "#lib/time";
import demoSql from "../../drizzle/demo/demo.sql?raw";
// @ts-expect-error: plain JavaScript
import { demoSql as makeDemoSql } from "../../drizzle/demo/generate.mjs";
// @ts-expect-error: plain JavaScript
import { token } from "../../drizzle/demo/workspace.mjs";
import { clientOf, idsOf } from "../support/api";
import { testEnv } from "../support/env";
import { messagesOf } from "../support/messaging";
import { serve } from "../support/serve";
import { serveAsleep } from "../support/trigger-worker";

const demo = clientOf(token, 1);
const statements = demoSql.split(/;\n+/).filter((statement) => statement !== "");
let leads: LeadListItem[];
/** The demo's conversations with their messages, oldest first. */
let talks: (Conversation & { messages: Message[] })[];

beforeAll(async () => {
  await testEnv.DB.batch(statements.map((statement) => testEnv.DB.prepare(statement)));
  leads = (await demo.get("/leads?per_page=100")).body.data;
  const conversations: Conversation[] = (await demo.get("/conversations?per_page=100")).body.data;
  talks = await Promise.all(
    conversations.map(async (one) => ({
      ...one,
      messages: (await messagesOf(demo, one.id)).filter(({ type }) => type !== "note"),
    })),
  );
});

const search = (field: string, text: string) =>
  idsOf(demo, `/leads?per_page=100&${field}=${encodeURIComponent(text)}`);

describe("the demo workspace", () => {
  it("is what its generator makes from the data", () => {
    expect(demoSql).toBe(makeDemoSql());
  });

  it("is loaded by statements that D1 accepts", () => {
    for (const statement of statements)
      expect(new TextEncoder().encode(statement).length).toBeLessThan(100_000);
  });

  it("has only phone numbers, addresses and hosts that are reserved for fiction", () => {
    const fictional =
      /^\+(336399\d{5}|4670174\d{4}|44770090\d{4}|49171392\d{4}|61491570\d{3}|1\d{3}55501\d\d)$/;
    const phones = demoSql.match(/\+\d{6,}/g)!;
    expect(phones.filter((phone) => !fictional.test(phone))).toEqual([]);
    const hosts = [...demoSql.matchAll(/(?:https?:\/\/|[\w.]@)([\w.-]+\w)/g)].map(
      ([, host]) => host!,
    );
    // Calendly's own names of what is booked with it, which nobody follows.
    const api = "api.calendly.com";
    expect(new Set(hosts)).toEqual(new Set(["example.com", "example.org", "localhost", api]));
  });

  it("has segments that find some of the leads", async () => {
    const { data } = (await demo.get("/segments")).body;
    expect(data).toHaveLength(3);
    for (const { id } of data) {
      const { count } = (await demo.get(`/segments/${id}/count`)).body.data;
      expect([count > 0, count < 60]).toEqual([true, true]);
    }
  });

  it("has 8 tags and 60 leads over all sources, stages and warmths", async () => {
    expect((await demo.get("/tags")).body.data).toHaveLength(8);
    expect(leads).toHaveLength(60);
    expect(new Set(leads.map(({ source }) => source))).toEqual(new Set(sources));
    expect(new Set(leads.map(({ pipeline_stage: stage }) => stage))).toEqual(new Set(stages));
    expect(new Set(leads.map(({ warmth }) => warmth))).toEqual(new Set([...warmths, null]));
    expect(new Set(leads.flatMap(({ tags }) => tags.map(({ id }) => id)))).toHaveLength(8);
    expect(new Set(leads.map(({ lost_reason: reason }) => reason))).toEqual(
      new Set([...lostReasons, null]),
    );
    expect(await idsOf(demo, "/leads?is_optout=1")).toEqual([53, 39, 14]);
  });

  it("lists the leads in the order of their creation, up to the moment of loading", () => {
    const times = leads.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(Date.now() - times[0]!).toBeLessThan(86_400_000);
  });

  it.each([
    ["elodie march", 1],
    ["GONCALVES", 7],
    ["soren kjaer", 2],
    ["بنعلي", 10],
    ["irem yildiz", 24],
  ])("finds %s without accents", async (name, id) => {
    expect(await search("name", name)).toEqual([id]);
  });

  it("has conversations that agree with the leads' last messages", async () => {
    const talking = leads.filter(({ conversations }) => conversations.length > 0);
    expect(talking.flatMap(({ conversations }) => conversations).length).toBeGreaterThanOrEqual(35);
    for (const { id, conversations } of talking) {
      const [inbound] = conversations.map(({ last_inbound_at: at }) => at).toSorted();
      if (inbound)
        expect(await idsOf(demo, `/leads?last_inbound_from=${inbound}&per_page=100`)).toContain(id);
    }
  });

  it("has a sandbox as the default of each platform, which the conversations use", async () => {
    const channels: Channel[] = (await demo.get("/channels")).body.data;
    expect(channels.map(({ platform }) => platform).toSorted()).toEqual(platforms.toSorted());
    for (const channel of channels)
      expect(channel).toMatchObject({ provider: "sandbox", is_default: true, status: "active" });
    const platformOf = new Map(channels.map(({ id, platform }) => [id, platform]));
    for (const { channel_id: id, platform } of talks) expect(platformOf.get(id!)).toBe(platform);
  });

  it("has conversations whose counts and times are those of their messages", () => {
    const lastOf = (messages: Message[], direction: string) =>
      messages
        .flatMap(({ direction: its, sent_at: at }) =>
          its === direction && at !== null ? [at] : [],
        )
        .toSorted()
        .at(-1) ?? null;
    for (const { id, lead_id, messages, ...talk } of talks) {
      const expected = {
        messages_count: messages.length,
        last_inbound_at: lastOf(messages, "inbound"),
        last_outbound_at: lastOf(messages, "outbound"),
      };
      expect(talk).toMatchObject(expected);
      const lead = leads.find((one) => one.id === lead_id)!;
      expect(lead.conversations.find((one) => one.id === id)).toMatchObject(expected);
      const begun = [lead.created_at, talk.created_at, messages[0]!.created_at];
      expect(begun, `lead ${lead_id}`).toEqual(begun.toSorted());
    }
    expect(talks.length).toBeGreaterThan(40);
    const open = talks.filter(({ window }) => window.is_open).length;
    expect([open > 3, open < 10]).toEqual([true, true]);
  });

  it("has an inbox at work: conversations in every state, unread ones, assignees and notes", async () => {
    const states = Map.groupBy(talks, ({ state }) => state);
    expect([...states.keys()].toSorted()).toEqual(["closed", "open", "snoozed"]);
    expect(talks.filter(({ unread_count: unread }) => unread > 0).length).toBeGreaterThan(1);
    const people = (await demo.get("/assignees")).body.data;
    const assigned = new Set(talks.flatMap(({ assignee }) => (assignee ? [assignee.name] : [])));
    expect([...assigned].toSorted()).toEqual(["Camille", "Noah"]);
    expect(people.map(({ name }: { name: string }) => name)).toEqual(["Noah", "Camille", "Demo"]);
    const { body } = await demo.get("/messages?direction=internal");
    expect(body.data.length).toBeGreaterThan(2);
  });

  it("has sent only templates to leads who had not written for a day, and nothing to unsubscribed ones", () => {
    for (const { lead_id, messages } of talks)
      for (const [index, { direction, type, status, sent_at, text }] of messages.entries()) {
        if (direction === "inbound" || status === "failed" || type === "template") continue;
        const before = messages
          .slice(0, index)
          .findLast((message) => message.direction === "inbound");
        expect(
          Date.parse(sent_at!) - Date.parse(before?.sent_at ?? ""),
          `lead ${lead_id}: ${text}`,
        ).toBeLessThan(DAY_MS);
        const said = before && consentIn({ type: "text", text: before.text }, DEFAULT_SETTINGS);
        const hasStopped = said?.kind === "opted_out";
        expect(hasStopped, `lead ${lead_id}: ${text}`).toBe(
          text === DEFAULT_SETTINGS.opt_out_confirmation,
        );
      }
  });

  it("has messages of every final status, and failures with a reason", () => {
    const messages = talks.flatMap((talk) => talk.messages);
    expect(new Set(messages.map(({ status }) => status))).toEqual(
      new Set(["received", "sent", "delivered", "read", "failed"]),
    );
    for (const { error } of messages.filter(({ status }) => status === "failed")) {
      expect(error).not.toBeNull();
      if (error!.code === null)
        expect(error!.message).toBe(
          blockReasonTexts[error!.reason as keyof typeof blockReasonTexts],
        );
    }
    const types = new Set(messages.map(({ type }) => type));
    for (const type of [
      "template",
      "buttons",
      "interactive",
      "button",
      "image",
      "audio",
      "document",
      "reaction",
    ])
      expect(types).toContain(type);
  });

  it("has consents that say who has unsubscribed, and by which word", async () => {
    for (const lead of leads) {
      const entries: Consent[] = (await demo.get(`/leads/${lead.id}/consents`)).body.data;
      expect(entries.map(({ kind }) => kind)).toEqual(lead.is_optout ? ["opted_out"] : []);
      const messages = talks
        .filter(({ lead_id: id }) => id === lead.id)
        .flatMap((talk) => talk.messages);
      const stop = messages.find(
        ({ direction, text }) => direction === "inbound" && /^stop\W*$/i.test(text ?? ""),
      );
      if (lead.is_optout)
        expect(entries[0]).toMatchObject(
          stop
            ? { method: "keyword", message_id: stop.id, at: stop.sent_at }
            : { method: "api", message_id: null },
        );
      else expect(stop).toBeUndefined();
    }
  });

  it("has an identity for every lead who wrote", async () => {
    for (const { lead_id, platform, last_inbound_at: wrote } of talks) {
      const { phone } = leads.find(({ id }) => id === lead_id)!;
      const value = platform === "whatsapp" ? phone!.slice(1) : expect.stringMatching(/^\d+$/);
      const identity = {
        kind: platform === "whatsapp" ? "wa_id" : "instagram_id",
        value,
        unreachable_at: null,
      };
      const { data } = (await demo.get(`/leads/${lead_id}/identities`)).body;
      if (wrote)
        expect(data).toContainEqual(expect.objectContaining({ ...identity, updated_at: wrote }));
    }
  });

  it("has leads stored as the API would store them", async () => {
    const derived =
      "select id, email_key, phone_key, first_name_search, last_name_search, username_search, email_folded, phone_folded, email_search, phone_search from leads";
    const stored = await testEnv.DB.prepare(derived).all();
    for (const { id, first_name, last_name, username, email, phone } of leads) {
      const before = (await demo.get(`/leads/${id}`)).body.data;
      const { body } = await demo.patch(`/leads/${id}`, {
        first_name,
        last_name,
        username,
        email,
        phone,
      });
      expect(body.data).toEqual({ ...before, updated_at: body.data.updated_at });
      if (phone) expect(await search("phone", phone)).toEqual([id]);
      if (email) expect(await search("email", email.toUpperCase())).toEqual([id]);
    }
    expect((await testEnv.DB.prepare(derived).all()).results).toEqual(stored.results);
  });

  it("has a scenario with two versions, runs of both, and a draft without faults", async () => {
    const { data } = (await demo.get("/scenarios/1/versions")).body;
    expect(data).toMatchObject([
      { version: 2, has_runs: true, is_current: true },
      { version: 1, has_runs: true, name: "Webinar" },
    ]);
    const draft = (await demo.get("/scenarios/1/draft")).body.data;
    expect(draft).toMatchObject({
      ...{ base_version: 2, is_outdated: false, check: { is_runnable: true, warnings: [] } },
      impact: { moves: 5, stays: 0 },
    });
    const { nodes } = (await demo.get("/scenarios/1/diff")).body.data;
    expect([nodes.added, nodes.changed]).toMatchObject([[{ id: "remind" }], [{ id: "question" }]]);
  });

  it("tells of everything when it happened", async () => {
    const { data } = (await demo.get("/events?per_page=100&type[]=message.received")).body;
    expect(data.length).toBeGreaterThan(50);
    const times = new Map(
      talks.flatMap(({ messages }) => messages.map(({ id, created_at }) => [id, created_at])),
    );
    for (const { timestamp, data: of } of data) expect(timestamp).toBe(times.get(of.message_id));
    const all: { timestamp: string }[] = (await demo.get("/events?per_page=100")).body.data;
    const at = all.map(({ timestamp }) => Date.parse(timestamp));
    const [first, last] = [Math.min(...at), Math.max(...at)];
    // They did not happen as the demo was loaded.
    expect(last - first).toBeGreaterThan(86_400_000);
    expect(last).toBeLessThan(Date.now());
  });

  it("has templates of the scenarios and messages, of which WhatsApp has refused two", async () => {
    const { data } = (await demo.get("/channels/1/templates?per_page=100")).body;
    const names = new Set(data.map(({ name, language }: Template) => `${name} ${language}`));
    for (const { messages } of talks)
      for (const { type, payload } of messages)
        if (type === "template") {
          const { name, language } = payload.template as { name: string; language: string };
          expect(names).toContain(`${name} ${language}`);
        }
    const refused = data.filter(({ reason }: Template) => reason !== null);
    expect(refused.map(({ status }: Template) => status)).toEqual(["rejected", "paused"]);
  });

  it("has a webhook endpoint that has failed, with what was delivered before", async () => {
    const { data } = (await demo.get("/webhook-endpoints")).body;
    expect(data).toMatchObject([{ status: "disabled", disabled_reason: "failing" }]);
    for (const status of ["delivered", "failed"])
      expect(await idsOf(demo, `/webhook-deliveries?status=${status}`)).not.toEqual([]);
    expect(await idsOf(demo, "/webhook-deliveries?status=pending")).toEqual([]);
  });

  it("has canned replies that the API would accept, an import and an audit log", async () => {
    const replies = (await demo.get("/canned-replies")).body.data;
    expect(replies).toHaveLength(7);
    for (const reply of replies) {
      const { body } = await demo.put(`/canned-replies/${reply.id}`, reply);
      expect(body.data).toEqual({ ...reply, updated_at: body.data.updated_at });
      const { text } = (await demo.post(`/canned-replies/${reply.id}/preview`, { lead_id: 1 })).body
        .data;
      expect(text).not.toContain("{{");
    }
    expect(await idsOf(demo, "/canned-replies?text=employers")).toEqual([5]);
    const [done] = (await demo.get("/imports")).body.data;
    expect(done).toMatchObject({ state: "completed", rows: 31, progress: 100 });
    expect((await demo.get(`/imports/${done.id}/rows`)).body.data).toHaveLength(2);
    expect((await demo.get("/audit-log?per_page=100")).body.data.length).toBeGreaterThan(20);
  });

  it("has 4 scenarios that can run", async () => {
    // Its links are those of a server on this machine.
    const local = { SHORT_URL_BASE: "http://localhost:8787" };
    const fetcher = (request: Request) => serve(request, local);
    const scenarios: Scenario[] = (await demo.get("/scenarios")).body.data;
    expect(scenarios).toHaveLength(4);
    for (const scenario of scenarios) {
      expect(await idsOf(demo, `/scenarios/${scenario.id}/runs`)).not.toEqual([]);
      const { body } = await demo.put(`/scenarios/${scenario.id}`, scenario, { fetcher });
      expect(body).toEqual({
        data: { ...scenario, updated_at: body.data.updated_at },
        warnings: [],
      });
    }
  });

  const causes = {
    keyword: "message.received",
    tag_added: "lead.tag_added",
    booking: "booking.created",
  };

  it("has triggers, and what became of their causes", async () => {
    const { data: triggers } = (await demo.get("/triggers")).body;
    const told = triggers.map(({ id, state, starts }: Record<string, unknown>) => [
      id,
      state,
      starts,
    ]);
    expect(told.toSorted()).toEqual([
      ["booked", "on", 6],
      ["guide", "on", 4],
      ["hello", "on", 0],
      ["newsletter", "on", 3],
      ["price", "on", 0],
      ["story", "on", 0],
      ["the-day-after", "on", 0],
    ]);
    const { data } = (await demo.get("/trigger-evaluations?per_page=100")).body;
    const outcomes = Map.groupBy(data, ({ outcome }: TriggerEvaluation) => outcome);
    expect([...outcomes].map(([outcome, { length }]) => [outcome, length]).toSorted()).toEqual([
      ["filtered", 1],
      ["handled_by_person", 1],
      ["started", 13],
      ["started_before", 1],
    ]);
    const { data: begun } = (await demo.get("/events?per_page=100&type[]=run.started")).body;
    for (const { event_id, event_type, message_id, run_ids } of data as TriggerEvaluation[]) {
      if (message_id) expect(event_type).toBe("message.received");
      for (const id of run_ids) {
        const { started_by } = (await demo.get(`/runs/${id}`)).body.data;
        expect(event_type).toBe(causes[started_by.type as keyof typeof causes]);
        expect(started_by).toMatchObject({ event_id, message_id });
        const event = begun.find(({ data: of }: { data: { run_id: number } }) => of.run_id === id);
        expect(event.data.started_by).toEqual(started_by);
      }
    }
  });

  it("keeps a comment in the sandbox, which fits one of them", async () => {
    const input = { from: "17841400099", username: "ines", media_id: "1", text: "Price?" };
    const { body } = await demo.post("/channels/2/comments", input, { fetcher: serveAsleep });
    // The worker may be awake by what was done before, and have begun a run already.
    const explained = await demo.post("/triggers/explain", { comment_id: body.data.comment.id });
    const [first] = explained.body.data.triggers;
    expect(first).toMatchObject({ scenario_id: 2, trigger_id: "price", fits: true });
  });

  it("has 4 short links, one of them inactive, that the API would accept", async () => {
    const links: ShortLink[] = (await demo.get("/short-links")).body.data;
    expect(links.map(({ is_active }) => is_active)).toEqual([true, false, true, true]);
    for (const link of links) {
      const { body } = await demo.put(`/short-links/${link.id}`, link);
      expect(body.data).toEqual({ ...link, updated_at: body.data.updated_at });
    }
  });

  it("has recipient links whose clicks are counted alike everywhere, and whose tags the leads have", async () => {
    const links: ShortLink[] = (await demo.get("/short-links")).body.data;
    const tagsOf = new Map(leads.map(({ id, tags }) => [id, tags.map((tag) => tag.id)]));
    for (const link of links) {
      const sends: LinkSend[] = (
        await demo.get(`/link-sends?short_link_id=${link.id}&per_page=100`)
      ).body.data;
      const { totals } = (
        await demo.get(
          `/short-links/${link.id}/stats?from=${new Date(Date.now() - 200 * 86_400_000).toISOString()}`,
        )
      ).body.data;
      expect(totals).toMatchObject({
        clicks_count: link.clicks_count,
        base_clicks_count: link.base_clicks_count,
      });
      expect(sends.reduce((sum, send) => sum + send.clicks_count, 0)).toBe(link.clicks_count);
      for (const send of sends) {
        if (link.tag_on_sent_id) expect(tagsOf.get(send.lead_id)).toContain(link.tag_on_sent_id);
        if (link.tag_on_clicked_id && send.clicks_count > 0)
          expect(tagsOf.get(send.lead_id)).toContain(link.tag_on_clicked_id);
      }
    }
    expect((await demo.get("/link-sends?per_page=100")).body.data.length).toBeGreaterThan(40);
  });
});
