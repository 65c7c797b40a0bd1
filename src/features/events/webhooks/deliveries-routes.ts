import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, pageOf } from "#http/page";
import { deliveryExists, getDelivery, listDeliveries, retryDelivery } from "./deliveries";
import { WebhookDelivery, WebhookDeliveryQuery } from "./schema";

const area = "Webhooks";

export const webhookDeliveries = new Hono<App>()
  .get(
    "/webhook-deliveries",
    operation({
      id: "listWebhookDeliveries",
      area,
      summary: "List deliveries",
      answer: pageOf(WebhookDelivery),
    }),
    allow("webhooks:read"),
    validate("query", WebhookDeliveryQuery),
    (c) => list(c, (page, query) => listDeliveries(c.var.scope, query, page)),
  )
  .get(
    "/webhook-deliveries/:delivery",
    operation({
      id: "getWebhookDelivery",
      area,
      summary: "Get a delivery",
      answer: dataOf(WebhookDelivery),
    }),
    allow("webhooks:read"),
    ids(["delivery"], deliveryExists),
    async (c) => c.json({ data: await getDelivery(c.var.scope, c.req.valid("param").delivery) }),
  )
  .post(
    "/webhook-deliveries/:delivery/retry",
    operation({
      id: "retryWebhookDelivery",
      tool: "destructive",
      area,
      summary: "Send an event again",
      description:
        "Sends the event now, even if it was delivered before or the endpoint is paused. If " +
        "that fails, it is tried again like a new event.",
      status: 202,
      answer: dataOf(WebhookDelivery),
      responses: {
        409: {
          description:
            "The endpoint is not active, or a request with this Idempotency-Key is still running.",
        },
      },
    }),
    allow("webhooks:write"),
    ids(["delivery"], deliveryExists),
    async (c) =>
      c.json({ data: await retryDelivery(c.var.scope, c.req.valid("param").delivery) }, 202),
  );
