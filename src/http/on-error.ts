import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import type { App } from "#env";
import { isBeingMoved, isDatabaseUnavailable } from "#lib/database-errors";
import { isNotLoaded } from "#lib/lazy";
import { describeError, log } from "#lib/log";
import { Problem } from "#lib/problem";
import { codesOf } from "#lib/read-fault";
import { methodsOf } from "./methods";
import { problems, RETRY_AFTER_SECONDS } from "./problems";

/** Turns errors into answers. Any but a `Problem` is logged, and answered without its text. */
export const onError: ErrorHandler<App> = (error, c) => {
  if (error instanceof Problem) return answer(c, error);
  if (isBeingMoved(error)) return answer(c, BEING_MOVED);
  const lacking = lackingFor(error);
  log("error", lacking ?? "unhandled error", {
    request_id: c.var.requestId,
    ...describeError(error),
  });
  if (!lacking) return answer(c, new Problem("server_error"));
  return answer(c, new Problem("unavailable", { headers: retryAfter }));
};

/** The part of the service whose absence has led to the error, in the words of the log. */
function lackingFor(error: Error) {
  if (isNotLoaded(error)) return "service not loaded";
  return isDatabaseUnavailable(error) ? "database unavailable" : undefined;
}

const retryAfter = { "Retry-After": String(RETRY_AFTER_SECONDS) };

const BEING_MOVED = new Problem("unavailable", {
  message: "The workspace is being moved. Try again in some seconds.",
  headers: retryAfter,
});

/** An error as an answer. */
export function answer(c: Context<App>, { code, details }: Problem) {
  const { errors, ability, conflicts, mergedInto, headers, message: own } = details;
  const { status, message } = problems[errors ? "validation_failed" : code];
  const body = {
    message: own ?? message,
    code,
    ...(ability && { ability }),
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
