/** Where Cloudflare can keep a database's data. */
export const jurisdictions = ["eu", "fedramp"] as const;
export type Jurisdiction = (typeof jurisdictions)[number];

/** The first database: the directory too, unless that has one of its own. */
export const FIRST_DATABASE = "DB";

/** D1 holds 10 GB: a database of this size gets no more workspaces. */
export const MAX_PLACED_BYTES = 8_000_000_000;

/** The ids that a range has. */
const RANGE_IDS = 2 ** 36;

/**
 * Ids stay below 10^15. Then they have at most 15 digits, and SQLite writes them exactly even as
 * real numbers, which is how D1 binds them.
 */
export const LAST_RANGE = Math.floor(10 ** 15 / RANGE_IDS) - 1;

export const rangeOf = (id: number) => Math.floor(id / RANGE_IDS);

/** The id in front of the first that a range gives. */
export const startOf = (range: number) => range * RANGE_IDS;
