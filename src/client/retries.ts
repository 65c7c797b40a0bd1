import { retryAfter } from "./retry-after";

type Fetch = typeof fetch;

export type RetryOptions = {
  /** The most repetitions of a request. 3 unless set; 0 never repeats one. */
  retries?: number | undefined;
  /** A longer `Retry-After` is not waited for, in milliseconds. 60,000 unless set. */
  maxWaitMs?: number | undefined;
};

/** The service, or what stands before it, could not carry the request out now. */
const TEMPORARY = [429, 500, 502, 503, 504];
const FIRST_WAIT_MS = 500;
const LONGEST_BACK_OFF_MS = 30_000;

/** Between half of a wait that doubles with each attempt, and all of it. */
const backOff = (attempt: number) =>
  Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACK_OFF_MS) * (0.5 + Math.random() / 2);

/**
 * A 409 is temporary if it says when to come back: the first request of the key is still running.
 */
const isTemporary = ({ status, headers }: Response) =>
  TEMPORARY.includes(status) || (status === 409 && retryAfter(headers) !== null);

async function sleep(ms: number, signal: AbortSignal) {
  signal.throwIfAborted();
  return new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal.addEventListener("abort", abort, { once: true });
  });
}

/**
 * A `fetch` that repeats requests which failed for a while: by themselves those that can be
 * repeated as they are, and a POST by its `Idempotency-Key`, which it gets if it has none. A PATCH
 * and a request with `If-Match` are repeated only after a 429: nobody knows whether one that got no
 * answer was carried out, and then the version is another.
 */
export function retrying(
  fetch: Fetch,
  { retries = 3, maxWaitMs = 60_000 }: RetryOptions = {},
): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const isPost = request.method === "POST";
    if (isPost && !request.headers.has("Idempotency-Key"))
      request.headers.set("Idempotency-Key", crypto.randomUUID());
    const isRepeatable = request.method !== "PATCH" && !request.headers.has("If-Match");
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      const response = await fetch(isLast ? request : request.clone()).catch((error) => {
        if (isLast || !isRepeatable || request.signal.aborted) throw error;
        return null;
      });
      const wait = (response && retryAfter(response.headers)) ?? backOff(attempt);
      if (response) {
        const isDone = isRepeatable ? !isTemporary(response) : response.status !== 429;
        if (isLast || isDone || wait > maxWaitMs) return response;
        await response.body?.cancel();
      }
      await sleep(wait, request.signal);
    }
  };
}
