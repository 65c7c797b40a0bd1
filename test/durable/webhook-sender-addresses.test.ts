import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { order, requestsTo, webhookUrl } from "../support/graph";
import { rowsOf } from "../support/rows";
import { clientWithoutWakeUps } from "../support/webhook-faults";
import { bindWebhookSender, deliverDue, deliveriesOf, newReceiver } from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
});

/**
 * The delivery of an event to an endpoint whose stored URL was changed. `url` makes it from the
 * double's.
 */
async function sentTo(
  url: (own: URL) => string,
  bindings: Parameters<typeof bindWebhookSender>[1],
) {
  const endpoint = await newReceiver(client);
  await bindWebhookSender(endpoint.id, bindings);
  await rowsOf(
    "update webhook_endpoints set url = ? where id = ?",
    url(new URL(webhookUrl(endpoint.key))),
    endpoint.id,
  );
  await newLead(client);
  await deliverDue(endpoint.id);
  return { requests: await requestsTo(endpoint.key), deliveries: await deliveriesOf(endpoint.id) };
}

const PUBLIC_SERVICE = { SHORT_URL_BASE: testEnv.SHORT_URL_BASE };

describe("nothing is connected to", () => {
  it.each([
    ["loopback", (own) => own.href],
    ["loopback by its name", ({ port, pathname }) => `http://localhost:${port}${pathname}`],
    ["loopback in decimal", ({ port, pathname }) => `http://2130706433:${port}${pathname}`],
    ["loopback in octal", ({ port, pathname }) => `http://0177.0.0.1:${port}${pathname}`],
    ["loopback in hex", ({ port, pathname }) => `http://0x7f.1:${port}${pathname}`],
    ["loopback of IPv6", ({ port, pathname }) => `http://[::1]:${port}${pathname}`],
    [
      "loopback mapped into IPv6",
      ({ port, pathname }) => `http://[::ffff:127.0.0.1]:${port}${pathname}`,
    ],
    [
      "loopback with a trailing dot",
      ({ port, pathname }) => `http://localhost.:${port}${pathname}`,
    ],
    ["a private address", () => "https://10.0.0.1/"],
    ["a link-local address", () => "https://[fe80::1]/"],
    ["the metadata service", () => "https://169.254.169.254/latest/meta-data/"],
    ["the metadata service in decimal", () => "https://2852039166/"],
    ["the metadata service by name", () => "https://metadata.google.internal/"],
    ["a public address", () => "https://8.8.8.8/"],
    ["credentials", () => "https://user:password@hooks.example.com/"],
    ["another port", () => "https://hooks.example.com:22/"],
    ["plain HTTP", () => "http://hooks.example.com/"],
    ["another scheme", () => "ftp://hooks.example.com/"],
    ["what is no URL", () => "hooks"],
  ] satisfies [string, (own: URL) => string][])(
    "when the URL has become that of %s",
    async (_, url) => {
      const { requests, deliveries } = await sentTo(url, PUBLIC_SERVICE);
      expect(requests).toEqual([]);
      expect(deliveries).toMatchObject([
        {
          status: "pending",
          error: "address",
          http_status: null,
          latency_ms: null,
          answer: null,
          attempts: 1,
        },
      ]);
    },
  );

  it("at the target of a redirect", async () => {
    const elsewhere = crypto.randomUUID();
    for (const to of [
      "https://169.254.169.254/latest/meta-data/",
      "http://10.0.0.1/",
      webhookUrl(elsewhere),
    ]) {
      const endpoint = await newReceiver(client);
      await order(endpoint.key, { queue: [{ do: "redirect", to }] });
      await newLead(client);
      await deliverDue(endpoint.id);
      expect(await deliveriesOf(endpoint.id)).toMatchObject([
        { status: "pending", error: "redirect", http_status: 301 },
      ]);
    }
    expect(await requestsTo(elsewhere)).toEqual([]);
  });
});

describe("in development", () => {
  it("only this machine may be sent to, and no other of its network", async () => {
    const [own, other] = [
      await sentTo(({ href }) => href, {}),
      await sentTo(() => "http://192.168.0.1/", {}),
    ];
    expect(own.deliveries).toMatchObject([{ status: "delivered" }]);
    expect(other.deliveries).toMatchObject([{ error: "address" }]);
  });
});

describe("a public endpoint", () => {
  it("is connected to", async () => {
    // The network of the tests answers this for every other machine.
    const { deliveries } = await sentTo(() => "https://hooks.example.com/", PUBLIC_SERVICE);
    expect(deliveries).toMatchObject([{ error: "status", http_status: 599, answer: "blocked" }]);
  });
});
