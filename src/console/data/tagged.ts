import type { Client } from "#client";

/** What an operation is called with for its answer's `ETag` to be known. */
type Recorded = { client: Client; fetch: typeof fetch };

/**
 * Calls an operation, and returns its answer with the answer's `ETag`.
 *
 * `tagged(client, (recorded) => getScenario({ ...recorded, path }))`
 */
export async function tagged<Answer>(
  client: Client,
  call: (recorded: Recorded) => Promise<Answer>,
): Promise<{ answer: Answer; etag: string }> {
  let etag = "";
  const send = client.getConfig().fetch ?? fetch;
  const answer = await call({
    client,
    fetch: async (input, init) => {
      const response = await send(input, init);
      etag = response.headers.get("ETag") ?? "";
      return response;
    },
  });
  return { answer, etag };
}
