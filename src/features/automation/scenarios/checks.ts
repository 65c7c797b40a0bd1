import { lazily } from "#lib/lazy";

/** Loads the checks of graphs, with their patterns, which most requests don't need. */
export const loadChecks = lazily(() => import("./references"));

/** Loads the types of triggers, which the same requests need. */
export const loadTriggers = lazily(() => import("../triggers/rows"));
