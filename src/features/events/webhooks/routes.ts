import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, PageQuery, pageOf } from "#http/page";
import { withCommas } from "#lib/text";
import { testEndpoint } from "./deliveries";
import {
  createEndpoint,
  deleteEndpoint,
  endpointErrors,
  endpointExists,
  getEndpoint,
  listEndpoints,
  MAX_ENDPOINTS,
  replaceEndpoint,
} from "./endpoints";
import { MAX_REPLAYED, replayEvents } from "./replay";
import { rotateDefaultSecret, rotateSecret } from "./rotate";
import {
  NewWebhookEndpoint,
  Replay,
  ReplayInput,
  SigningSecret,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointInput,
} from "./schema";
import { currentSecret, defaultSecrets } from "./secrets";

const area = "Webhooks";
const RUNNING = "or a request with this Idempotency-Key is still running";
const REPLACED_TOO_OFTEN =
  "The secret was replaced too often within 24 hours, others keep replacing it";
const OF_SCENARIO = "The endpoint is the `webhook_url` of a scenario.";
const NOT_ACTIVE = { 409: { description: `The endpoint is not active, ${RUNNING}.` } };
const LIMIT = withCommas(MAX_REPLAYED);
const OVERLAP = "For 24 hours the old secret signs beside the new one.";

export const webhookEndpoints = new Hono<App>()
  .get(
    "/webhook-endpoints",
    operation({
      id: "listWebhookEndpoints",
      area,
      summary: "List webhook endpoints",
      description: "Includes the `webhook_url` of each scenario that has one.",
      answer: pageOf(WebhookEndpoint),
    }),
    allow("webhooks:read"),
    validate("query", PageQuery),
    (c) => list(c, (page) => listEndpoints(c.var.scope, page)),
  )
  .post(
    "/webhook-endpoints",
    operation({
      id: "createWebhookEndpoint",
      tool: "destructive",
      audit: "webhook_endpoint.created",
      area,
      summary: "Create a webhook endpoint",
      description:
        "The endpoint gets what happens from now on. Events carry data of leads and messages, " +
        "so you need the second ability too.",
      status: 201,
      answer: dataOf(NewWebhookEndpoint),
      responses: {
        409: {
          description:
            `The workspace has ${MAX_ENDPOINTS} endpoints, not counting those of scenarios, ` +
            `${RUNNING}.`,
        },
      },
    }),
    allow("webhooks:write", "events:read"),
    validate("json", WebhookEndpointInput, endpointErrors),
    async (c) => c.json({ data: await createEndpoint(c.var.scope, c.req.valid("json")) }, 201),
  )
  .get(
    "/webhook-endpoints/default-secret",
    operation({
      id: "getDefaultSecret",
      area,
      summary: "Get the default secret",
      description: "This secret signs what is sent to the `webhook_url` of scenarios.",
      answer: dataOf(SigningSecret),
    }),
    allow("webhooks:write"),
    async (c) => c.json({ data: { secret: currentSecret(await defaultSecrets(c.var.scope)) } }),
  )
  .post(
    "/webhook-endpoints/default-secret/rotate",
    operation({
      id: "rotateDefaultSecret",
      evenFull: true,
      tool: "destructive",
      audit: "workspace.default_secret_rotated",
      area,
      summary: "Rotate the default secret",
      description: OVERLAP,
      answer: dataOf(SigningSecret),
      responses: {
        409: {
          description: `${REPLACED_TOO_OFTEN}, ${RUNNING}.`,
        },
      },
    }),
    allow("webhooks:write"),
    async (c) => c.json({ data: await rotateDefaultSecret(c.var.scope) }),
  )
  .get(
    "/webhook-endpoints/:endpoint",
    operation({
      id: "getWebhookEndpoint",
      area,
      summary: "Get a webhook endpoint",
      answer: dataOf(WebhookEndpoint),
    }),
    allow("webhooks:read"),
    ids(["endpoint"], endpointExists),
    async (c) => c.json({ data: await getEndpoint(c.var.scope, c.req.valid("param").endpoint) }),
  )
  .put(
    "/webhook-endpoints/:endpoint",
    operation({
      id: "replaceWebhookEndpoint",
      audit: "webhook_endpoint.replaced",
      area,
      summary: "Replace a webhook endpoint",
      description:
        "Members that you leave out are reset. A disabled endpoint becomes active again unless " +
        "`is_active` is `false`. A new URL is tried at once. The secret stays.",
      answer: dataOf(WebhookEndpoint),
      responses: { 409: { description: OF_SCENARIO } },
    }),
    allow("webhooks:write", "events:read"),
    ids(["endpoint"], endpointExists),
    validate("json", WebhookEndpointInput, endpointErrors),
    async (c) =>
      c.json({
        data: await replaceEndpoint(
          c.var.scope,
          c.req.valid("param").endpoint,
          c.req.valid("json"),
        ),
      }),
  )
  .delete(
    "/webhook-endpoints/:endpoint",
    operation({
      id: "deleteWebhookEndpoint",
      audit: "webhook_endpoint.deleted",
      area,
      summary: "Delete a webhook endpoint",
      description: "Also deletes its deliveries.",
      answer: Deletion,
      responses: { 409: { description: OF_SCENARIO } },
    }),
    allow("webhooks:write"),
    ids(["endpoint"], endpointExists),
    async (c) => c.json(deletion(await deleteEndpoint(c.var.scope, c.req.valid("param").endpoint))),
  )
  .post(
    "/webhook-endpoints/:endpoint/rotate-secret",
    operation({
      id: "rotateWebhookSecret",
      evenFull: true,
      tool: "destructive",
      audit: "webhook_endpoint.secret_rotated",
      area,
      summary: "Rotate an endpoint's secret",
      description: OVERLAP,
      answer: dataOf(SigningSecret),
      responses: {
        409: {
          description:
            `${OF_SCENARIO} Or the secret was replaced too often within 24 hours, others keep ` +
            `replacing it, ${RUNNING}.`,
        },
      },
    }),
    allow("webhooks:write"),
    ids(["endpoint"], endpointExists),
    async (c) => c.json({ data: await rotateSecret(c.var.scope, c.req.valid("param").endpoint) }),
  )
  .post(
    "/webhook-endpoints/:endpoint/test",
    operation({
      id: "testWebhookEndpoint",
      tool: "destructive",
      area,
      summary: "Test a webhook endpoint",
      description:
        "Sends the event `webhook_endpoint.test`, whatever the endpoint's `event_types`, even " +
        "during a pause.",
      status: 202,
      answer: dataOf(WebhookDelivery),
      responses: NOT_ACTIVE,
    }),
    allow("webhooks:write"),
    ids(["endpoint"], endpointExists),
    async (c) =>
      c.json({ data: await testEndpoint(c.var.scope, c.req.valid("param").endpoint) }, 202),
  )
  .post(
    "/webhook-endpoints/:endpoint/replay",
    operation({
      id: "replayWebhooks",
      tool: "destructive",
      audit: "webhook_endpoint.events_replayed",
      area,
      summary: "Send the events of a period again",
      description:
        "Sends the events that the endpoint now asks for, whether they were delivered or not, " +
        `each with its old \`webhook-id\`. One request sends at most ${LIMIT}.`,
      status: 202,
      answer: dataOf(Replay),
      responses: NOT_ACTIVE,
    }),
    allow("webhooks:write"),
    ids(["endpoint"], endpointExists),
    validate("json", ReplayInput),
    async (c) =>
      c.json(
        {
          data: await replayEvents(c.var.scope, c.req.valid("param").endpoint, c.req.valid("json")),
        },
        202,
      ),
  );
