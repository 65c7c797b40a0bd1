import { type Client, createClient } from "../../client/index";

/** A client whose token can be replaced, and what replaces it. */
export type Renewable = { client: Client; renew: (token: string) => void };

/**
 * Makes a client that asks `lapsed` what to do when its token has stopped working: once that says
 * that the token was renewed, the request is made again, and whoever made it notices nothing.
 */
export function renewableClient(
  token: string,
  lapsed: (client: Client) => Promise<boolean>,
): Renewable {
  let held = token;
  function send(request: Request) {
    request.headers.set("Authorization", `Bearer ${held}`);
    return fetch(request);
  }
  const client = createClient({
    baseUrl: location.origin,
    token,
    retries: 1,
    maxWaitMs: 5_000,
    async fetch(input, init) {
      const request = new Request(input, init);
      const tried = held;
      const response = await send(request.clone());
      if (response.status !== 401) return response;
      return held !== tried || (await lapsed(client)) ? send(request) : response;
    },
  });
  return {
    client,
    renew(next) {
      held = next;
    },
  };
}
