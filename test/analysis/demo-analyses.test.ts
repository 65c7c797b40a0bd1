/// <reference types="vite/client" />
import { beforeAll, describe, expect, it } from "vitest";
import type { Lead, LeadListItem } from "#features/leads/schema";
import type { Conversation } from "#features/messaging/conversations/schema";
import type { Message } from "#features/messaging/messages/schema";
import demoSql from "../../drizzle/demo/demo.sql?raw";
// @ts-expect-error: plain JavaScript
import { token } from "../../drizzle/demo/workspace.mjs";
import { clientOf } from "../support/api";
import { testEnv } from "../support/env";
import { messagesOf } from "../support/messaging";
import { rowsOf } from "../support/rows";

const demo = clientOf(token, 1);
let leads: LeadListItem[];
/** The demo's conversations with their messages, oldest first. */
let talks: (Conversation & { messages: Message[] })[];

beforeAll(async () => {
  const statements = demoSql.split(/;\n+/).filter((statement) => statement !== "");
  await testEnv.DB.batch(statements.map((statement) => testEnv.DB.prepare(statement)));
  leads = (await demo.get("/leads?per_page=100")).body.data;
  const conversations: Conversation[] = (await demo.get("/conversations?per_page=100")).body.data;
  talks = await Promise.all(
    conversations.map(async (one) => ({ ...one, messages: await messagesOf(demo, one.id) })),
  );
});

describe("the demo workspace", () => {
  it("was analysed by the rules, which find the same again", async () => {
    const profiles = () =>
      rowsOf(
        "select id, age, occupation_status, engagement_level, is_lost, lost_reason, profile, updated_at from leads",
      );
    const before = await profiles();
    for (const { id, conversations } of leads.filter((lead) => lead.conversations.length > 0)) {
      const { body } = await demo.post(`/leads/${id}/analyze?wait=1`);
      expect(body.data).toHaveLength(conversations.length);
      for (const { status, reason } of body.data)
        expect(`${status} ${reason}`).toMatch(/^skipped (unchanged|no_text)$/);
    }
    expect(await profiles()).toEqual(before);
  });

  it("has summaries that quote the leads, under the days of their messages", () => {
    const summaries = talks.flatMap(({ summary, messages }) =>
      summary === null ? [] : [{ summary, messages }],
    );
    expect(summaries.length).toBeGreaterThan(35);
    for (const { summary, messages } of summaries) {
      const days = new Set(
        messages.flatMap(({ sent_at: at }) => (at === null ? [] : [at.slice(0, 10)])),
      );
      for (const [, day] of summary.matchAll(/(\d{4}-\d\d-\d\d): "/g)) expect(days).toContain(day);
    }
  });

  it("has profiles whose quotes are in the leads' messages", async () => {
    for (const { id } of leads.filter(({ profile_extracted_at: at }) => at !== null)) {
      const { profile }: Lead = (await demo.get(`/leads/${id}`)).body.data;
      const written = talks
        .filter(({ lead_id }) => lead_id === id)
        .flatMap(({ messages }) => messages.filter((one) => one.direction === "inbound"));
      expect(written.length, `lead ${id}`).toBeGreaterThan(0);
      if (profile.verbatim)
        expect(written.map(({ text }) => text).join("\n"), `lead ${id}`).toContain(
          profile.verbatim,
        );
    }
  });

  it("shows 20 analysed profiles", async () => {
    const analysed = leads.filter(({ profile_extracted_at: at }) => at !== null);
    expect(analysed.length).toBeGreaterThanOrEqual(20);
    expect(
      (await rowsOf("select id from leads where profile ->> 'primary_objective' is not null"))
        .length,
    ).toBeGreaterThanOrEqual(20);
    const { fields } = (await demo.get("/leads/26/profile")).body.data;
    expect(fields).toMatchObject({
      age: { source: "analysis", value: 31 },
      maturity_level: { source: "api", value: "advanced" },
    });
  });
});
