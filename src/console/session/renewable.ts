import { type Client, createClient } from "#client";
import { readWordsFor } from "../ui/said-errors";

/** A client, how to give it another token, and how to end it. */
export type Renewable = { client: Client; renew: (token: string) => void; end: () => void };

/**
 * Makes a client that asks `lapsed` what to do when its token has stopped working: once that says
 * that the token was renewed, the request is made again, and whoever made it notices nothing. A
 * request still under way at its `end` is never answered: nobody is left to be told.
 */
export function renewableClient(
  token: string,
  lapsed: (client: Client) => Promise<boolean>,
): Renewable {
  let held = token;
  let hasEnded = false;
  const toNobody = new Promise<never>(() => undefined);
  function send(request: Request) {
    request.headers.set("Authorization", `Bearer ${held}`);
    return fetch(request);
  }
  async function answer(request: Request) {
    const tried = held;
    const response = await send(request.clone());
    if (response.status !== 401) return response;
    return held !== tried || (await lapsed(client)) ? send(request) : response;
  }
  const client = createClient({
    baseUrl: location.origin,
    token,
    retries: 1,
    maxWaitMs: 5_000,
    fetch: (input, init) =>
      answer(new Request(input, init)).finally(() => (hasEnded ? toNobody : undefined)),
  });
  client.interceptors.error.use(async (error) => {
    await readWordsFor(error);
    return error;
  });
  return {
    client,
    renew(next) {
      held = next;
    },
    end() {
      hasEnded = true;
    },
  };
}
