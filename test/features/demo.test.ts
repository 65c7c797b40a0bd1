/// <reference types="vite/client" />
import { beforeAll, describe, expect, it } from "vitest";
import demoSql from "../../drizzle/demo/demo.sql?raw";
// @ts-expect-error: plain JavaScript
import { demoSql as makeDemoSql } from "../../drizzle/demo/generate.mjs";
// @ts-expect-error: plain JavaScript
import { token } from "../../drizzle/demo/workspace.mjs";
import type { Lead, LeadListItem } from "../../src/features/leads/schema";
import type { ShortLink } from "../../src/features/links/schema";
import type { Scenario } from "../../src/features/scenarios/schema";
import type { LinkSend } from "../../src/features/sends/schema";
import { lostReasons, sources, stages, warmths } from "../../src/lib/choices";
import { clientOf, idsOf } from "../support/api";
import { testEnv } from "../support/env";

const demo = clientOf(token, 1);
let leads: LeadListItem[];

beforeAll(async () => {
  const statements = demoSql.split(/;\n+/).filter((statement) => statement !== "");
  await testEnv.DB.batch(statements.map((statement) => testEnv.DB.prepare(statement)));
  leads = (await demo.get("/leads?per_page=100")).body.data;
});

const search = (field: string, text: string) => idsOf(demo, `/leads?per_page=100&${field}=${encodeURIComponent(text)}`);

describe("the demo workspace", () => {
  it("is what its generator makes of the data", () => {
    expect(demoSql).toBe(makeDemoSql());
  });

  it("has 8 tags and 60 leads over all sources, stages and warmths", async () => {
    expect((await demo.get("/tags")).body.data).toHaveLength(8);
    expect(leads).toHaveLength(60);
    expect(new Set(leads.map(({ source }) => source))).toEqual(new Set(sources));
    expect(new Set(leads.map(({ pipeline_stage: stage }) => stage))).toEqual(new Set(stages));
    expect(new Set(leads.map(({ warmth }) => warmth))).toEqual(new Set([...warmths, null]));
    expect(new Set(leads.flatMap(({ tags }) => tags.map(({ id }) => id)))).toHaveLength(8);
    expect(new Set(leads.map(({ lost_reason: reason }) => reason))).toEqual(new Set([...lostReasons, null]));
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

  it("has conversations, which the leads' last messages come from", async () => {
    const talking = leads.filter(({ conversations }) => conversations.length > 0);
    expect(talking.flatMap(({ conversations }) => conversations).length).toBeGreaterThanOrEqual(35);
    for (const { id, conversations } of talking) {
      const [inbound] = conversations.map(({ last_inbound_at: at }) => at).toSorted();
      if (inbound) expect(await idsOf(demo, `/leads?last_inbound_from=${inbound}&per_page=100`)).toContain(id);
    }
  });

  it("shows 20 analysed profiles", async () => {
    const analysed = leads.filter(({ profile_extracted_at: at }) => at !== null);
    expect(analysed.length).toBeGreaterThanOrEqual(20);
    const { profile }: Lead = (await demo.get(`/leads/${analysed[0]!.id}`)).body.data;
    expect(profile.primary_objective).not.toBeNull();
  });

  it("has leads that the API would have stored in the same way", async () => {
    const derived = "select id, email_key, first_name_search, last_name_search, username_search, email_search, phone_search from leads";
    const stored = await testEnv.DB.prepare(derived).all();
    for (const { id, first_name, last_name, username, email, phone } of leads) {
      const before = (await demo.get(`/leads/${id}`)).body.data;
      const { body } = await demo.patch(`/leads/${id}`, { first_name, last_name, username, email, phone });
      expect(body.data).toEqual({ ...before, updated_at: body.data.updated_at });
      if (phone) expect(await search("phone", phone)).toEqual([id]);
      if (email) expect(await search("email", email.toUpperCase())).toEqual([id]);
    }
    expect((await testEnv.DB.prepare(derived).all()).results).toEqual(stored.results);
  });

  it("has 2 scenarios that could run", async () => {
    const scenarios: Scenario[] = (await demo.get("/scenarios")).body.data;
    expect(scenarios).toHaveLength(2);
    for (const scenario of scenarios) {
      expect(await idsOf(demo, `/scenarios/${scenario.id}/runs`)).not.toEqual([]);
      const { body } = await demo.put(`/scenarios/${scenario.id}`, scenario);
      expect(body).toEqual({ data: { ...scenario, updated_at: body.data.updated_at }, warnings: [] });
    }
  });

  it("has 4 short links, one of them inactive, that could be saved as they are", async () => {
    const links: ShortLink[] = (await demo.get("/short-links")).body.data;
    expect(links.map(({ is_active }) => is_active)).toEqual([true, false, true, true]);
    for (const link of links) {
      const { body } = await demo.put(`/short-links/${link.id}`, link);
      expect(body.data).toEqual({ ...link, updated_at: body.data.updated_at });
    }
  });

  it("has link sends whose clicks are counted alike everywhere, and whose tags the leads have", async () => {
    const links: ShortLink[] = (await demo.get("/short-links")).body.data;
    const tagsOf = new Map(leads.map(({ id, tags }) => [id, tags.map((tag) => tag.id)]));
    for (const link of links) {
      const sends: LinkSend[] = (await demo.get(`/link-sends?short_link_id=${link.id}&per_page=100`)).body.data;
      const { totals } = (await demo.get(`/short-links/${link.id}/stats?from=${new Date(Date.now() - 200 * 86_400_000).toISOString()}`))
        .body.data;
      expect(totals).toMatchObject({ clicks_count: link.clicks_count, base_clicks_count: link.base_clicks_count });
      expect(sends.reduce((sum, send) => sum + send.clicks_count, 0)).toBe(link.clicks_count);
      for (const send of sends) {
        if (link.tag_on_sent_id) expect(tagsOf.get(send.lead_id)).toContain(link.tag_on_sent_id);
        if (link.tag_on_clicked_id && send.clicks_count > 0) expect(tagsOf.get(send.lead_id)).toContain(link.tag_on_clicked_id);
      }
    }
    expect((await demo.get("/link-sends?per_page=100")).body.data.length).toBeGreaterThan(40);
  });
});
