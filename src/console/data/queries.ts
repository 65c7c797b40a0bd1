import { QueryClient, type QueryKey } from "@tanstack/react-query";

const FRESH_MS = 15_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The client repeats requests itself.
      retry: false,
      throwOnError: false,
      // Without a network, what is asked for fails at once rather than wait unseen.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** Shows what a write has answered. What is being read of it may be older, so it is read again. */
export function setAnswer<Data>(queryKey: QueryKey, data: Data) {
  queries.setQueryData<Data>(queryKey, data);
  const filter = { queryKey, exact: true };
  if (queries.isFetching(filter)) void queries.invalidateQueries(filter);
}
