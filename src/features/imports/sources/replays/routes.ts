import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { lazily } from "#lib/lazy";
import { deliveryExists } from "../deliveries";
import { sourceExists } from "../store";
import { MAX_REPLAYS, replayAll, replayOne } from "./replay";
import { PreviewInput, ReplayInput, Replays, SourcePreview } from "./schema";

const loadPreview = lazily(() => import("./preview"));

const area = "Sources";
const running = "or a request with this Idempotency-Key is still running";

/** The routes that preview items of a source and replay its deliveries. */
export const sourceReplays = new Hono<App>()
  .post(
    "/sources/:source/preview",
    operation({
      id: "previewSource",
      area,
      summary: "Preview what an item makes",
      description:
        "Reads, maps and matches an item, and says what would come of it. Of a delivery, it is " +
        "what its replay does. Nothing is written.",
      evenFull: true,
      answer: dataOf(SourcePreview),
      responses: { 409: { description: `The delivery's body is no longer kept, ${running}.` } },
    }),
    allow("sources:write", "leads:read", "bookings:read"),
    ids(["source"], sourceExists),
    validate("json", PreviewInput),
    async (c) => {
      const { source } = c.req.valid("param");
      const { previewItem } = await loadPreview();
      return c.json({ data: await previewItem(c.var.scope, source, c.req.valid("json")) });
    },
  )
  .post(
    "/sources/:source/replay",
    operation({
      id: "replaySource",
      area,
      summary: "Replay deliveries of a source",
      description:
        `Takes up to ${MAX_REPLAYS} kept bodies, the oldest first, through today's mapping, ` +
        "under the same ids. That repairs, and doubles nothing: a booking that has gone on since " +
        "stays as it is.",
      status: 202,
      answer: dataOf(Replays),
    }),
    allow("sources:write", "leads:write"),
    ids(["source"], sourceExists),
    validate("json", ReplayInput),
    async (c) => {
      const { source } = c.req.valid("param");
      return c.json(
        { data: await replayAll(c.var.scope, c.env, source, c.req.valid("json")) },
        202,
      );
    },
  )
  .post(
    "/sources/:source/deliveries/:delivery/replay",
    operation({
      id: "replaySourceDelivery",
      area,
      summary: "Replay a delivery of a source",
      status: 202,
      answer: dataOf(Replays),
      responses: {
        409: { description: `Its body is no longer kept, it is \`held\`, ${running}.` },
      },
    }),
    allow("sources:write", "leads:write"),
    ids(["source", "delivery"], sourceExists, deliveryExists),
    async (c) => {
      const { source, delivery } = c.req.valid("param");
      return c.json({ data: await replayOne(c.var.scope, c.env, source, delivery) }, 202);
    },
  );
