import { getSession } from "../../../session/session";

/** What is kept beside the queries for a session, and begins anew with the next one. */
export function ofSession<State>(make: () => State): () => State {
  let session = getSession();
  let state = make();
  return () => {
    if (session !== getSession()) {
      session = getSession();
      state = make();
    }
    return state;
  };
}
