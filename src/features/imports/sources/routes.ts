import { Hono } from "hono";
import * as z from "zod";
import { MAX_SOURCES } from "#domain/sources";
import type { App } from "#env";
import { tagErrors } from "#features/leads/tags/store";
import { allow, allowWhere } from "#http/allow";
import { capResponse } from "#http/caps";
import { ids, operation, validate } from "#http/contract";
import { keeping } from "#http/keep";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, PageQuery, pageOf } from "#http/page";
import { revisionsOf, stampTag } from "#lib/etag";
import { lazily } from "#lib/lazy";
import { ConnectInput } from "./calendly/connection-schema";
import { rotateKey, rotateSecret } from "./rotate";
import { createSource, replaceSource } from "./save";
import {
  KeyRotation,
  NewSource,
  RotatedKey,
  RotatedSecret,
  SecretRotation,
  Source,
  SourceInput,
  SourcePreset,
  SourceReplacement,
} from "./schema";
import { deleteSource, getSource, listSources, sourceExists } from "./store";

const loadPresets = lazily(() => import("./presets/registry"));
const loadCalendly = lazily(() => import("./calendly/connect"));

const area = "Sources";
const TOO_MANY = "Too many keys or secrets of before still hold, others keep changing the source";
const RUNNING = "or a request with this Idempotency-Key is still running";
const ROTATED = { 409: { description: `${TOO_MANY}, ${RUNNING}.` } };

/** A mapping with tags makes those that are new. */
const mayMakeTags = allowWhere<SourceReplacement>(
  "tags:write",
  "`mapping` has `tags`",
  ({ mapping = [] }) => mapping.some(({ to }) => to === "tags"),
);

export const sources = new Hono<App>()
  .get(
    "/sources",
    operation({ id: "listSources", area, summary: "List sources", answer: pageOf(Source) }),
    allow("sources:read"),
    validate("query", PageQuery),
    (c) => list(c, (page) => listSources(c.var.scope, page)),
  )
  .post(
    "/sources",
    operation({
      id: "createSource",
      audit: "source.created",
      area,
      summary: "Create a source",
      description:
        "Other services POST to its `inbound_url`; what comes makes leads and bookings by the " +
        "`mapping`. Its key is the secret of a source without `verification`.",
      status: 201,
      resourcePath: "/sources",
      answer: dataOf(NewSource),
      etag: true,
      responses: capResponse("sources", `${MAX_SOURCES}`),
    }),
    allow("sources:write", "leads:write"),
    validate("json", SourceInput, tagErrors("tag_ids")),
    mayMakeTags,
    async (c) => {
      const source = await createSource(c.var.scope, c.req.valid("json"), keeping(c));
      return c.json({ data: source }, 201, await stampTag(source));
    },
  )
  .get(
    "/sources/presets",
    operation({
      id: "listSourcePresets",
      area,
      summary: "List presets of sources",
      description: "What sources of each kind, and of services that send webhooks, begin with.",
      answer: dataOf(z.array(SourcePreset)),
    }),
    allow("sources:read"),
    async (c) => c.json({ data: (await loadPresets()).presets }),
  )
  .get(
    "/sources/:source",
    operation({
      id: "getSource",
      area,
      summary: "Get a source",
      answer: dataOf(Source),
      etag: true,
    }),
    allow("sources:read"),
    ids(["source"], sourceExists),
    async (c) => {
      const source = await getSource(c.var.scope, c.req.valid("param").source);
      return c.json({ data: source }, 200, await stampTag(source));
    },
  )
  .put(
    "/sources/:source",
    operation({
      id: "replaceSource",
      audit: "source.replaced",
      area,
      summary: "Replace a source",
      description: "What comes is read so within 10 seconds. A new `secret` is rotated in.",
      answer: dataOf(NewSource),
      etag: true,
      responses: ROTATED,
    }),
    allow("sources:write", "leads:write"),
    ids(["source"], sourceExists),
    validate("json", SourceReplacement, tagErrors("tag_ids")),
    mayMakeTags,
    async (c) => {
      const terms = { keep: keeping(c), expected: revisionsOf(c.req.header("If-Match")) };
      const { source: id } = c.req.valid("param");
      const source = await replaceSource(c.var.scope, id, c.req.valid("json"), terms);
      return c.json({ data: source }, 200, await stampTag(source));
    },
  )
  .delete(
    "/sources/:source",
    operation({
      id: "deleteSource",
      audit: "source.deleted",
      area,
      summary: "Delete a source",
      description:
        "Its URL is unknown from then on, and its deliveries go. Leads and bookings stay.",
      answer: Deletion,
    }),
    allow("sources:write"),
    ids(["source"], sourceExists),
    async (c) => {
      const { source: id } = c.req.valid("param");
      return c.json(deletion(await deleteSource(c.var.scope, id, keeping(c))));
    },
  )
  .post(
    "/sources/:source/rotate-key",
    operation({
      id: "rotateSourceKey",
      evenFull: true,
      tool: "destructive",
      audit: "source.key_rotated",
      area,
      summary: "Rotate the key of a source",
      description: "Gives it another `inbound_url`. That of before holds for some hours.",
      answer: dataOf(RotatedKey),
      responses: ROTATED,
    }),
    allow("sources:write"),
    ids(["source"], sourceExists),
    validate("json", KeyRotation),
    async (c) => {
      const { source: id } = c.req.valid("param");
      const data = await rotateKey(c.var.scope, id, c.req.valid("json"), keeping(c));
      return c.json({ data });
    },
  )
  .post(
    "/sources/:source/rotate-secret",
    operation({
      id: "rotateSourceSecret",
      evenFull: true,
      tool: "destructive",
      audit: "source.secret_rotated",
      area,
      summary: "Rotate the secret of a source",
      description: "That of before holds for some hours, too.",
      answer: dataOf(RotatedSecret),
      responses: ROTATED,
    }),
    allow("sources:write"),
    ids(["source"], sourceExists),
    validate("json", SecretRotation),
    async (c) => {
      const { source: id } = c.req.valid("param");
      const data = await rotateSecret(c.var.scope, id, c.req.valid("json"), keeping(c));
      return c.json({ data });
    },
  )
  .post(
    "/sources/:source/connect",
    operation({
      id: "connectSource",
      evenFull: true,
      audit: "source.connected",
      area,
      summary: "Connect a source to Calendly",
      description:
        "Subscribes its `inbound_url` to bookings, cancellations and no-shows, with a secret of " +
        "our making, in place of a subscription of before. A 422 and a 503 have Calendly's words.",
      answer: dataOf(Source),
      responses: { 409: { description: `Not of \`calendly\`. ${TOO_MANY}, ${RUNNING}.` } },
    }),
    allow("sources:write"),
    ids(["source"], sourceExists),
    validate("json", ConnectInput),
    async (c) => {
      const { source: id } = c.req.valid("param");
      const input = c.req.valid("json");
      const { connectSource } = await loadCalendly();
      return c.json({ data: await connectSource(c.var.scope, c.env, id, input, keeping(c)) });
    },
  );
