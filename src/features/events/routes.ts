import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, pageOf } from "#http/page";
import { EventQuery } from "./query";
import { Event } from "./schema";
import { eventExists, getEvent, listEvents } from "./store";

const area = "Events";
/** An event has at most 20,000 bytes. */
const EVENTS_AT_ONCE = 500;
/** Only the document has the schemas of events. */
const COLUMNS = ["id", "type", "timestamp", "actor", "data"];

export const events = new Hono<App>()
  .get(
    "/events",
    operation({
      id: "listEvents",
      area,
      summary: "List events",
      description:
        "Lists the events of the last 30 days, newest first, or oldest first with `order=asc`. " +
        "An event must match all filters.\n\nTo read everything as it happens, ask with " +
        "`order=asc` and follow `links.next` until it is `null`. Keep the `id` of the last " +
        "event. Later ask for `order=asc&after=<id>`, and so on. Ids grow in the order in " +
        "which events are written, so no event appears before one that you have read. Events " +
        "that one request has caused are in no particular order.\n\n`message.sent`, " +
        "`message.delivered` and `message.read` are there only while an endpoint receives " +
        "them, unless `message_status_events` of the settings is `always`.",
      answer: pageOf(Event),
    }),
    allow("events:read"),
    validate("query", EventQuery),
    (c) =>
      list(c, (page, query) => listEvents(c.var.scope, query, page), {
        pageRows: EVENTS_AT_ONCE,
        columns: COLUMNS,
      }),
  )
  .get(
    "/events/:event",
    operation({ id: "getEvent", area, summary: "Get an event", answer: dataOf(Event) }),
    allow("events:read"),
    ids(["event"], eventExists),
    async (c) => c.json({ data: await getEvent(c.var.scope, c.req.valid("param").event) }),
  );
