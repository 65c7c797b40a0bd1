import type { DeliveryError } from "../../../../domain/events";
import { deadline } from "../../../../lib/deadline";
import { storable } from "../../../../lib/json";
import { isAllowedOutbound } from "../../../../lib/outbound-url";
import { readStart } from "../../../../lib/read-text";
import { retryAfter } from "../../../../lib/retry-after";
import { signWebhook } from "../../../../lib/standard-webhooks";
import type { Event } from "../../schema";

/** What an attempt came to. `error` is null where the endpoint has taken the event; `answer` is how its answer begins. */
export type Outcome = {
  error: DeliveryError | null;
  httpStatus: number | null;
  latencyMs: number | null;
  answer: string | null;
  retryAfterMs: number | null;
};

/** Where to, signed with which secrets, and what is allowed on the way. */
export type Destination = {
  url: string;
  secrets: string[];
  timeoutMs: number;
  allowLoopback: boolean;
};

const MAX_ANSWER_BYTES = 1_024;
/** An answer's body decides nothing: it is not waited for for long. */
const ANSWER_WITHIN_MS = 1_000;

/** Sends an event as a Standard Webhook: https://www.standardwebhooks.com. Follows no redirect, goes to no address that is not public, never throws. */
export async function post(
  event: Event,
  { url, secrets, timeoutMs, allowLoopback }: Destination,
): Promise<Outcome> {
  if (!isAllowedOutbound(url, allowLoopback)) return failed("address", null);
  const body = JSON.stringify(event);
  const headers = await headersOf(`evt_${event.id}`, secrets, body);
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

const failed = (error: DeliveryError, latencyMs: number | null): Outcome => ({
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
