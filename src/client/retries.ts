type Fetch = typeof fetch;

export type RetryOptions = {
  /** How often a request is repeated at most. 3 unless set; 0 never repeats one. */
  retries?: number | undefined;
  /** A longer `Retry-After` is not waited for, in milliseconds. 60,000 unless set. */
  maxWaitMs?: number | undefined;
};

/** The service, or what stands before it, could not carry the request out now. */
const TEMPORARY = [429, 500, 502, 503, 504];
const FIRST_WAIT_MS = 500;

/** Between half of a wait that doubles with each attempt, and all of it. */
const backOff = (attempt: number) => FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);

function waitOf(response: Response | null, attempt: number) {
  const seconds = Number(response?.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : backOff(attempt);
}

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
 * is repeated only after a 429: nobody knows whether one that got no answer was carried out.
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
    const isRepeatable = request.method !== "PATCH";
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      const response = await fetch(isLast ? request : request.clone()).catch((error) => {
        if (isLast || !isRepeatable || request.signal.aborted) throw error;
        return null;
      });
      if (response) {
        const { status } = response;
        const isDone = isRepeatable ? !TEMPORARY.includes(status) : status !== 429;
        if (isLast || isDone || waitOf(response, attempt) > maxWaitMs) return response;
        await response.body?.cancel();
      }
      await sleep(waitOf(response, attempt), request.signal);
    }
  };
}
