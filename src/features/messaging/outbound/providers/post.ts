import { deadline } from "#lib/deadline";
import { hasBackslashKey } from "#lib/json";
import { readText } from "#lib/read-text";
import { retryAfter } from "#lib/retry-after";

/**
 * The result of a POST: answered, with an undefined body if it is no readable JSON; lost, so that
 * it may or may not have arrived; or never sent.
 */
export type Posted =
  | { kind: "answered"; httpStatus: number; body: unknown; retryAfterMs: number | null }
  | { kind: "lost"; detail: "timeout" | "connection lost" }
  | { kind: "unsent" };

type Post = { url: string; headers: Record<string, string>; body: string };
/** A request without a body is a GET, unless it names its method. */
type Asked = Omit<Post, "body"> & { body?: string; method?: "DELETE" };

const MAX_ANSWER_BYTES = 65_536;

/** POSTs JSON. `timeoutMs` includes the answer's body. Follows no redirect, never throws. */
export const post = (make: () => Post | Promise<Post>, timeoutMs: number): Promise<Posted> =>
  ask(make, timeoutMs, MAX_ANSWER_BYTES);

/** As `post`, for requests of any method. A longer answer is none that can be read. */
export async function ask(
  make: () => Asked | Promise<Asked>,
  timeoutMs: number,
  maxBytes: number,
): Promise<Posted> {
  const request = await requestOf(make).catch(() => null);
  if (!request) return { kind: "unsent" };
  const { signal, clear } = deadline(timeoutMs);
  try {
    const response = await fetch(request, { signal });
    const retryAfterMs = retryAfter(response.headers.get("Retry-After"), Date.now());
    return {
      kind: "answered",
      httpStatus: response.status,
      body: await readJson(response, maxBytes),
      retryAfterMs,
    };
  } catch {
    return { kind: "lost", detail: signal.aborted ? "timeout" : "connection lost" };
  } finally {
    clear();
  }
}

async function requestOf(make: () => Asked | Promise<Asked>) {
  const { url, headers, body, method = body === undefined ? "GET" : "POST" } = await make();
  return new Request(url, {
    method,
    redirect: "manual",
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(body !== undefined && { body }),
  });
}

async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  try {
    const text = await readText(response, maxBytes);
    return hasBackslashKey(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
