import type { Client } from "./api";
import { routes } from "./document";
import { pathOf } from "./examples";

/** GETs that change by the requests of a test itself, and a stream, whose answer has no body. */
const VARYING = new Set([
  "getUsage",
  "listAuditLog",
  "listTokens",
  "getMe",
  "me",
  "getLeadBundle",
  "streamEvents",
]);

/**
 * Addresses are signed anew each time, backups are the operator's, and triggers of a workspace that
 * is restored react to what comes from then on.
 */
const VARYING_MEMBERS = ["url", "url_valid_until", "backups", "since"];
const withoutVarying = (name: string, value: unknown) =>
  VARYING_MEMBERS.includes(name) ? undefined : value;

/** The answers of all GETs that a workspace can make. */
export async function answersOf(client: Client, ids: Record<string, number>) {
  const found: Record<string, { status: number; body: unknown }> = {};
  for (const route of await routes()) {
    const { operationId, security } = route.operation;
    if (route.method !== "GET" || security !== undefined || VARYING.has(operationId)) continue;
    const { status, text } = await client.get(pathOf(route, ids).replace("/v1", ""));
    found[operationId] = { status, body: JSON.parse(text, withoutVarying) };
  }
  return found;
}
