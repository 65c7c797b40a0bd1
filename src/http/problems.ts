import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { App } from "../env";
import { isBeingMoved, isDatabaseUnavailable } from "../lib/database-errors";
import { describeError, log } from "../lib/log";
import { Problem, type ProblemCode } from "../lib/problem";
import { codesOf } from "../lib/read-fault";
import { methodsOf } from "./methods";

export const statuses: Record<ProblemCode, [status: ContentfulStatusCode, message: string]> = {
  invalid: [422, "The given data was invalid."],
  unauthenticated: [401, "Unauthenticated."],
  forbidden: [403, "This action is unauthorized."],
  not_found: [404, "Not found."],
  method_not_allowed: [405, "Method not allowed."],
  conflict: [409, "The request conflicts with another."],
  precondition_failed: [412, "The resource has changed since it was read."],
  too_large: [413, "The request body is too large."],
  upgrade_required: [426, "Upgrade required."],
  too_many_attempts: [429, "Too many attempts."],
  misconfigured: [500, "Server error."],
  unavailable: [503, "Temporarily unavailable."],
};

const RETRY_AFTER_SECONDS = 5;

/** Turns errors into answers. Any but a `Problem` is logged, and answered without its text. */
export const onError: ErrorHandler<App> = (error, c) => {
  if (error instanceof Problem) return answer(c, error);
  if (isBeingMoved(error)) return answer(c, BEING_MOVED);
  const isUnavailable = isDatabaseUnavailable(error);
  log("error", isUnavailable ? "database unavailable" : "unhandled error", {
    request_id: c.var.requestId,
    ...describeError(error),
  });
  if (!isUnavailable) return c.json({ message: "Server error." }, 500);
  return answer(c, new Problem("unavailable", { headers: retryAfter }));
};

const retryAfter = { "Retry-After": String(RETRY_AFTER_SECONDS) };

const BEING_MOVED = new Problem("unavailable", {
  message: "The workspace is being moved. Try again in some seconds.",
  headers: retryAfter,
});

function answer(c: Context<App>, error: Problem) {
  const [status, message] = statuses[error.code];
  const { errors, conflicts, mergedInto, headers, message: own } = error.details;
  const body = {
    message: own ?? message,
    ...(errors && { errors, ...codesOf(errors) }),
    ...(conflicts && { conflicts }),
    ...(mergedInto && { merged_into: mergedInto }),
  };
  return c.json(body, status, headers);
}

/** Answers 405 with `Allow` if the path exists under other methods, else 404. */
export const onNotFound: NotFoundHandler<App> = (c) => {
  const methods = methodsOf(c.req.path);
  if (methods.length === 0 || methods.includes(c.req.method))
    return answer(c, new Problem("not_found"));
  return answer(c, new Problem("method_not_allowed", { headers: { Allow: methods.join(", ") } }));
};
