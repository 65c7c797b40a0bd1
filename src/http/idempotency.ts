import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App, IdempotencyClaim, Scope } from "#env";
import { seal, sha256, unseal } from "#lib/crypto";
import { keyClaimed, MAX_RUNNING_MS } from "#lib/idempotency";
import { describeError, log } from "#lib/log";
import { invalid, Problem } from "#lib/problem";
import { problems } from "./problems";

/** Stores answers, sealed, since an answer may hold a token. */
type AnswerStore = {
  findAnswer(
    scope: Scope,
    key: string,
  ): Promise<
    | {
        fingerprint: string;
        status: number | null;
        answer: string | null;
        createdId: number | null;
        createdAt: number;
        /** When the request last kept what it has done so far, if it does that. */
        progressAt: number | null;
      }
    | undefined
  >;
  keepAnswer(
    scope: Scope,
    claim: IdempotencyClaim,
    status: number,
    answer: string | null,
  ): PromiseLike<unknown>;
  freeKey(scope: Scope, claim: IdempotencyClaim): PromiseLike<unknown>;
};

/** Answers a GET of the service itself. */
type Read = (request: Request, c: Context<App>) => Response | Promise<Response>;

type Earlier = NonNullable<Awaited<ReturnType<AnswerStore["findAnswer"]>>>;

/** A longer answer is not kept: a repeated request reads what was created, or is a 409. */
const MAX_ANSWER_BYTES = 65_536;

const sealedFor = (fingerprint: string) => ({ purpose: "idempotency", row: fingerprint });
const ANSWER_LOST =
  "The request with this Idempotency-Key was carried out, but its answer was lost. Read what it " +
  "changed before you repeat it with another key.";
const OTHER_REQUEST = "The Idempotency-Key has already been used with another request.";

/**
 * `Idempotency-Key` on POST. The batch of the write that the key protects also claims the key
 * (db/batch.ts), so the write happens once however the process ends. The answer is stored before it
 * is sent, unless nothing was written: then the request can be repeated as it is. A request that
 * fails looks for the answer of an earlier one. Where that was lost, what the earlier one created
 * is read again.
 */
export const idempotent = (
  { findAnswer, keepAnswer, freeKey }: AnswerStore,
  read: Read,
  { streams = false } = {},
) =>
  createMiddleware<App>(async (c, next) => {
    const key = c.req.header("Idempotency-Key");
    if (c.req.method !== "POST" || key === undefined) return next();
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw invalid({
        "Idempotency-Key": ["The Idempotency-Key must be 1 to 255 visible ASCII characters."],
      });
    const { scope } = c.var;
    // Of a body that is streamed, the fingerprint is known once it was read.
    const begun: IdempotencyClaim = {
      key,
      fingerprint: streams ? "" : await fingerprintOf(c, await sha256(await c.req.arrayBuffer())),
      at: Date.now(),
    };
    c.set("scope", { ...scope, claim: begun });
    await next();
    const { claim = begun } = c.var.scope;
    const { isKeyClaimed } = scope.sink;
    if (c.res.ok && !isKeyClaimed) return;
    if (c.res.ok) {
      // A write is acknowledged even if its answer can't be stored: a retry is then 409.
      const answer = await sealedAnswer(c, claim);
      await Promise.resolve(keepAnswer(scope, claim, c.res.status, answer)).catch((error) =>
        log("error", "idempotent answer not kept", {
          request_id: c.var.requestId,
          ...describeError(error),
        }),
      );
      return;
    }
    if (isKeyClaimed && c.error instanceof Problem) await freeKey(scope, claim);
    if (isKeyClaimed || c.res.status === problems.missing_ability.status) return;
    const earlier = await findAnswer(scope, key);
    if (earlier) await replay(c, earlier, claim, read);
  });

/**
 * A hash of the request, its workspace and its token: what a token was shown, such as the secret of
 * one that it has made, is for nobody else.
 */
async function fingerprintOf(c: Context<App>, body: string) {
  const { workspaceId, tokenId, abilities, tokenExpiresAt } = c.var.scope;
  const { pathname, search } = new URL(c.req.url);
  const caller = JSON.stringify([workspaceId, tokenId, abilities, tokenExpiresAt]);
  return sha256(`${pathname}${search}\n${caller}\n${body}`);
}

/** Completes the claim of a request whose body was streamed, by the hash of that. */
export async function setFingerprint(c: Context<App>, body: string) {
  const { claim, ...scope } = c.var.scope;
  if (!claim) return;
  const fingerprint = await fingerprintOf(c, body);
  c.set("scope", { ...scope, claim: { ...claim, fingerprint } });
}

/** The answer's ETag and body, on separate lines; null if it is too long to be kept. */
async function sealedAnswer(c: Context<App>, { fingerprint }: IdempotencyClaim) {
  const body = await c.res.clone().arrayBuffer();
  if (body.byteLength > MAX_ANSWER_BYTES) return null;
  const answer = `${c.res.headers.get("ETag") ?? ""}\n${new TextDecoder().decode(body)}`;
  return seal(c.var.scope.appKey, sealedFor(fingerprint), answer);
}

/** Answers as the earlier request with the key; throws a problem if that is not possible. */
async function replay(
  c: Context<App>,
  earlier: Earlier,
  { fingerprint }: IdempotencyClaim,
  read: Read,
) {
  if (earlier.fingerprint !== fingerprint)
    throw new Problem("key_reused", { errors: { "Idempotency-Key": [OTHER_REQUEST] } });
  const stored = await storedAnswer(c, earlier);
  const aliveAt = earlier.progressAt ?? earlier.createdAt;
  // Of an answer that was too long, or forgotten (db/writes/idempotency.ts), the status is left.
  const isLost = earlier.status !== null || aliveAt < Date.now() - MAX_RUNNING_MS;
  if (!stored && !isLost) throw keyClaimed();
  const { status, etag, body } = stored ?? (await created(c, earlier, read));
  const headers = {
    "Content-Type": "application/json",
    "Idempotent-Replayed": "true",
    ...(etag && { ETag: etag }),
  };
  // The refusal that it replaces may have named the time to come again.
  c.header("Retry-After", undefined);
  c.res = new Response(body, { status: status ?? 201, headers });
}

type Replayed = { status: number | null; etag: string | null; body: string };

/** The answer that was stored, unless there is none or APP_KEY has changed since. */
async function storedAnswer(c: Context<App>, earlier: Earlier): Promise<Replayed | null> {
  if (earlier.answer === null) return null;
  const opened = await unseal(
    c.var.scope.appKey,
    sealedFor(earlier.fingerprint),
    earlier.answer,
  ).catch(() => null);
  if (opened === null) return null;
  const end = opened.indexOf("\n");
  return { status: earlier.status, etag: opened.slice(0, end), body: opened.slice(end + 1) };
}

/**
 * The thing that the earlier request created, as it is now. Throws an `answer_lost` problem if it
 * created nothing that can be read by its id, or the token may not read it.
 */
async function created(
  c: Context<App>,
  { createdId, status }: Earlier,
  read: Read,
): Promise<Replayed> {
  const { resourcePath } = c.var;
  if (resourcePath && createdId) {
    const url = new URL(`/v1${resourcePath}/${createdId}`, c.req.url);
    const headers = { Authorization: c.req.header("Authorization") ?? "" };
    const answer = await read(new Request(url, { headers }), c);
    if (answer.ok)
      return { status: status ?? 201, etag: answer.headers.get("ETag"), body: await answer.text() };
  }
  throw new Problem("answer_lost", { message: ANSWER_LOST });
}
