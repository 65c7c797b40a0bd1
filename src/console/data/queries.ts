import { QueryClient } from "@tanstack/react-query";

const FRESH_MS = 15_000;

/** Makes the cache of a session. */
export const newQueries = () =>
  new QueryClient({
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
