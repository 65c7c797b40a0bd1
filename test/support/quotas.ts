import { assert } from "vitest";
import type { Quotas } from "#domain/quotas";
import { type Client, call } from "./api";
import { testEnv } from "./env";

const token = testEnv.OPERATOR_TOKEN;

/** Sets quotas of a workspace as the operator. Returns all of its quotas. */
export async function setQuotas(
  { workspaceId }: Pick<Client, "workspaceId">,
  quotas: { [name in keyof Quotas]?: number | null },
): Promise<Quotas> {
  const json = { quotas };
  const { status, body } = await call("PATCH", `/v1/workspaces/${workspaceId}`, { token, json });
  assert(status === 200);
  return body.data.quotas;
}

/** The quotas whose `workspace.quota_reached` the feed has, oldest first. */
export async function reachedQuotas(client: Client) {
  const { body } = await client.get("/events?order=asc&type[]=workspace.quota_reached");
  return body.data.map(({ data }: { data: object }) => data);
}
