import { assert } from "vitest";
import type { EventType } from "#domain/events";
import type { Event } from "#features/events/schema";
import type { Lead } from "#features/leads/schema";
import type { Client } from "./api";
import { testEnv } from "./env";

/** The first 100 events that match a query, oldest first unless it sets another order. */
export async function eventsOf(client: Client, query = ""): Promise<Event[]> {
  const { status, body, text } = await client.get(
    `/events?per_page=100${query.includes("order=") ? "" : "&order=asc"}&${query}`,
  );
  assert(status === 200, text);
  return body.data;
}

type Data<Type extends EventType> = Extract<Event, { type: Type }>["data"];

/** The data of the workspace's events of a type, oldest first. */
export const dataOf = async <Type extends EventType>(
  client: Client,
  type: Type,
  query = "",
): Promise<Data<Type>[]> =>
  (await eventsOf(client, `type[]=${type}&${query}`)).map(({ data }) => data as Data<Type>);

/** Inserts events straight into D1. `columns` are SQL expressions over `n`, which counts from 1. */
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
    const to = Math.min(count, from + 4_999);
    await testEnv.DB.prepare(
      `with recursive numbers(n) as (
         select ${from} union all select n + 1 from numbers where n < ${to}
       )
       insert into events (id, ${Object.keys(all).join(", ")})
       select ${last} + n, ${Object.values(all).join(", ")} from numbers`,
    ).run();
  }
}

/** A lead in the form that events carry. */
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
  is_marketing_optout: lead.is_marketing_optout,
});
