// An operation's own type parameter keeps TypeScript from inferring these from its parameters.
// biome-ignore lint/suspicious/noExplicitAny: any operation.
type Operation = (options: any) => Promise<object>;
type AnswerOf<Call extends Operation> = Exclude<Awaited<ReturnType<Call>>, { error: Error }>;

/**
 * Calls an operation, and answers its body with the answer's `ETag`, for `If-Match`; empty if it
 * has none: `const { data, etag } = await withEtag(getLead, { client, path: { lead: 42 } })`
 */
export async function withEtag<Call extends Operation>(
  operation: Call,
  options: Parameters<Call>[0],
): Promise<AnswerOf<Call> & { etag: string }> {
  const { fetch = globalThis.fetch } = { ...options.client.getConfig(), ...options };
  let etag = "";
  const answer = await operation({
    ...options,
    fetch: async (request: Request) => {
      const response: Response = await fetch(request);
      etag = response.headers.get("ETag") ?? "";
      return response;
    },
  });
  return Object.assign(answer as AnswerOf<Call>, { etag });
}
