import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { App, IdempotencyClaim, Scope } from "../env";
import { seal, sha256, unseal } from "../lib/crypto";
import { describeError, log } from "../lib/log";
import { invalid, Problem } from "../lib/problem";
import { KEY_TAKEN } from "../lib/validation-messages";
import { statuses } from "./problems";

/** Where answers are kept; `answer` is sealed, since an answer may hold a token. */
type AnswerStore = {
  findAnswer(
    scope: Scope,
    key: string,
  ): Promise<{ fingerprint: string; status: number | null; answer: string | null } | undefined>;
  keepAnswer(
    scope: Scope,
    claim: IdempotencyClaim,
    status: number,
    answer: string,
  ): PromiseLike<unknown>;
  freeKey(scope: Scope, claim: IdempotencyClaim): PromiseLike<unknown>;
};

const PURPOSE = "idempotency";
const OTHER_REQUEST = "The Idempotency-Key has already been used with another request.";

/**
 * `Idempotency-Key` on POST. The key is taken in the batch of the write that it protects (db/scope.ts), so a write is made once
 * however its process ends; the answer is kept before it is sent. A request that fails looks whether an earlier one has answered.
 */
export const idempotent = ({ findAnswer, keepAnswer, freeKey }: AnswerStore) =>
  createMiddleware<App>(async (c, next) => {
    const key = c.req.header("Idempotency-Key");
    if (c.req.method !== "POST" || key === undefined) return next();
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw invalid({
        "Idempotency-Key": ["The Idempotency-Key must be 1 to 255 visible ASCII characters."],
      });
    const { scope } = c.var;
    const { pathname, search } = new URL(c.req.url);
    // What the token may do is part of the request: it decides what an answer may show, such as a token's secret.
    const caller = JSON.stringify([scope.abilities, scope.tokenExpiresAt]);
    const fingerprint = await sha256(
      `${pathname}${search}\n${caller}\n${await sha256(await c.req.arrayBuffer())}`,
    );
    const claim: IdempotencyClaim = { key, fingerprint };
    c.set("scope", { ...scope, claim });
    await next();
    if (c.res.ok) {
      const answer = `${c.res.headers.get("ETag") ?? ""}\n${await c.res.clone().text()}`;
      const sealed = await seal(c.env.APP_KEY!, PURPOSE, answer);
      // What was written is acknowledged even if its answer can't be kept: a retry is then 409, never a second write.
      await Promise.resolve(keepAnswer(scope, claim, c.res.status, sealed)).catch((error) =>
        log("error", "idempotent answer not kept", {
          request_id: c.var.requestId,
          ...describeError(error),
        }),
      );
      return;
    }
    if (scope.sink.isKeyTaken && c.error instanceof Problem) await freeKey(scope, claim);
    const earlier =
      scope.sink.isKeyTaken || c.res.status === statuses.forbidden[0]
        ? undefined
        : await findAnswer(scope, key);
    if (!earlier) return;
    if (earlier.fingerprint !== fingerprint) throw invalid({ "Idempotency-Key": [OTHER_REQUEST] });
    if (earlier.answer === null) throw new Problem("conflict", { message: KEY_TAKEN });
    const opened = await unseal(c.env.APP_KEY!, PURPOSE, earlier.answer).catch(() => null); // null after a change of APP_KEY
    if (opened === null) throw new Problem("conflict", { message: KEY_TAKEN });
    const end = opened.indexOf("\n");
    const [etag, body] = [opened.slice(0, end), opened.slice(end + 1)];
    const headers = {
      "Content-Type": "application/json",
      "Idempotent-Replayed": "true",
      ...(etag && { ETag: etag }),
    };
    c.res = undefined;
    c.res = c.body(body, earlier.status as ContentfulStatusCode, headers);
  });
