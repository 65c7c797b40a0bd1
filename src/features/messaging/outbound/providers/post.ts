import { deadline } from "../../../../lib/deadline";
import { hasBackslashKey } from "../../../../lib/json";
import { readText } from "../../../../lib/read-text";
import { retryAfter } from "../../../../lib/retry-after";

/**
 * The result of a POST: answered, with an undefined body if it is no readable JSON; lost, so that
 * it may or may not have arrived; or never sent.
 */
export type Posted =
  | { kind: "answered"; httpStatus: number; body: unknown; retryAfterMs: number | null }
  | { kind: "lost"; detail: "timeout" | "connection lost" }
  | { kind: "unsent" };

type Post = { url: string; headers: Record<string, string>; body: string };

const MAX_ANSWER_BYTES = 65_536;

/** POSTs JSON. `timeoutMs` includes the answer's body. Follows no redirect, never throws. */
export async function post(make: () => Post | Promise<Post>, timeoutMs: number): Promise<Posted> {
  const request = await requestOf(make).catch(() => null);
  if (!request) return { kind: "unsent" };
  const { signal, clear } = deadline(timeoutMs);
  try {
    const response = await fetch(request, { signal });
    const retryAfterMs = retryAfter(response.headers.get("Retry-After"), Date.now());
    return {
      kind: "answered",
      httpStatus: response.status,
      body: await readJson(response),
      retryAfterMs,
    };
  } catch {
    return { kind: "lost", detail: signal.aborted ? "timeout" : "connection lost" };
  } finally {
    clear();
  }
}

async function requestOf(make: () => Post | Promise<Post>) {
  const { url, headers, body } = await make();
  return new Request(url, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await readText(response, MAX_ANSWER_BYTES);
    return hasBackslashKey(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
