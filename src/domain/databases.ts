/** Where Cloudflare can keep a database's data. */
export const jurisdictions = ["eu", "fedramp"] as const;
export type Jurisdiction = (typeof jurisdictions)[number];

/** The first database: the directory too, unless that has one of its own. */
export const FIRST_DATABASE = "DB";
