import type { moves } from "#db/schema/directory";
import type { Bindings, Databases } from "#env";

/** A move as the directory has it. */
export type Move = typeof moves.$inferSelect;

/** The means of an object that makes a move. */
export type Making = { env: Bindings; databases: Databases; move: Move; now: () => number };
