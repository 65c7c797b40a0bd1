import { type SQL, sql } from "drizzle-orm";
import { type Platform, platforms } from "#domain/platforms";

/** The value of each platform, in SQL: of that which `platform` gives. */
export const byPlatform = (platform: SQL, valueOn: (platform: Platform) => SQL): SQL =>
  sql`case ${platform} ${sql.join(
    platforms.map((name) => sql`when ${quoted(name)} then ${valueOn(name)}`),
    sql` `,
  )} end`;

/** A constant of ours in SQL, which is no parameter. */
export const quoted = (name: string | null) => sql.raw(name === null ? "null" : `'${name}'`);

export const listed = (names: readonly string[]) => sql`(${sql.join(names.map(quoted), sql`, `)})`;
