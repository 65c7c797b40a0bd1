import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { typesMatching } from "#domain/events";
import type { App } from "#env";
import { allow } from "#http/allow";
import { operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { Problem } from "#lib/problem";
import { iso } from "#lib/time";
import type { Ticketed } from "./authenticate";
import { openStream } from "./open";
import { StreamMessage, StreamQuery, StreamTicket } from "./schema";
import { newTicket } from "./tickets";

const area = "Events";

/** Demands a request for a WebSocket. */
const requireUpgrade = createMiddleware<App>(async (c, next) => {
  if (c.req.method !== "GET" || c.req.header("Upgrade")?.toLowerCase() !== "websocket")
    throw new Problem("upgrade_required", { headers: { Upgrade: "websocket" } });
  await next();
});

export const streamTickets = new Hono<App>().post(
  "/stream/tickets",
  operation({
    id: "createStreamTicket",
    tool: "read",
    area,
    summary: "Create a ticket for a stream",
    description:
      "A browser can't send a bearer token with a WebSocket. Have your server create a ticket, " +
      "and let the browser open `GET /v1/stream?ticket=…` with it, from any origin. A ticket " +
      "opens one stream, within 30 seconds. The stream ends with the token.",
    status: 201,
    answer: dataOf(StreamTicket),
  }),
  allow("events:read"),
  async (c) => {
    const { ticket, expiresAt } = await newTicket(c.env.APP_KEY ?? "", c.var.scope, Date.now());
    return c.json({ data: { ticket, expires_at: iso(expiresAt) } }, 201);
  },
);

export const stream = new Hono<Ticketed>().get(
  "/stream",
  operation({
    id: "streamEvents",
    area,
    summary: "Receive events as they happen",
    description:
      "Opens a WebSocket, which is sent each event within half a second, as the feed has it. The " +
      "first message says that the stream is `ready`. Keep the id of the last event, and " +
      "reconnect with it as `after` whenever the stream ends: nothing is missed, and nothing " +
      "comes twice.\n\nNow and then you are asked to acknowledge (`StreamAcknowledgement`): send " +
      "that message back. `ping` is answered with `pong`.\n\nThe stream ends with the code 4400 " +
      "after a message that is not understood, 4401 when the token is revoked or expires, 4403 " +
      "when the workspace is suspended, 4408 if you don't acknowledge in time, 4410 if more " +
      "than 10,000 events have happened since `after` or it is older than 30 days (read the " +
      "feed from there), and 1006 or 1012 when the service restarts.",
    status: 101,
    answer: StreamMessage,
    responses: {
      426: {},
      429: {
        description:
          "Too many requests, or the token has 100 streams open, or the workspace 1,000. Wait " +
          "for `Retry-After` seconds.",
      },
    },
  }),
  allow("events:read"),
  validate("query", StreamQuery),
  requireUpgrade,
  async (c) => {
    const { workspaceId, tokenId } = c.var.scope;
    const { type, after = null } = c.req.valid("query");
    const types = typesMatching(type) ?? null;
    const ticket = c.var.ticket ?? null;
    const webSocket = await openStream(c.env, { workspaceId, tokenId, types, after, ticket });
    return new Response(null, { status: 101, webSocket, headers: c.newResponse(null).headers });
  },
);
