import type { HttpRequest } from "#features/automation/engine/run";
import { deadline } from "#lib/deadline";
import { cleaned, hasBackslashKey } from "#lib/json";
import { isAllowedOutbound, type OutboundRules } from "#lib/outbound-url";
import { readText } from "#lib/read-text";

/**
 * The result of the request of an HTTP request node. `status` is null without an answer. An answer
 * that can't be read or saved is not ok.
 */
export type Answer = { isOk: boolean; status: number | null; saved?: unknown };

/** Limits on an answer that is saved. */
const MAX_ANSWER_BYTES = 16_384;
const MAX_SAVED_CHARACTERS = 4_096;
const MAX_SAVED_DEPTH = 32;

/**
 * Makes the request of an HTTP request node, with the same `Idempotency-Key` at every attempt.
 * Follows no redirect, goes to public addresses only, and never throws.
 */
export async function sendRequest(
  runId: number,
  request: HttpRequest,
  outbound: OutboundRules,
): Promise<Answer> {
  const { visit, url, method, headers, body, timeoutMs, isSaved } = request;
  if (!isAllowedOutbound(url, outbound)) return { isOk: false, status: null };
  let status: number | null = null;
  const { signal, clear } = deadline(timeoutMs);
  try {
    const sent = new Headers(headers);
    sent.set("Idempotency-Key", `run_${runId}_${visit}`);
    const response = await fetch(url, { method, headers: sent, body, redirect: "manual", signal });
    status = response.status;
    if (response.ok && isSaved)
      return { isOk: true, status, saved: savedOf(await readText(response, MAX_ANSWER_BYTES)) };
    await response.body?.cancel();
    return { isOk: response.ok, status };
  } catch {
    return { isOk: false, status };
  } finally {
    clear();
  }
}

/** The value of an answer in JSON, else its text, as it can be stored. */
function savedOf(text: string): unknown {
  if (text.length > MAX_SAVED_CHARACTERS)
    throw new RangeError("The answer is too long to be saved.");
  return cleaned(hasBackslashKey(text) ? text : parsed(text), MAX_SAVED_DEPTH);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
