import { errorOf } from "./api-error";
import { type Client, createClient as createPlainClient } from "./generated/client";
import { type RetryOptions, retrying } from "./retries";

export type { Client };

export type ClientOptions = RetryOptions & {
  /** Where the service is, without `/v1`, such as `https://engage.example.com`. */
  baseUrl: string;
  /** A token of the workspace; or the operator's, for operations of the operator. */
  token: string;
  /** The global `fetch` unless set. */
  fetch?: typeof fetch | undefined;
};

/**
 * What operations are called with: `listLeads({ client, query })`. An operation answers with the
 * body, and throws an `ApiError` if the answer is an error.
 *
 * Requests are repeated as `retrying` says. Reads come from near by, and show at least all that
 * this client has read and written before.
 */
export function createClient({ baseUrl, token, fetch, ...retries }: ClientOptions): Client {
  const client = createPlainClient({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    auth: token,
    // Called as a method of anything else, the global function throws.
    fetch: retrying(fetch ?? ((input, init) => globalThis.fetch(input, init)), retries),
    responseStyle: "data",
    throwOnError: true,
  });
  let bookmark: string | null = null;
  client.interceptors.request.use((request) => {
    if (bookmark !== null && request.method === "GET") request.headers.set("Bookmark", bookmark);
    return request;
  });
  client.interceptors.response.use((response) => {
    bookmark = response.headers.get("Bookmark") ?? bookmark;
    return response;
  });
  client.interceptors.error.use((error, response) =>
    response && !response.ok ? errorOf(error, response) : error,
  );
  return client;
}
