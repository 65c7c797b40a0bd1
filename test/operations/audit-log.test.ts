import { beforeAll, describe, expect, it } from "vitest";
import { auditActions } from "#domain/audit";
import { cleanUp } from "#features/operations/chunks/clean-ups";
import {
  actsAfter,
  expectAct,
  expectNoActIfRefused,
  isOperators,
  lastActId,
} from "../support/acts";
import {
  type Client,
  call,
  idsOf,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { routes } from "../support/document";
import { testEnv } from "../support/env";
import { exampleOf, isReadOnly, pathOf, resources } from "../support/examples";
import { prepareFor } from "../support/resources";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";
import { newEndpoint } from "../support/webhooks";

// The operations of tokens: test/operation-events.test.ts.

/** Operations whose changes are events, and those that change nothing that others rely on. */
const NOT_AUDITED = [
  ...["createLead", "updateLead", "writeLeads", "replaceProfile", "releaseProfile"],
  ...["optOutLead", "optInLead", "replaceImportPart", "createBooking", "updateBooking"],
  ...["previewSource", "replaySource", "replaySourceDelivery"],
  ...["attachTags", "detachTag", "analyzeLead", "summarizeConversation"],
  ...["enrolLead", "cancelRun", "pauseRun", "resumeRun", "reportLeadEvent"],
  ...["createLinkSend", "updateLinkSend", "syncTemplates"],
  ...["updateConversation", "readConversation", "showTyping", "addNote", "deleteNote"],
  ...["uploadMedium", "createTestRun", "addTestRunEvent", "skipTestRunWait", "deleteTestRun"],
  ...[
    "receiveMessage",
    "receiveIdentityMove",
    "receiveComment",
    "sendMessage",
    "sendMessageToLead",
    "reportMessageStatus",
  ],
  ...["retryWebhookDelivery", "testWebhookEndpoint", "getDefaultSecret", "checkChannel"],
  // The audit log is by workspace: these are logged.
  ...["registerDatabase", "updateDatabase", "recoverBackups"],
];

const writing = (await routes()).filter(
  (route) =>
    route.path.startsWith("/v1/") && !isReadOnly(route) && route.operation.security?.length !== 0,
);

it("holds the act of every operation that changes what others rely on", () => {
  const others = writing.filter(({ operation }) => operation["x-audit"] === undefined);
  expect(others.map(({ operation }) => operation.operationId).sort()).toEqual(NOT_AUDITED.sort());
  const actions = new Set(writing.flatMap(({ operation }) => operation["x-audit"] ?? []));
  expect([...actions].sort()).toEqual([...auditActions].sort());
});

it.each(writing.filter(isOperators).map((route) => [route.operation.operationId, route] as const))(
  "holds what the operator does by %s, once",
  async (_, route) => {
    const own = await resources();
    const json = exampleOf(route, own);
    const carryOut = () =>
      call(route.method, pathOf(route, own.ids), {
        token: testEnv.OPERATOR_TOKEN,
        headers: route.method === "POST" ? { "Idempotency-Key": own.client.token } : {},
        ...(json && { json }),
      });
    await prepareFor(route.operation.operationId, own.ids);
    const before = await lastActId();
    const answer = await carryOut();
    expect(answer.status, answer.text).toBeLessThan(300);
    if (route.method === "POST")
      expect((await carryOut()).headers.get("Idempotent-Replayed")).toBe("true");
    await expectAct(route, own, answer, before);
    await expectNoActIfRefused(route, own);
  },
);

describe("the audit log of a workspace", () => {
  let client: Client;
  let auditor: Client;
  let scenario: number;
  let lead: number;

  beforeAll(async () => {
    client = await newWorkspace();
    auditor = await withAbilities(client, "audit:read");
    scenario = (await newScenario(client)).id;
    lead = (await newLead(client, { email: "marker@example.com" })).id;
  });

  it("holds bulk operations that have changed something, and no others", async () => {
    const enrol = () => client.post(`/scenarios/${scenario}/leads/bulk`, { lead_ids: [lead] });
    const replace = () =>
      client.put(`/scenarios/${scenario}`, { name: "Second", platform: "whatsapp" });
    const migrate = () => client.post(`/scenarios/${scenario}/migrate`, { from_version: 1 });
    const endpoint = await newEndpoint(client, {});
    const replay = () =>
      client.post(`/webhook-endpoints/${endpoint.id}/replay`, { from: "2020-01-01T00:00:00Z" });
    const actions: string[] = [];
    for (const act of [enrol, enrol, replace, migrate, replay]) {
      const before = await lastActId();
      const { status, text } = await act();
      expect(status, text).toBeLessThan(300);
      actions.push((await actsAfter(before)).map(({ action }) => action).join());
    }
    expect(actions).toEqual([
      "scenario.leads_enrolled",
      "",
      "scenario.replaced",
      "scenario.runs_migrated",
      "webhook_endpoint.events_replayed",
    ]);
  });

  it("has no act of a change that a conflict has prevented", async () => {
    const label = `Taken ${Date.now()}`;
    await newTag(client, { label });
    const before = await lastActId();
    expect((await client.post("/tags", { label })).status).toBe(422);
    const stale = { name: "Stale", platform: "whatsapp" };
    const headers = { "If-Match": '"99"' };
    const answer = await client.put(`/scenarios/${scenario}`, stale, { headers });
    expect(answer.status).toBe(412);
    const owner = (await idsOf(client, "/tokens?per_page=10")).at(-1);
    expect((await client.delete(`/tokens/${owner}?children=1`)).status).toBe(409);
    expect(await actsAfter(before)).toEqual([]);
  });

  it.each([
    ["tag", "/tags/4000000000"],
    ["short_link", "/short-links/4000000000"],
    ["webhook_endpoint", "/webhook-endpoints/4000000000"],
    ["scenario", "/scenarios/4000000000"],
    ["runs", "/scenarios/4000000000/leads"],
  ])(
    "has no act of a deletion that finds nothing, but removes what is behind another %s",
    async (kind, path) => {
      const client = await newWorkspace();
      const tombstones = () =>
        rowsOf("select kind from removals where workspace_id = ?", client.workspaceId);
      await rowsOf(
        "insert into removals (kind, parent_id, workspace_id) values (?, 3999999999, ?)",
        kind,
        client.workspaceId,
      );
      const before = await lastActId();
      expect((await client.delete(path)).status).toBe(404);
      expect(await tombstones()).toEqual([]);
      expect(await actsAfter(before)).toEqual([]);
    },
  );

  it("has no act of a patch that changes nothing", async () => {
    const own = await newWorkspace();
    const patchSettings = (json: object) => own.patch("/settings", json);
    const patchWorkspace = (json: object) =>
      call("PATCH", `/v1/workspaces/${own.workspaceId}`, {
        token: testEnv.OPERATOR_TOKEN,
        json,
      });
    const workspace = { name: "Renamed", default_country: "FR", quotas: { leads: 7, channels: 3 } };
    const cases = [
      [patchSettings, { time_zone: "Europe/Paris", opt_out_keywords: ["STOP"] }],
      [patchWorkspace, workspace],
    ] as const;
    for (const [patch, json] of cases) {
      const { body } = await patch(json);
      const before = await lastActId();
      for (const same of [{}, json]) {
        const answer = await patch(same);
        expect([answer.status, answer.body]).toEqual([200, body]);
      }
      expect(await actsAfter(before)).toEqual([]);
    }
    const before = await lastActId();
    expect((await patchWorkspace({ quotas: { channels: null } })).status).toBe(200);
    expect(await actsAfter(before)).toHaveLength(1);
  });

  it("can be read with audit:read alone, filtered and in pages, without leads' values", async () => {
    await newChannel(client).then(({ id }) => newInbound(client, id, lead));
    await client.delete(`/leads/${lead}`);
    const list = async (query: string) => {
      const { status, body, text } = await auditor.get(`/audit-log?${query}`);
      expect(status, text).toBe(200);
      return body.data.map(({ action }: { action: string }) => action);
    };
    const all = await auditor.get("/audit-log?per_page=100");
    expect(all.text).not.toContain("marker");
    expect(all.body.data[0]).toMatchObject({
      action: "lead.deleted",
      target: { type: "lead", id: lead },
      actor: { type: "token", name: "First token" },
    });
    expect(all.body.data.at(-1)).toMatchObject({
      action: "workspace.created",
      target: { type: "workspace", id: client.workspaceId },
      actor: { type: "operator", id: null, name: null },
    });
    const { actor, request_id } = all.body.data[0];
    expect(await list("actor=operator")).toEqual(["workspace.created"]);
    expect(await list(`token_id=${actor.id}&action[]=lead.*`)).toEqual(["lead.deleted"]);
    expect(await list(`request_id=${request_id}`)).toEqual(["lead.deleted"]);
    expect(await list(`action[]=scenario.created&target_id=${scenario}`)).toEqual([
      "scenario.created",
    ]);
    expect(await list("created_to=2020-01-01T00:00:00Z")).toEqual([]);
    expect(await list("created_from=2020-01-01T00:00:00Z")).toHaveLength(all.body.data.length);
    const other = await newWorkspace();
    expect((await other.get(`/audit-log?request_id=${request_id}`)).body.data).toEqual([]);
    const blind = await withAbilities(client, "leads:read", "tokens:read");
    expect((await blind.get("/audit-log")).status).toBe(403);
  });

  it("can't be changed, and loses only what is older than a year", async () => {
    const query = (text: string) => rowsOf(text, client.workspaceId);
    await expect(query("update audit_log set action = 'x' where workspace_id = ?")).rejects.toThrow(
      "audit_log_append_only",
    );
    await expect(query("delete from audit_log where workspace_id = ?")).rejects.toThrow(
      "audit_log_append_only",
    );
    const count = async () =>
      (await query("select id from audit_log where workspace_id = ?")).length;
    const before = await count();
    // In front of all others, as an old act is.
    await rowsOf(
      `insert into audit_log (id, workspace_id, action, actor_type, request_id, nonce, created_at)
       values (-1, ?, 'tag.created', 'operator', 'old', 'old', ?)`,
      client.workspaceId,
      Date.now() - 366 * 86_400_000,
    );
    expect(await count()).toBe(before + 1);
    await cleanUp(testEnv, databaseOf(), 900);
    expect(await count()).toBe(before);
  });
});
