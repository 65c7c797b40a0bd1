import { DAY_MS } from "../../../lib/time";

/** What a POST came to: an answer, whose body is undefined where it can't be read as JSON; nobody knows; or it was never made. */
export type Posted =
  | { kind: "answered"; httpStatus: number; body: unknown; retryAfterMs: number | null }
  | { kind: "lost"; detail: "timeout" | "connection lost" }
  | { kind: "unsent" };

type Post = { url: string; headers: Record<string, string>; body: string };

const MAX_ANSWER_BYTES = 65_536;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** POSTs JSON. `timeoutMs` holds for the answer's body too. Follows no redirect, never throws. */
export async function post(make: () => Post | Promise<Post>, timeoutMs: number): Promise<Posted> {
  const signal = AbortSignal.timeout(timeoutMs);
  const request = await requestOf(make).catch(() => null);
  if (!request) return { kind: "unsent" };
  try {
    const response = await fetch(request, { signal });
    const retryAfterMs = retryAfter(response.headers.get("Retry-After"), Date.now());
    return { kind: "answered", httpStatus: response.status, body: await readJson(response), retryAfterMs };
  } catch {
    return { kind: "lost", detail: signal.aborted ? "timeout" : "connection lost" };
  }
}

async function requestOf(make: () => Post | Promise<Post>) {
  const { url, headers, body } = await make();
  return new Request(url, { method: "POST", redirect: "manual", headers: { "Content-Type": "application/json", ...headers }, body });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await readText(response));
  } catch {
    return undefined;
  }
}

/** Throws where the answer is too long, and cancels the rest. */
async function readText(response: Response) {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_ANSWER_BYTES) throw new RangeError("The answer is too long.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** How long a `Retry-After` header asks to wait, at most a day: seconds, or an HTTP date. */
export function retryAfter(header: string | null, now: number) {
  const value = header?.trim() ?? "";
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : HTTP_DATE.test(value) ? Date.parse(value) - now : Number.NaN;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), DAY_MS);
}
