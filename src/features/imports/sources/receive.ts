import { type Context, Hono } from "hono";
import * as z from "zod";
import { CALLS_PER_MINUTE, MAX_ITEMS, MAX_WAITING, sourceKinds } from "#domain/sources";
import type { App } from "#env";
import { limitBody } from "#http/body";
import { operation } from "#http/contract";
import { keeping } from "#http/keep";
import { RETRY_AFTER_SECONDS } from "#http/problems";
import { Guesses } from "#lib/guesses";
import { describeError, log } from "#lib/log";
import { notFound, Problem } from "#lib/problem";
import { SECOND_MS } from "#lib/time";
import { admit, formAnswer, preflight, requireOne } from "./forms/door";
import type { Incoming, NotReceived, Received } from "./inbox/waiting";
import { bodyOf, boundItem, keyOf, requireFew, type Sent } from "./items";
import { dedupeOf, itemsOf } from "./kinds/registry";
import { type FoundSource, findAgain, findSource, isKey, knownSources } from "./known-sources";
import { countRejected } from "./rejections";
import { verify } from "./verify";

const area = "Sources";

const retryLater = { "Retry-After": "60" };

const REFUSALS: Record<NotReceived, Problem> = {
  rate_limited: new Problem("rate_limited", { headers: retryLater }),
  full: new Problem("unavailable", {
    message: "Too much of this source waits to be worked. Try again in a minute.",
    headers: retryLater,
  }),
};

const door = operation({
  id: "receiveItems",
  area,
  summary: "Receive what a source sends",
  description:
    "Other services call the `inbound_url` of a source. A body is JSON or a form, of up to 1 MiB " +
    `and ${MAX_ITEMS} items, and is answered once they are stored: leads, bookings and ` +
    "deliveries follow within seconds. An item that came before is a duplicate. While " +
    `${MAX_WAITING} items or 50 MB wait to be worked, the answer is 503.`,
  security: [],
  parameters: [
    {
      in: "path",
      name: "key",
      required: true,
      schema: { type: "string" },
      description: "The key.",
    },
  ],
  status: 202,
  answer: z
    .object({
      received: z.int().meta({ description: "The items that are new." }),
      duplicates: z.int(),
    })
    .meta({ id: "ReceivedItems", examples: [{ received: 1, duplicates: 0 }] }),
  responses: {
    303: {
      description: "Leads a browser that has sent a form itself on to the form's `redirect_url`.",
      headers: { Location: { required: true, schema: { type: "string", format: "uri" } } },
    },
    401: { description: "The request is not verified. Nothing is stored." },
    403: { description: "The page that sends the form has another origin, or names none." },
    404: { description: "The key is no source's, or no longer." },
    413: { description: "The request body is larger than 1 MiB." },
    415: { description: "The body is neither JSON nor a form." },
    422: { description: `The body can't be read, or has more than ${MAX_ITEMS} items.` },
    429: {
      description: `More than ${CALLS_PER_MINUTE} calls a minute, or 30 of an address to a form.`,
    },
  },
});

/** The keys that addresses have guessed wrong. */
const guesses = new Guesses();

/** Unknown, ended and malformed keys are answered alike. */
async function sourceOf(c: Context<App>): Promise<FoundSource> {
  const key = c.req.param("key") ?? "";
  const [address, now] = [c.req.header("CF-Connecting-IP"), Date.now()];
  if (isKey(key) && !knownSources.knows(key, now)) guesses.requireLookup(address, now);
  const source = isKey(key) ? await findSource(c.env, key, now, keeping(c)) : null;
  if (source) return source;
  guesses.countRefused(address, now);
  throw notFound();
}

/** The source that verifies a request: as it is known here, else as it is by now. */
async function verifiedBy(c: Context<App>, source: FoundSource, sent: Sent): Promise<FoundSource> {
  const [now, key] = [Date.now(), c.req.param("key") ?? ""];
  const verifies = ({ settings, secrets }: FoundSource) =>
    verify(settings.verification, secrets, sent, now);
  if (await verifies(source)) return source;
  const fresh = await findAgain(c.env, key, source, now, keeping(c));
  if (fresh && (await verifies(fresh))) return fresh;
  c.executionCtx.waitUntil(countRejected(c.env, source, now));
  throw new Problem("unauthenticated");
}

/** The headers by which senders name a body. */
const NAMING = ["webhook-id", "svix-id", "idempotency-key"];

/** The items of a body, each with the key by which its duplicates are known. */
async function incomingOf({ kind, settings }: FoundSource, sent: Sent): Promise<Incoming[]> {
  const items = requireFew(itemsOf(await bodyOf(sent), settings));
  const { isPublic } = sourceKinds[kind];
  if (isPublic) requireOne(items);
  const named = NAMING.map((name) => sent.headers.get(name)).find(Boolean);
  return Promise.all(
    items.map(async (item, place) => {
      const bound = boundItem(item);
      const own = bound.fault === null ? dedupeOf(kind, item, settings) : null;
      const id = own === null ? named && `header ${named} ${place}` : `id ${own}`;
      const text = id ?? bound.body ?? `${place} ${await keyOf(sent.raw.buffer)}`;
      // Strangers may name as many ids as they like: these are not remembered for long.
      return { ...bound, key: await keyOf(text), isNamed: id !== undefined && !isPublic };
    }),
  );
}

function notReached(c: Context<App>, sourceId: number, error: unknown): never {
  const fields = { request_id: c.var.requestId, source_id: sourceId };
  log("error", "source inbox not reached", { ...fields, ...describeError(error) });
  throw new Problem("unavailable", { headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } });
}

async function store(c: Context<App>, source: FoundSource, items: Incoming[]): Promise<Received> {
  const { id: sourceId, workspaceId, kind } = source;
  const sameForMs = sourceKinds[kind].sameForSeconds * SECOND_MS;
  const place = { sourceId, workspaceId };
  const ask = async (): Promise<Received | NotReceived> =>
    c.env.SOURCE_INBOX.getByName(String(sourceId)).receive(place, items, sameForMs);
  // An object that restarts answers the second time. What it has stored by then is a duplicate.
  const answer = await ask()
    .catch(ask)
    .catch((error) => notReached(c, sourceId, error));
  if (typeof answer === "string") throw REFUSALS[answer];
  return answer;
}

/** Answers once all items are stored: without D1, where the isolate knows the source. */
async function receive(c: Context<App>) {
  const known = await sourceOf(c);
  const { form } = known.settings;
  if (form) await admit(c, known.id, form);
  const raw = new Uint8Array(await c.req.arrayBuffer());
  const sent = { headers: c.req.raw.headers, raw };
  const source = await verifiedBy(c, known, sent);
  const received = await store(c, source, await incomingOf(source, sent));
  return form ? formAnswer(c, form) : c.json(received, 202);
}

/** Answers browsers that ask before they send a form. */
async function askedBefore(c: Context<App>) {
  const { form } = (await sourceOf(c)).settings;
  if (!form) throw new Problem("forbidden");
  return preflight(c, form);
}

/** The door of all sources. */
export const sourceDoor = new Hono<App>()
  .options("/in/:key", askedBefore)
  .post("/in/:key", door, limitBody, receive);
