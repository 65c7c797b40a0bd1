import type { DeliveryError } from "#domain/events";
import type { Event } from "#features/events/schema";
import { deadline } from "#lib/deadline";
import { storable } from "#lib/json";
import { isAllowedOutbound, type OutboundRules } from "#lib/outbound-url";
import { readStart } from "#lib/read-text";
import { retryAfter } from "#lib/retry-after";
import { signWebhook } from "#lib/standard-webhooks";

/** The result of one attempt. `error` is null on success; `answer` is the beginning of the body. */
export type Attempt = {
  error: DeliveryError | null;
  httpStatus: number | null;
  latencyMs: number | null;
  answer: string | null;
  retryAfterMs: number | null;
};

/** The endpoint as an attempt needs it. Every one of `secrets` signs, as during a rotation. */
export type Destination = {
  url: string;
  secrets: string[];
  timeoutMs: number;
  outbound: OutboundRules;
};

const MAX_ANSWER_BYTES = 1_024;
/** The body of an answer decides nothing, so a slow one is cut off. */
const ANSWER_WITHIN_MS = 1_000;

/**
 * Posts an event as a Standard Webhook (https://www.standardwebhooks.com). Follows no redirect,
 * posts to public addresses only, never throws.
 */
export async function attemptDelivery(
  event: Event,
  { url, secrets, timeoutMs, outbound }: Destination,
): Promise<Attempt> {
  if (!isAllowedOutbound(url, outbound)) return failed("address", null);
  const body = JSON.stringify(event);
  const headers = await headersOf(String(event.id), secrets, body);
  const startedAt = Date.now();
  const latency = () => Date.now() - startedAt;
  const { signal, clear } = deadline(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers,
      body,
      signal,
    });
    const latencyMs = latency();
    const { status: httpStatus } = response;
    const retryAfterMs =
      httpStatus === 429 || httpStatus === 503
        ? retryAfter(response.headers.get("Retry-After"), Date.now())
        : null;
    const answer = storable(await readStart(response, MAX_ANSWER_BYTES, ANSWER_WITHIN_MS));
    return { error: errorOf(response), httpStatus, latencyMs, answer, retryAfterMs };
  } catch {
    return failed(signal.aborted ? "timeout" : "connection", latency());
  } finally {
    clear();
  }
}

const failed = (error: DeliveryError, latencyMs: number | null): Attempt => ({
  error,
  httpStatus: null,
  latencyMs,
  answer: null,
  retryAfterMs: null,
});

async function headersOf(id: string, secrets: string[], body: string) {
  const timestamp = Math.floor(Date.now() / 1000);
  const signatures = await Promise.all(
    secrets.map((secret) => signWebhook(secret, id, timestamp, body)),
  );
  return {
    "Content-Type": "application/json",
    "User-Agent": "lead-engagement-api",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

function errorOf({ ok, status }: Response): DeliveryError | null {
  if (ok) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}
