import {
  type Channel,
  type CheckedChannel,
  type Client,
  checkChannel,
  each,
  getUsage,
  getWebhookDelivery,
  listChannels,
  listWebhookEndpoints,
  testWebhookEndpoint,
  type WebhookEndpoint,
} from "#client";
import { reasonOf } from "../errors";
import { plain } from "../output";
import { sleep } from "../session";
import { type Check, ok, problem, warning } from "./check";

const ASK_EVERY_MS = 500;
/** A receiver has 15 seconds to answer. */
const MAX_WAIT_MS = 20_000;

/** Checks that the address that the platform calls leads to the service: it names each request. */
async function checkCallback(url: string): Promise<string | null> {
  try {
    const { headers, body } = await fetch(url, { redirect: "manual" });
    await body?.cancel();
    return headers.get("X-Request-Id") ? null : `${url} leads elsewhere`;
  } catch (error) {
    return `${url} can't be reached: ${reasonOf(error)}`;
  }
}

/** A channel of a platform's own API, which calls it, can be checked. */
const isUnchecked = ({ webhook_url: url, checked_at: at }: Channel) => url !== null && at === null;

const DAY_MS = 24 * 3_600_000;

/** True where messages were withheld within a day: what is older may be mended. */
const isWithheld = ({ withheld }: Channel) =>
  withheld ? Date.parse(withheld.last_at) > Date.now() - DAY_MS : false;

const WAITS = "Its messages wait, and it tries one from time to time, next at";

/** Has the service ask Meta, where the token may and Meta can be asked; else what is known. */
async function askedOf(client: Client, channel: Channel): Promise<CheckedChannel> {
  const known = { ...channel, faults: [] };
  if (channel.webhook_url === null || channel.status !== "active") return known;
  const asked = checkChannel({ client, path: { channel: channel.id } });
  return asked.then(
    ({ data }) => data,
    () => known,
  );
}

async function checked(client: Client, known: Channel): Promise<Check> {
  const channel = await askedOf(client, known);
  const { id, name, status, stop_reason: reason, webhook_url: url } = channel;
  if (status !== "active")
    return problem(`channel ${id}`, `${plain(name)} is ${status}: ${reason}. Replace its settings`);
  if (channel.pause) {
    const { reason: why, next_try_at: next } = channel.pause;
    return warning(`channel ${id}`, `${plain(name)} is paused: ${why}. ${WAITS} ${next}`);
  }
  const found = channel.faults.map(({ about, detail }) => `${about}: ${detail}`).join(" ");
  const fault = found || channel.check_error || (url && (await checkCallback(url)));
  if (fault) return problem(`channel ${id}`, plain(fault));
  if (isWithheld(channel))
    return warning(
      `channel ${id}`,
      `${plain(name)}: Meta tells of messages without handing them on, last at ` +
        `${channel.withheld?.last_at}. The app may lack access to messages, or to these fields: ` +
        channel.webhook_fields.join(", "),
    );
  return isUnchecked(channel)
    ? warning(`channel ${id}`, `${plain(name)}: its token has not been used yet. Check the channel`)
    : ok(`channel ${id}`, plain(name));
}

export async function checkChannels(client: Client): Promise<Check[]> {
  const channels: Channel[] = [];
  for await (const channel of each(listChannels, { client })) channels.push(channel);
  if (channels.length === 0) return [warning("channels", "there is none: nothing can be sent")];
  return Promise.all(channels.map((channel) => checked(client, channel)));
}

/** Has the service send a test event, and waits for what comes of it. */
async function reach(client: Client, { id }: WebhookEndpoint): Promise<[boolean, string]> {
  const sent = await testWebhookEndpoint({ client, path: { endpoint: id } });
  const path = { delivery: sent.data.id };
  for (const start = Date.now(); Date.now() - start < MAX_WAIT_MS; await sleep(ASK_EVERY_MS)) {
    const { data } = await getWebhookDelivery({ client, path });
    if (data.status === "delivered") return [true, `takes events in ${data.latency_ms} ms`];
    if (data.attempts > 0) return [false, `refuses events: ${data.http_status ?? data.error}`];
  }
  return [false, "has not answered yet"];
}

async function checkEndpoint(client: Client, endpoint: WebhookEndpoint, sendsTests: boolean) {
  const name = `endpoint ${endpoint.id}`;
  const where = plain(URL.parse(endpoint.url)?.host);
  if (endpoint.status === "disabled")
    return problem(name, `${where} is disabled: ${plain(endpoint.disabled_reason)}`);
  if (sendsTests && endpoint.is_active) {
    const [isReached, what] = await reach(client, endpoint);
    return (isReached ? ok : problem)(name, `${where} ${plain(what)}`);
  }
  return endpoint.failing_since
    ? warning(name, `${where} has failed since ${endpoint.failing_since}`)
    : ok(name, where);
}

export const checkEndpoints =
  (sendsTests: boolean) =>
  async (client: Client): Promise<Check[]> => {
    const endpoints: WebhookEndpoint[] = [];
    for await (const endpoint of each(listWebhookEndpoints, { client })) endpoints.push(endpoint);
    return Promise.all(endpoints.map((endpoint) => checkEndpoint(client, endpoint, sendsTests)));
  };

/** The part of a quota from which on it is worth a word. */
const NEARLY = 0.9;

export async function checkQuotas(client: Client): Promise<Check[]> {
  const { data } = await getUsage({ client });
  const { leads } = data.stored;
  const most = data.quotas.leads;
  return [(leads > most * NEARLY ? warning : ok)("leads", `${leads} of ${most}`)];
}
