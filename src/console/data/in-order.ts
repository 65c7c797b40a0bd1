import type { QueryClient } from "@tanstack/react-query";

/**
 * Makes the writes of one key one after the other, in the order in which they are asked for.
 * `asked`, what is there once a write is made, can be read by `askedOf` until it is answered.
 */
export const writeInOrder = <Answer, Asked>(
  queries: QueryClient,
  mutationKey: readonly unknown[],
  write: () => Promise<Answer>,
  asked?: Asked,
): Promise<Answer> =>
  queries
    .getMutationCache()
    .build(queries, {
      mutationKey,
      scope: { id: JSON.stringify(mutationKey) },
      mutationFn: (_: Asked | undefined) => write(),
    })
    .execute(asked);

/** The variables of the last write of a key that is not answered yet. */
export const askedOf = (queries: QueryClient, mutationKey: readonly unknown[]) =>
  queries.getMutationCache().findAll({ mutationKey, exact: true, status: "pending" }).at(-1)?.state
    .variables;
