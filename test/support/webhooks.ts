import type { EventType } from "#domain/events";
import { nextAlarm, runUntilIdle } from "./alarms";
import { type Answer, type Client, make, newScenario, type Options, unique } from "./api";
import { testEnv } from "./env";
import { requestsTo, webhookUrl } from "./graph";
import { bindObject } from "./objects";
import { rowsOf } from "./rows";
import { workspaceOf } from "./scope";
import { serve } from "./serve";

/** Creates an endpoint at a public host name that does not answer. */
export const newEndpoint = (client: Client, input: object = {}) =>
  make(client, "/webhook-endpoints", { url: `https://hooks.example.com/${unique()}`, ...input });

/** Inserts an event of a workspace. Returns its id. */
export async function newEvent(
  workspaceId: number,
  type: EventType = "lead.created",
  data: object = {},
) {
  await rowsOf(
    "insert into new_events (workspace_id, type, data) values (?, ?, ?)",
    workspaceId,
    type,
    JSON.stringify(data),
  );
  const [row] = await rowsOf<{ id: number }>(
    "select max(id) as id from events where workspace_id = ?",
    workspaceId,
  );
  return row!.id;
}

type Delivered = { status?: string; event_id?: number; next_attempt_at?: number | null };

/** Inserts the delivery of an event to an endpoint: by default a test event. Returns its id. */
export async function newDelivery(
  endpointId: number,
  { status = "delivered", event_id, next_attempt_at = null }: Delivered = {},
) {
  const [endpoint] = await rowsOf<{ workspace_id: number }>(
    "select workspace_id from webhook_endpoints where id = ?",
    endpointId,
  );
  const workspaceId = endpoint!.workspace_id;
  const eventId =
    event_id ??
    (await newEvent(workspaceId, "webhook_endpoint.test", { webhook_endpoint_id: endpointId }));
  const [row] = await rowsOf<{ id: number }>(
    `insert into webhook_deliveries
       (workspace_id, endpoint_id, event_id, status, attempts, last_attempt_at, http_status,
        latency_ms, answer, next_attempt_at, created_at)
     values (?, ?, ?, ?, 3, 1000, 200, 12, 'ok', ?, 1000) returning id`,
    workspaceId,
    endpointId,
    eventId,
    status,
    next_attempt_at,
  );
  return row!.id;
}

// biome-ignore lint/suspicious/noExplicitAny: rows as D1 gives them.
type Row = Record<string, any>;

/**
 * An endpoint and its deliveries, oldest first, as a request has left them: they are read before a
 * webhook sender wakes. `send` must send the request with the options it is given.
 */
export async function leftBy(endpointId: number, send: (options: Options) => Promise<Answer>) {
  const left: { endpoint: Row | undefined; deliveries: Row[] } = {
    endpoint: undefined,
    deliveries: [],
  };
  const DB = new Proxy(testEnv.DB, {
    get(db, name) {
      if (name !== "batch") return Reflect.get(db, name).bind(db);
      return async (statements: D1PreparedStatement[]) => {
        const results = await db.batch(statements);
        [left.endpoint] = await rowsOf<Row>(
          "select * from webhook_endpoints where id = ?",
          endpointId,
        );
        left.deliveries = await rowsOf<Row>(
          "select * from webhook_deliveries where endpoint_id = ? order by id",
          endpointId,
        );
        return results;
      };
    },
  });
  const answer = await send({ fetcher: (request) => serve(request, { DB }) });
  return { answer, ...left };
}

/** Sets columns of an endpoint. */
export const setEndpoint = (id: number, columns: Record<string, string | number | null>) =>
  rowsOf(
    `update webhook_endpoints set ${Object.keys(columns)
      .map((name) => `${name} = ?`)
      .join()} where id = ?`,
    ...Object.values(columns),
    id,
  );

/** The bindings with which a webhook sender may send to this machine. */
const HERE = { SHORT_URL_BASE: "http://localhost:8787" };

export const webhookSenderOf = (endpointId: number) =>
  testEnv.WEBHOOK_SENDER.getByName(String(endpointId));

/** Gives an endpoint's webhook sender other bindings, for as long as it stays in memory. */
export const bindWebhookSender = (endpointId: number, bindings: Partial<typeof testEnv> = {}) =>
  bindObject(webhookSenderOf(endpointId), { ...HERE, ...bindings });

/** Creates an endpoint on this machine, which the double knows by its `key`. */
export async function newReceiver(client: Client, input: object = {}) {
  const key = crypto.randomUUID();
  const { id, secret } = await newEndpoint(client, input);
  await setEndpoint(id, { url: webhookUrl(key) });
  await bindWebhookSender(id);
  return { id: id as number, key, secret: secret as string };
}

export type Receiver = Awaited<ReturnType<typeof newReceiver>>;

/** Gives an endpoint a new secret. The old one also signs for a day. */
export const rotateSecret = async (client: Client, { id }: { id: number }): Promise<string> =>
  (await client.post(`/webhook-endpoints/${id}/rotate-secret`)).body.data.secret;

/** Creates a scenario whose `webhook_url` is on this machine. Returns its endpoint. */
export async function newScenarioEndpoint(client: Client, input: object = {}) {
  const key = crypto.randomUUID();
  const scenario = await newScenario(client, {
    webhook_url: "https://example.com/hooks",
    ...input,
  });
  const [endpoint] = await rowsOf<{ id: number }>(
    "select id from webhook_endpoints where scenario_id = ?",
    scenario.id,
  );
  await setEndpoint(endpoint!.id, { url: webhookUrl(key) });
  await bindWebhookSender(endpoint!.id);
  return { id: endpoint!.id, key, scenario };
}

/** Wakes an endpoint's webhook sender and runs it until it waits for a later time. */
export const deliverDue = async (endpointId: number) =>
  runUntilIdle(
    webhookSenderOf(endpointId),
    endpointId,
    await workspaceOf("webhook_endpoints", endpointId),
  );

/** The time of the alarm of an endpoint's webhook sender. */
export const alarmOfWebhookSender = (endpointId: number) => nextAlarm(webhookSenderOf(endpointId));

/** The types of the events that were sent to an endpoint, in their order. */
export const typesSentTo = async (key: string) =>
  (await requestsTo(key)).map(({ body }) => body.type);

/** The ids of the events that were sent to an endpoint, in their order. */
export const idsSentTo = async (key: string) =>
  (await requestsTo(key)).map(({ body }): number => body.id);

export type DeliveryRow = {
  event_id: number;
  status: string;
  attempts: number;
  next_attempt_at: number | null;
  last_attempt_at: number | null;
  error: string | null;
  http_status: number | null;
  latency_ms: number | null;
  answer: string | null;
};

/** The rows of an endpoint's deliveries, in the order of their events. */
export const deliveriesOf = (endpointId: number) =>
  rowsOf<DeliveryRow>(
    "select * from webhook_deliveries where endpoint_id = ? order by event_id",
    endpointId,
  );

export type EndpointRow = {
  is_active: 0 | 1;
  disabled_reason: string | null;
  failures: number;
  failing_since: number | null;
  paused_until: number | null;
  next_event_id: number | null;
  next_at: number | null;
};

/** The row of an endpoint. */
export const endpointRow = async (endpointId: number) =>
  (await rowsOf<EndpointRow>("select * from webhook_endpoints where id = ?", endpointId))[0]!;
