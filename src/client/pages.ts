type Page = { data: unknown[]; meta: { next_cursor: string | null } };
type Listing = { query?: { cursor?: string } };

// An operation's own type parameter keeps TypeScript from inferring these from its parameters.
// biome-ignore lint/suspicious/noExplicitAny: any operation that answers with pages.
type ListOperation = (options: any) => Promise<unknown>;
type ItemOf<Answer> = Answer extends { data: (infer Item)[]; meta: Page["meta"] } ? Item : never;

/**
 * All items of a list, page by page as they are asked for:
 * `for await (const lead of each(listLeads, { client, query: { pipeline_stage: "won" } })) …`
 */
export async function* each<List extends ListOperation>(
  list: List,
  options: Parameters<List>[0] & Listing,
): AsyncGenerator<ItemOf<Awaited<ReturnType<List>>>, void, undefined> {
  let cursor: string | null | undefined = options.query?.cursor;
  do {
    const query = cursor ? { ...options.query, cursor } : options.query;
    const page = (await list({ ...options, query })) as {
      data: ItemOf<Awaited<ReturnType<List>>>[];
      meta: Page["meta"];
    };
    yield* page.data;
    cursor = page.meta.next_cursor;
  } while (cursor);
}
