import { getSession } from "#console/session/session";

/** What is kept beside the queries for a session, and begins anew with the next one. */
export function ofSession<State>(make: () => State): () => State {
  let client = getSession()?.client;
  let state = make();
  return () => {
    if (client !== getSession()?.client) {
      client = getSession()?.client;
      state = make();
    }
    return state;
  };
}
