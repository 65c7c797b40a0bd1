import { DrizzleD1Database, SQLiteD1Session } from "drizzle-orm/d1";
import type { Database } from "#env";
import { dialect } from "../batch";

// Where a request reads. D1 sends the first query of a session to the primary (`first-primary`), to
// any replica (`first-unconstrained`), or to one that is as fresh as a bookmark; the others to any
// replica that is as fresh as what the session has seen. Writes always go to the primary.

/** A request's connection to a database. */
export type Session = {
  db: Database;
  /** The freshness of the newest data that the session has read; null if it knows nothing. */
  bookmark(): D1SessionBookmark | null;
};

/** Building a dialect takes longer than a statement, as it learns the names of all columns. */
export function drizzleOn<Client extends Database["$client"]>(client: Client) {
  // Drizzle uses `prepare` and `batch` of the client only.
  const session = new SQLiteD1Session<Record<string, never>, Record<string, never>>(
    client as never,
    dialect,
    undefined,
  );
  const db = new DrizzleD1Database<Record<string, never>>("async", dialect, session, undefined);
  return Object.assign(db, { $client: client });
}

const PRIMARY = "first-primary";

/** Asks the primary every time. A session of D1 would do so only for its first query. */
function atPrimary(binding: D1Database): Session {
  const asked: D1DatabaseSession[] = [];
  const session = () => {
    const next = binding.withSession(PRIMARY);
    asked.push(next);
    return next;
  };
  const client: Database["$client"] = {
    prepare: (text) => session().prepare(text),
    batch: (statements) => session().batch(statements),
  };
  // D1 compares bookmarks as texts, too.
  const bookmark = () => asked.map((one) => one.getBookmark() ?? "").reduce(later, "") || null;
  return { db: drizzleOn(client), bookmark };
}

const later = (one: string, other: string) => (one > other ? one : other);

/** A session of D1; one `first-primary` asks the primary for everything. */
export function openSession(
  binding: D1Database,
  from: D1SessionConstraint | D1SessionBookmark,
): Session {
  if (from === PRIMARY) return atPrimary(binding);
  const session = binding.withSession(from);
  return { db: drizzleOn(session), bookmark: () => session.getBookmark() };
}

/** The word that a request may send in place of a bookmark: any replica will do. */
const NEAREST = "nearest";
/** The word that an answer sends when it knows no bookmark: read at the primary. */
const AT_PRIMARY = "primary";

const BOOKMARK_OF_D1 = /^[\da-f]{8}(-[\da-f]{8}){2}-[\da-f]{32}$/;

/** Where the holder of a bookmark may read. One of another place, or no bookmark, means nothing. */
export function readFrom(bookmark: string | undefined, place: string) {
  if (bookmark === NEAREST) return "first-unconstrained";
  if (!bookmark?.startsWith(`${place}.`)) return PRIMARY;
  const ofD1 = bookmark.slice(place.length + 1);
  return BOOKMARK_OF_D1.test(ofD1) ? ofD1 : PRIMARY;
}

/** The bookmark that clients get. */
export const bookmarkAt = (place: string, ofD1: D1SessionBookmark | null) =>
  ofD1 === null ? AT_PRIMARY : `${place}.${ofD1}`;
