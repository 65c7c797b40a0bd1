import * as z from "zod";
import type { ProblemCode } from "#lib/problem";
import { problems } from "../problems";

const GUIDE = "/docs/errors-and-limits";

/** By code: the section of the guide that says what to do, and when the error is answered. */
const CODES: Record<ProblemCode, [section: string, when: string]> = {
  unauthenticated: ["errors", "The token is missing, unknown, expired or revoked."],
  missing_ability: ["errors", "The token lacks the ability that `ability` names."],
  suspended: ["errors", "The operator has suspended the workspace, for the reason in `message`."],
  invalid_signature: ["errors", "A signed URL has expired, or was changed."],
  https_required: ["errors", "The request came by http."],
  forbidden: [
    "errors",
    "A token would outlive the one that makes it, or the handshake of a platform is wrong.",
  ],
  not_found: ["errors", "There is no such resource in the workspace."],
  method_not_allowed: ["errors", "The path has no such method. `Allow` lists those that it has."],
  conflict: ["errors", "The state of things does not allow it, for the reason in `message`."],
  in_progress: ["retry-safely", "The same is being done already. `message` says what."],
  answer_lost: [
    "retry-safely",
    "The request with this `Idempotency-Key` was carried out, but its answer was lost.",
  ],
  stale: ["errors", "Somebody has changed the resource since your `If-Match`."],
  timed_out: ["bounds", "Nothing of the body has come for 30 seconds."],
  too_large: ["bounds", "The body is over 1 MiB, or a file exceeds the limit of its kind."],
  unsupported_media_type: ["errors", "The body is a form, XML or binary where JSON is expected."],
  validation_failed: ["errors", "Fields or parameters are invalid. `errors` names them."],
  already_taken: [
    "errors",
    "All is valid, but another one has the unique values of the fields in `errors`.",
  ],
  key_reused: ["retry-safely", "The `Idempotency-Key` has been used with another request."],
  quota_reached: [
    "quotas",
    "The workspace has as many or as much as it may. `message` or `errors` says of what.",
  ],
  upgrade_required: ["errors", "The request does not ask for a WebSocket."],
  rate_limited: ["rate-limits", "Too many requests. Wait for `Retry-After` seconds."],
  server_error: ["errors", "The service has failed."],
  unavailable: ["errors", "The database can't be reached, or the workspace is being moved."],
};

const isCode = (name: string): name is ProblemCode => name in CODES;
export const codes = Object.keys(CODES).filter(isCode);

export const whenOf = (code: ProblemCode) => CODES[code][1];

const lines = codes.map((code) => {
  const [section, when] = CODES[code];
  return `- [\`${code}\`](${GUIDE}#${section}): ${when}`;
});

export const ErrorCode = z.enum(codes).meta({
  id: "ErrorCode",
  description:
    "The cause of an error, a stable word for programs. There can be more of them in the future." +
    `\n\n${lines.join("\n")}`,
});

/** The members of an error without a message of its own. */
export const exampleOf = (code: ProblemCode) => ({ message: problems[code].message, code });
