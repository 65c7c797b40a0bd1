import { expect } from "vitest";
import { type Answer, call, withAbilities } from "./api";
import type { Route } from "./document";
import { testEnv } from "./env";
import { exampleOf, pathOf, type Resources } from "./examples";
import { GONE, idsFor } from "./resources";
import { rowsOf } from "./rows";
import { directoryDb } from "./scope";

// The entries that operations leave in the audit log.

type Act = Record<string, unknown> & { id: number; action: string };

export const isOperators = ({ operation }: Route) =>
  operation.security?.some((scheme) => "operator" in scheme) ?? false;

/** The acts in the workspaces' database and in the directory. */
async function acts(query: string, ...values: unknown[]): Promise<Act[]> {
  const databases = [...new Set([testEnv.DB, directoryDb])];
  const ask = (database: D1Database) =>
    database
      .prepare(query)
      .bind(...values)
      .all<Act>();
  return (await Promise.all(databases.map(ask))).flatMap(({ results }) => results);
}

export const lastActId = async () =>
  Math.max(...(await acts("select ifnull(max(id), 0) as id from audit_log")).map(({ id }) => id));

export const actsAfter = (id: number) => acts("select * from audit_log where id > ?", id);

/** The operations whose examples change nothing that belongs to `newResources`. */
export const IDLE = new Set([
  ...["enrolLeads", "migrateRuns", "replayWebhooks", "resumeWorkspace"],
  ...["cancelBulkEnrolment", "deleteSuppressedContact"],
  ...["previewSource", "replaySource", "replaySourceDelivery"],
]);

const kindOf = (action: string) => action.replace(/\..*/, "");
const PARAMETERS: Record<string, string> = {
  short_link: "shortLink",
  bulk_enrolment: "bulkEnrolment",
  webhook_endpoint: "endpoint",
};

/** The id of what the act concerns: of the path, or of the answer to what creates it. */
function targetOf(route: Route, action: string, ids: Record<string, number>, answer: Answer) {
  const parameter = PARAMETERS[kindOf(action)] ?? kindOf(action);
  if (route.path.includes(`{${parameter}}`)) return ids[parameter];
  if (action === "lead.merged") return ids.otherLead;
  return action.endsWith(".created") ? answer.body.data.id : null;
}

/**
 * Expects that an operation which was carried out has left the one act that the document announces,
 * after the act `before`.
 */
export async function expectAct(route: Route, own: Resources, answer: Answer, before: number) {
  const { operationId, "x-audit": action } = route.operation;
  const isIdle = action === undefined || IDLE.has(operationId);
  if (isIdle) return expect(await actsAfter(before), operationId).toEqual([]);
  const target = targetOf(route, action, idsFor(operationId, own.ids), answer);
  const [first] = await rowsOf<{ id: number }>(
    "select min(actor_id) as id from audit_log where workspace_id = ?",
    own.client.workspaceId,
  );
  const actor = isOperators(route)
    ? { actor_type: "operator", actor_id: null, actor_name: null }
    : { actor_type: "token", actor_id: first!.id, actor_name: "First token" };
  const owners: Record<string, unknown> = { createWorkspace: target, restoreBackup: GONE };
  expect(await actsAfter(before), operationId).toEqual([
    {
      id: expect.any(Number),
      workspace_id: owners[operationId] ?? own.client.workspaceId,
      action,
      target_id: target,
      ...actor,
      request_id: answer.headers.get("X-Request-Id"),
      nonce: expect.any(String),
      created_at: expect.any(Number),
    },
  ]);
}

/** Expects that an operation leaves no act where it is refused, by whichever check. */
export async function expectNoActIfRefused(route: Route, own: Resources) {
  const ids = idsFor(route.operation.operationId, own.ids);
  const strangers = Object.fromEntries(Object.keys(ids).map((name) => [name, 4_000_000_000]));
  const isOthers = isOperators(route);
  const token = isOthers ? testEnv.OPERATOR_TOKEN : own.client.token;
  const weak = isOthers ? own.client.token : (await withAbilities(own.client, "audit:read")).token;
  const before = await lastActId();
  const json = exampleOf(route, own);
  const path = pathOf(route, ids);
  const refused = [
    await call(route.method, path, { token: weak, ...(json && { json }) }),
    ...(path === pathOf(route, strangers)
      ? []
      : [await call(route.method, pathOf(route, strangers), { token, ...(json && { json }) })]),
    await call(route.method, `${path}?unknown=1`, { token, ...(json && { json }) }),
    ...(json ? [await call(route.method, path, { token, raw: "{" })] : []),
  ];
  for (const { status, text } of refused) expect([401, 403, 404, 422], text).toContain(status);
  expect(await actsAfter(before)).toEqual([]);
}
