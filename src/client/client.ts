import { errorOf, refusePages } from "./api-error";
import { type Client, createClient as createPlainClient } from "./generated/client/index";
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
 * The fresher of two bookmarks. Those of one place, which each begins with, are ordered as texts.
 */
function fresher(known: string, next: string) {
  const place = `${known.split(".")[0]}.`;
  return next.startsWith(place) && next < known ? known : next;
}

/**
 * A client, with which operations are called: `listLeads({ client, query })`. An operation answers
 * with the body, and throws an `ApiError` if the answer is an error.
 *
 * Requests are repeated as `retrying` says. Reads come from near by, and show at least all that
 * this client has read and written before.
 */
export function createClient({ baseUrl, token, fetch, ...retries }: ClientOptions): Client {
  // The error of a header would show it.
  if (/[^!-~]/.test(token)) throw new TypeError("Malformed token.");
  const client = createPlainClient({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    auth: token,
    // Followed, a POST would become a GET, and the token could go elsewhere.
    redirect: "manual",
    // Called as a method of anything else, the global function throws.
    fetch: retrying(fetch ?? ((input, init) => globalThis.fetch(input, init)), retries),
    responseStyle: "data",
    throwOnError: true,
  });
  let bookmark = "";
  client.interceptors.request.use((request) => {
    if (bookmark !== "" && request.method === "GET") request.headers.set("Bookmark", bookmark);
    return request;
  });
  client.interceptors.response.use(async (response) => {
    await refusePages(response);
    // Answers come in another order than they were made in.
    bookmark = fresher(bookmark, response.headers.get("Bookmark") ?? bookmark);
    return response;
  });
  client.interceptors.error.use((error, response) =>
    response && !response.ok ? errorOf(error, response) : error,
  );
  return client;
}
