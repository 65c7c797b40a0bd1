import { beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "#env";
import { openBundle } from "#features/privacy/bundle/bundle";
import { toHtml } from "#features/privacy/bundle/html";
import { toJson } from "#features/privacy/bundle/json";
import { leftOut } from "#features/privacy/bundle/parts";
import { partNames } from "#features/privacy/bundle/schema";
import { streamOf } from "#features/privacy/bundle/stream";
import { type Client, newLead, newWorkspace, withAbilities } from "../support/api";
import { skipEventAudit } from "../support/event-audit";
import { MARKER, newMarkedLead, PHONE } from "../support/marked-lead";
import { rowsOf } from "../support/rows";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { scopeOf } from "../support/scope";

skipEventAudit();

const SCRIPT = `<script>alert("x")</script>'&`;
const asPage = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

let client: Client;
let marked: Awaited<ReturnType<typeof newMarkedLead>>;
let path: string;

beforeAll(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  marked = await newMarkedLead(client);
  path = `/leads/${marked.lead.id}/bundle`;
  const other = await newLead(client, { last_name: "Somebody-else" });
  await client.post(`/leads/${other.id}/opt-out`);
});

/** A scope as that of a request by a token with these abilities. */
const callerWith = (...abilities: Caller["abilities"]): Caller => ({
  ...scopeOf(client.workspaceId),
  ...{ tokenId: 1, tokenName: null, tokenExpiresAt: null, abilities },
});

describe("a lead's bundle", () => {
  it("has every part with what the lead has in it, and nobody else's", async () => {
    const { status, body, headers, text } = await client.get(path);
    expect(status).toBe(200);
    expect(headers.get("Content-Disposition")).toContain(`lead-${marked.lead.id}.json`);
    const { lead, ...parts } = body.data;
    expect(lead).toMatchObject({
      phone: PHONE,
      data: { note: `Note ${MARKER}` },
      variables: { city: `Town ${MARKER}` },
    });
    expect(Object.keys(parts)).toEqual(partNames);
    const none = partNames.filter((name) => parts[name].length === 0);
    expect(none).toEqual(["audit_log"]);
    expect(body.meta).toEqual({
      created_at: expect.any(String),
      left_out: [],
      complete: true,
    });
    expect(text.endsWith('"complete":true}}')).toBe(true);
    expect(text).not.toContain("Somebody-else");
    expect(parts.messages).toHaveLength(4);
    expect(parts.profile_claims).toMatchObject([{ quote: `Said ${MARKER}`, value: MARKER }]);
    expect(parts.link_clicks).toMatchObject([{ referrer_host: `${MARKER}.example.com` }]);
    expect(parts.run_steps).toMatchObject([{ detail: { answer: MARKER } }]);
    expect(parts.run_events).toContainEqual(
      expect.objectContaining({ kind: "custom", data: { name: "paid", data: { note: MARKER } } }),
    );
    const words = parts.consents.map((one: { words: string | null }) => one.words);
    expect(words).toEqual(["STOP", null, null, `May I? ${MARKER}`]);
    expect(parts.suppressions.length).toBeGreaterThan(1);
  });

  it("lists acts that name the lead", async () => {
    await rowsOf(
      `insert into audit_log (workspace_id, id, action, target_id, actor_type, request_id, nonce,
         created_at) values (?, 7, 'lead.deleted', ?, 'token', 'r', 'n', 1)`,
      client.workspaceId,
      marked.lead.id,
    );
    const { body } = await client.get(path);
    expect(body.data.audit_log).toMatchObject([{ action: "lead.deleted", request_id: "r" }]);
  });

  it("leaves out what the token may not read elsewhere, and says so", async () => {
    const reader = await withAbilities(client, "leads:read");
    const { body } = await reader.get(path);
    const shown = ["identities", "tags", "consents", "suppressions"];
    expect(Object.keys(body.data)).toEqual(["lead", ...shown]);
    expect(body.meta.left_out.map(({ part }: { part: string }) => part)).toEqual(
      partNames.filter((name) => !shown.includes(name)),
    );
    expect(body.data.consents[0].words).toBeNull();
    expect(leftOut(callerWith("leads:read", "events:read")).length).toBe(14);
    expect((await (await withAbilities(client, "tags:read")).get(path)).status).toBe(403);
    expect((await (await newWorkspace()).get(path)).status).toBe(404);
  });

  it("is a page for people that loads and runs nothing, whatever a lead wrote", async () => {
    await client.patch(`/leads/${marked.lead.id}`, {
      first_name: SCRIPT,
      variables: { [SCRIPT]: SCRIPT },
      data: { deep: JSON.parse(`${"[".repeat(30)}1${"]".repeat(30)}`), list: ["one", "two"] },
    });
    const { status, text, headers } = await client.get(path, undefined, asPage);
    expect({ status, type: headers.get("Content-Type") }).toEqual({
      status: 200,
      type: "text/html; charset=UTF-8",
    });
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script|<img|<link|<iframe| on\w+=|javascript:/i);
    expect(text).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;");
    expect(text).toContain("<ul><li>one</li><li>two</li></ul>");
    for (const held of [`Said ${MARKER}`, "STOP", PHONE, `Talks of ${MARKER}`])
      expect(text).toContain(held);
    expect(text).toMatch(/This page is complete\.<\/strong><\/p><\/main><\/body><\/html>$/);
    expect((await client.get(`${path}x`, undefined, asPage)).status).toBe(404);
    const [opened, closed] = [
      /<(article|section|dl|dd|dt|ul|li)\b/g,
      /<\/(article|section|dl|dd|dt|ul|li)>/g,
    ];
    expect(text.match(opened)?.length).toBe(text.match(closed)?.length);
  });

  it("reads all pages of each part, in their order", async () => {
    await rowsOf(
      `with recursive n (n) as (select 1 union all select n + 1 from n where n < 1500)
       insert into messages (id, workspace_id, conversation_id, direction, type, text, status,
         created_at)
       select (select max(id) from messages) + n, ?, ?, 'inbound', 'text', 'Message ' || n,
         'received', 1700000000000 + n from n`,
      client.workspaceId,
      marked.conversation,
    );
    const run = "select id from runs where lead_id = ?";
    await rowsOf(
      `with recursive n (n) as (select 1 union all select n + 1 from n where n < 350)
       insert into run_steps (run_id, visit, node_id, type, entered_at)
       select (${run}), 1000 + n, 'a', 'delay', n from n`,
      marked.lead.id,
    );
    await rowsOf(
      `with recursive n (n) as (select 1 union all select n + 1 from n where n < 350)
       insert into link_clicks (id, workspace_id, short_link_id, link_send_id, lead_id, clicked_at,
         device, created_at)
       select (select max(id) from link_clicks) + n, ?, ?, ?, ?, n / 3, 'mobile', n from n`,
      client.workspaceId,
      marked.link.id,
      marked.send.id,
      marked.lead.id,
    );
    const { body } = await client.get(path);
    const { messages, run_steps, link_clicks, events } = body.data;
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
    expect(messages).toHaveLength(1_504);
    expect(idsOf(messages)).toEqual(idsOf(messages).toSorted((a, b) => a - b));
    expect(run_steps).toHaveLength(351);
    expect(new Set(run_steps.map(({ visit }: { visit: number }) => visit)).size).toBe(351);
    expect(new Set(idsOf(link_clicks)).size).toBe(351);
    const [stored] = await rowsOf<{ n: number }>(
      "select count(*) as n from events where lead_id = ?",
      marked.lead.id,
    );
    expect(events).toHaveLength(stored!.n);
  });

  it.each([
    ["JSON", toJson],
    ["a page", toHtml],
  ])("does not look whole as %s if it was broken off", async (_, write) => {
    const lead = await newLead(client);
    const opened = await openBundle(callerWith("*"), lead.id);
    const end = async () => {
      await client.delete(`/leads/${lead.id}`);
      await opened.end();
    };
    let text = "";
    const rest = async () => {
      const texts = streamOf(write({ ...opened, end })).pipeThrough(new TextDecoderStream());
      for await (const one of texts) text += one;
    };
    await expect(rest()).rejects.toThrow("was deleted");
    expect(text.length).toBeGreaterThan(1_000);
    expect(text).not.toMatch(/complete"|This page is complete/);
    expect(() => JSON.parse(text)).toThrow();
  });

  it("stops reading once nobody listens", async () => {
    const bundle = await openBundle(callerWith("*"), marked.lead.id);
    const stream = streamOf(toJson(bundle));
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    const { done } = await bundle.parts[0]!.pages.next();
    expect(done).toBe(false);
  });
});
