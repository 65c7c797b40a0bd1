import type { Client } from "./api";
import { routes } from "./document";
import { pathOf } from "./examples";

/** What changes by the requests of a test itself. */
const VARYING = new Set(["getUsage", "listAuditLog", "listTokens", "getMe", "me", "getLeadBundle"]);

/** What all GETs answer that a workspace can make. */
export async function answersOf(client: Client, ids: Record<string, number>) {
  const found: Record<string, { status: number; body: unknown }> = {};
  for (const route of await routes()) {
    const { operationId, security } = route.operation;
    if (route.method !== "GET" || security !== undefined || VARYING.has(operationId)) continue;
    const { status, body } = await client.get(pathOf(route, ids).replace("/v1", ""));
    found[operationId] = { status, body };
  }
  return found;
}
