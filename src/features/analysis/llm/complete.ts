import { deadline } from "../../../lib/deadline";
import { readStart, readText } from "../../../lib/read-text";
import { retryAfter } from "../../../lib/retry-after";
import { at, parsed } from "./completion";

/** An OpenAI-compatible server, set by the operator. `baseUrl` is such as `https://api.openai.com/v1`; `timeoutMs` is for each request. */
export type Endpoint = { baseUrl: string; apiKey: string | undefined; timeoutMs: number };

/**
 * What a request came to: an answer, whose body is undefined where it is no JSON; a refusal for the request's own sake, and the parameter
 * that it names; or nothing, for now.
 */
export type Reply =
  | { kind: "answered"; body: unknown }
  | { kind: "refused"; status: number; parameter: unknown }
  | { kind: "unavailable"; retryAfterMs: number | null };

const MAX_ANSWER_BYTES = 262_144;
const MAX_REFUSAL_BYTES = 16_384;
const REFUSAL_TIMEOUT_MS = 1_000;

/** Of 4xx, those that may pass by themselves. */
const PASSING = new Set([408, 409, 429]);
/** Where `Retry-After` says when (RFC 9110, RFC 6585). */
const TOLD_WHEN = new Set([429, 503]);

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
  if (status >= 400 && status < 500 && !PASSING.has(status)) {
    const body = parsed(await readStart(response, MAX_REFUSAL_BYTES, REFUSAL_TIMEOUT_MS));
    return { kind: "refused", status, parameter: at(body, "error", "param") };
  }
  response.body?.cancel().catch(() => {});
  return {
    kind: "unavailable",
    retryAfterMs: TOLD_WHEN.has(status) ? retryAfter(headers.get("Retry-After"), Date.now()) : null,
  };
}
