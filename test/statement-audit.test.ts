import { describe, expect, it } from "vitest";
import { newWorkspace } from "./support/api";
import { meterOf } from "./support/meter";
import { isAudited, lacksActor, lacksRevision, lacksWorkspace } from "./support/statement-audit";

// Every test file ends with this audit (test/support/setup.ts): here it is shown to find what it
// looks for.
describe("the audit of statements", () => {
  it.each([
    "select id from leads where id = ?",
    'select "id" from "leads" where "leads"."id" = ?',
    'update "messages" set "status" = ? where "messages"."id" in (select value from json_each(?))',
    "delete from short_links where id = ?",
    "insert into tags (label, label_key) values (?, ?)",
    "select 1 from json_each(?) cross join conversations on conversations.id = value",
    "select workspace_id from runs where id = ?",
  ])("finds: %s", (statement) => {
    expect(lacksWorkspace(statement)).toBe(true);
  });

  it.each([
    "select id from leads where workspace_id = ? and id = ?",
    'select "id" from "leads" where ("leads"."workspace_id" = ? and "leads"."id" = ?)',
    'insert into "tags" ("id", "workspace_id", "label") values (null, ?, ?)',
    "insert into conversations (workspace_id, lead_id) select workspace_id, id from leads where workspace_id = ?",
    "select name from workspaces where id = ?",
    "select value from json_each(?)",
  ])("passes: %s", (statement) => {
    expect(lacksWorkspace(statement)).toBe(false);
  });

  it.each([
    "update leads set warmth = ? where workspace_id = ?",
    'update "leads" set "is_optout" = ?, "updated_at" = ? where "leads"."id" = ?',
    "update or ignore leads set email = ?",
    'update "messages" set "status" = ? where "messages"."id" = ?',
    "update messages set\n status = 'failed', next_attempt_at = null",
    "insert into runs (workspace_id) values (?)",
    "update runs set ended_at = ?",
    "insert into lead_tags (lead_id, tag_id, created_at) values (?, ?, ?)",
    "delete from lead_tags where lead_id = ?",
  ])("finds that nobody is named by: %s", (statement) => {
    expect(lacksActor(statement)).toBe(true);
  });

  it.each([
    "update leads set warmth = ?, changed_by = ? where workspace_id = ?",
    "update leads set enrolled_at = ? where workspace_id = ? and leads.is_optout = 0",
    "update messages set status = 'sending', attempts = attempts + 1",
    "update messages set text = null, payload = '{}'",
    "insert into lead_tags (lead_id, tag_id, created_at, added_by) values (?, ?, ?, ?)",
    "delete from runs where workspace_id = ?",
  ])("passes: %s", (statement) => {
    expect(lacksActor(statement)).toBe(false);
  });

  it.each([
    "update leads set warmth = ?, updated_at = ? where workspace_id = ?",
    'update "leads" set "is_optout" = ? where "leads"."id" = ?',
    "update or ignore leads set email = iif(?, ?, email) from json_each(?) as change",
    'update "tags" set "label" = ?, "updated_at" = ? where "tags"."id" = ?',
  ])("finds that the ETag may stay with: %s", (statement) => {
    expect(lacksRevision(statement)).toBe(true);
  });

  it.each([
    "update leads set warmth = ?, updated_at = max(?, leads.updated_at + 1)",
    'update "tags" set "label" = ?, "updated_at" = max(?, "updated_at" + 1)',
    "update leads set enrolled_at = ? where workspace_id = ? and leads.is_optout = 0",
  ])("passes: %s", (statement) => {
    expect(lacksRevision(statement)).toBe(false);
  });

  it("sees the statements of requests", async () => {
    const client = await newWorkspace();
    const meter = await meterOf((fetcher) => client.get("/tags", undefined, { fetcher }));
    expect(meter.statements.length).toBeGreaterThan(0);
    for (const { text } of meter.statements) expect(isAudited(text), text).toBe(true);
  });
});
