import { deadline } from "#lib/deadline";
import { readStart, readText } from "#lib/read-text";
import { retryAfter } from "#lib/retry-after";
import { at, parsed } from "./completion";

/**
 * An OpenAI-compatible server, which the operator configures. `baseUrl` is, for example,
 * `https://api.openai.com/v1`; `timeoutMs` limits each request.
 */
export type Endpoint = { baseUrl: string; apiKey: string | undefined; timeoutMs: number };

/**
 * The server's reply: an answer, with an undefined body if it is not JSON; a refusal of the
 * request, with the parameter that it names; or no answer for now.
 */
export type Reply =
  | { kind: "answered"; body: unknown }
  | { kind: "refused"; status: number; parameter: unknown }
  | { kind: "unavailable"; retryAfterMs: number | null };

const MAX_ANSWER_BYTES = 262_144;
const MAX_REFUSAL_BYTES = 16_384;
const REFUSAL_TIMEOUT_MS = 1_000;

/** The 4xx statuses that are temporary. */
const TEMPORARY = new Set([408, 409, 429]);
/** The statuses with a `Retry-After` (RFC 9110, RFC 6585). */
const WITH_RETRY_AFTER = new Set([429, 503]);

/** Asks for a completion. Follows no redirect, never throws. */
export async function complete(
  { baseUrl, apiKey, timeoutMs }: Endpoint,
  request: object,
): Promise<Reply> {
  const { signal, clear } = deadline(timeoutMs);
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/chat/completions`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(request),
      redirect: "manual",
      signal,
    });
    if (response.ok)
      return { kind: "answered", body: parsed(await readText(response, MAX_ANSWER_BYTES)) };
    return await replyOf(response);
  } catch {
    return { kind: "unavailable", retryAfterMs: null };
  } finally {
    clear();
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response;
  if (status >= 400 && status < 500 && !TEMPORARY.has(status)) {
    const body = parsed(await readStart(response, MAX_REFUSAL_BYTES, REFUSAL_TIMEOUT_MS));
    return { kind: "refused", status, parameter: at(body, "error", "param") };
  }
  response.body?.cancel().catch(() => {});
  return {
    kind: "unavailable",
    retryAfterMs: WITH_RETRY_AFTER.has(status)
      ? retryAfter(headers.get("Retry-After"), Date.now())
      : null,
  };
}
