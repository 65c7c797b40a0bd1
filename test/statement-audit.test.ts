import { describe, expect, it } from "vitest";
import { newWorkspace } from "./support/api";
import { meterOf } from "./support/meter";
import { isAudited, lacksWorkspace } from "./support/statement-audit";

// Every test file ends with this audit (test/support/setup.ts): here it is shown to find what it looks for.
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

  it("sees the statements of requests", async () => {
    const client = await newWorkspace();
    const meter = await meterOf((fetcher) => client.get("/tags", undefined, { fetcher }));
    expect(meter.statements.length).toBeGreaterThan(0);
    for (const { text } of meter.statements) expect(isAudited(text), text).toBe(true);
  });
});
