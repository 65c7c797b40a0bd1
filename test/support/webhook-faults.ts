import type { Client } from "./api";
import { testEnv } from "./env";
import { type Around, databaseWith, onlyAt } from "./message-sender-faults";
import { metered } from "./meter";
import { OFFLINE_RUN_SCHEDULER, OFFLINE_WEBHOOK_SENDER } from "./offline-workers";
import { rowsOf } from "./rows";
import { serve } from "./serve";
import { bindWebhookSender } from "./webhooks";

/** A client whose writes wake neither the run scheduler nor webhook senders. */
export function clientWithoutWakeUps(client: Client): Client {
  const fetcher = (request: Request) =>
    serve(request, {
      RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER,
      WEBHOOK_SENDER: OFFLINE_WEBHOOK_SENDER,
    });
  const verb =
    (name: "get" | "post" | "put" | "patch" | "delete"): Client["get"] =>
    (path, json, options) =>
      client[name](path, json, { fetcher, ...options });
  return {
    ...client,
    get: verb("get"),
    post: verb("post"),
    put: verb("put"),
    patch: verb("patch"),
    delete: verb("delete"),
  };
}

/** Wraps every D1 call of an endpoint's webhook sender, for as long as it stays in memory. */
export const aroundD1 = (endpointId: number, around: Around) =>
  bindWebhookSender(endpointId, { DB: databaseWith(around) });

/** Wraps one of a webhook sender's calls to D1, counted from 1; the others go through. */
export const atCall = (endpointId: number, wanted: number, around: Around) =>
  aroundD1(endpointId, onlyAt(wanted, around));

/** Meters the D1 queries of an endpoint's webhook sender, for as long as it stays in memory. */
export async function meterWebhookSender(endpointId: number) {
  const { meter, database } = metered(testEnv.DB);
  await bindWebhookSender(endpointId, { DB: database });
  return meter;
}

/**
 * Inserts `each` events of each of the workspace's leads, straight into D1. `type` and `data` are
 * SQL expressions over `n`, which counts from 1.
 */
export const seedEvents = (
  { workspaceId }: Pick<Client, "workspaceId">,
  each: number,
  { type = "'lead.updated'", data = `'{"changes":{}}'` } = {},
) =>
  rowsOf(
    `insert into new_events (workspace_id, type, lead_id, scenario_id, data)
     select workspace_id, ${type}, leads.id, null, ${data}
     from (
       with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?2)
       select n from numbers
     ) cross join leads where workspace_id = ?1 order by n, leads.id`,
    workspaceId,
    each,
  );

/** The ids of a workspace's events, oldest first. */
export const eventIdsOf = async ({ workspaceId }: Pick<Client, "workspaceId">) =>
  (
    await rowsOf<{ id: number }>(
      "select id from events where workspace_id = ? order by id",
      workspaceId,
    )
  ).map(({ id }) => id);
