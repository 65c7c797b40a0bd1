import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../client/index";
import { signOut } from "../session/session";

const FRESH_MS = 15_000;

/** A token that has been revoked ends the session, whichever request finds out. */
function endSession(error: unknown) {
  if (error instanceof ApiError && error.status === 401) signOut();
}

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

queries.getQueryCache().config.onError = endSession;
queries.getMutationCache().config.onError = endSession;
