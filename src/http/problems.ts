import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ProblemCode } from "#lib/problem";

type Answer = { status: ContentfulStatusCode; message: string };

/** The seconds that a client is asked to wait after a 503. */
export const RETRY_AFTER_SECONDS = 5;

const FORBIDDEN = { status: 403, message: "This action is unauthorized." } as const;
const CONFLICT = { status: 409, message: "The request conflicts with another." } as const;
const INVALID = { status: 422, message: "The given data was invalid." } as const;

/**
 * The answers to problems by their codes, unless they have messages of their own. One with errors
 * of fields is answered as `validation_failed` is. When each is answered stands in
 * openapi/error-codes.ts, since the Worker holds no texts of the document.
 */
export const problems: Record<ProblemCode, Answer> = {
  unauthenticated: { status: 401, message: "Unauthenticated." },
  missing_ability: FORBIDDEN,
  suspended: FORBIDDEN,
  invalid_signature: FORBIDDEN,
  https_required: { status: 403, message: "Use https." },
  forbidden: FORBIDDEN,
  not_found: { status: 404, message: "Not found." },
  method_not_allowed: { status: 405, message: "Method not allowed." },
  conflict: CONFLICT,
  in_progress: CONFLICT,
  answer_lost: CONFLICT,
  stale: { status: 412, message: "The resource has changed since it was read." },
  timed_out: { status: 408, message: "The request has sent nothing for too long." },
  too_large: { status: 413, message: "The request body is too large." },
  unsupported_media_type: { status: 415, message: "The media type of the body is not supported." },
  validation_failed: INVALID,
  already_taken: CONFLICT,
  key_reused: INVALID,
  quota_reached: CONFLICT,
  upgrade_required: { status: 426, message: "Upgrade required." },
  rate_limited: { status: 429, message: "Too many attempts." },
  server_error: { status: 500, message: "Server error." },
  unavailable: { status: 503, message: "Temporarily unavailable." },
};
