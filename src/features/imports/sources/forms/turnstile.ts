import type { Bindings } from "#env";
import { membersOf } from "#features/messaging/inbound/untrusted";
import { post } from "#features/messaging/outbound/providers/post";
import { sha256 } from "#lib/crypto";

// Turnstile shows that a person has sent a form. Its answer is valid for five minutes, and once: a
// request that is repeated under the same key is answered as before (developers.cloudflare.com,
// "Validate the token").

/** The field in which Turnstile's widget puts its answer. */
export const TURNSTILE_FIELD = "cf-turnstile-response";

/** No answer of the widget is longer. */
const MAX_TOKEN = 2_048;

/**
 * The verdict on a submission: a person sent it, or not; `late`: that can't be told any more, as
 * the answer of the widget is over, or was given before; `unknown`: ask again.
 */
export type Verdict = "passed" | "refused" | "late" | "unknown";

const LATE = "timeout-or-duplicate";
/** The faults of what was sent. Others are those of the secret, or Turnstile's own. */
const REFUSALS = ["missing-input-response", "invalid-input-response"];

/** A UUID that is the same each time a submission is asked about. */
async function keyOf(submission: string) {
  const hex = await sha256(submission);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join("-");
}

/** Asks Turnstile about the widget's answer in a `submission`, which is named by a text. */
export async function askTurnstile(
  { TURNSTILE_URL: url, SEND_TIMEOUT_MS }: Pick<Bindings, "TURNSTILE_URL" | "SEND_TIMEOUT_MS">,
  secret: string,
  token: unknown,
  submission: string,
): Promise<Verdict> {
  if (typeof token !== "string" || token === "" || token.length > MAX_TOKEN) return "refused";
  const request = async () => {
    const asked = { secret, response: token, idempotency_key: await keyOf(submission) };
    return { url, headers: {}, body: JSON.stringify(asked) };
  };
  const posted = await post(request, SEND_TIMEOUT_MS);
  return posted.kind === "answered" ? verdictIn(posted.body) : "unknown";
}

function verdictIn(body: unknown): Verdict {
  const { success, "error-codes": codes } = membersOf(body) ?? {};
  if (success === true) return "passed";
  if (success !== false || !Array.isArray(codes)) return "unknown";
  if (codes.includes(LATE)) return "late";
  return codes.some((code) => REFUSALS.includes(code)) ? "refused" : "unknown";
}
