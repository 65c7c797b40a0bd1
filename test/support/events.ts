import { assert } from "vitest";
import type { EventType } from "../../src/domain/events";
import type { Event } from "../../src/features/events/schema";
import type { Lead } from "../../src/features/leads/schema";
import type { Client } from "./api";
import { testEnv } from "./env";

/** The first 100 of the workspace's events that a query asks for, oldest first unless it says otherwise. */
export async function eventsOf(client: Client, query = ""): Promise<Event[]> {
  const { status, body, text } = await client.get(
    `/events?per_page=100${query.includes("order=") ? "" : "&order=asc"}&${query}`,
  );
  assert(status === 200, text);
  return body.data;
}

type Data<Type extends EventType> = Extract<Event, { type: Type }>["data"];

/** What the workspace's events of a type say, oldest first. */
export const dataOf = async <Type extends EventType>(
  client: Client,
  type: Type,
  query = "",
): Promise<Data<Type>[]> =>
  (await eventsOf(client, `type[]=${type}&${query}`)).map(({ data }) => data as Data<Type>);

/** Writes events straight into D1: `columns` are SQL expressions over `n`, which counts from 1. */
export async function seedEvents(
  { workspaceId }: Pick<Client, "workspaceId">,
  count: number,
  columns: Record<string, string> = {},
) {
  const all: Record<string, string> = {
    workspace_id: String(workspaceId),
    type: "'lead.created'",
    data: "'{}'",
    ...columns,
  };
  const last = await testEnv.DB.prepare("select ifnull(max(id), 0) from events").first<number>(
    "ifnull(max(id), 0)",
  );
  for (let from = 1; from <= count; from += 5_000) {
    const numbers = `with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${Math.min(count, from + 4_999)})`;
    await testEnv.DB.prepare(
      `${numbers} insert into events (id, ${Object.keys(all).join(", ")}) select ${last} + n, ${Object.values(all).join(", ")} from numbers`,
    ).run();
  }
}

/** A lead as events name it. */
export const named = (lead: Lead) => ({
  id: lead.id,
  ext_id: lead.ext_id,
  first_name: lead.first_name,
  last_name: lead.last_name,
  username: lead.username,
  email: lead.email,
  phone: lead.phone,
  pipeline_stage: lead.pipeline_stage,
  is_optout: lead.is_optout,
});
