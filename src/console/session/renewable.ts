import { type Client, createClient } from "#client";

/** A client, how to give it another token, and how to end it. */
export type Renewable = {
  client: Client;
  /** Aborted at the end. */
  signal: AbortSignal;
  renew: (token: string) => void;
  end: () => void;
};

/**
 * Makes a client that asks `isRenewed` what to do when its token has stopped working: once the
 * token is renewed, the request is made again, and its caller notices nothing. At its `end` reads
 * are aborted. Writes still arrive, and callers that wait for their answers get the same error.
 */
export function renewableClient(
  token: string,
  isRenewed: (client: Client) => Promise<boolean>,
): Renewable {
  let held = token;
  const ending = new AbortController();
  const { signal } = ending;
  function send(request: Request) {
    request.headers.set("Authorization", `Bearer ${held}`);
    return fetch(request);
  }
  async function answer(request: Request) {
    const tried = held;
    const response = await send(request.clone());
    if (response.status !== 401) return response;
    return held !== tried || (await isRenewed(client)) ? send(request) : response;
  }
  const client = createClient({
    baseUrl: location.origin,
    token,
    retries: 1,
    maxWaitMs: 5_000,
    fetch: (input, init) => answer(new Request(input, init)),
  });
  client.interceptors.request.use((request) => {
    if (request.method !== "GET") return request;
    return new Request(request, { signal: AbortSignal.any([request.signal, signal]) });
  });
  client.interceptors.response.use((response) => {
    signal.throwIfAborted();
    return response;
  });
  client.interceptors.error.use((error) => (signal.aborted ? signal.reason : error));
  return {
    client,
    signal,
    renew(next) {
      held = next;
    },
    end: () => ending.abort(),
  };
}
