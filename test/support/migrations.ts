import { testEnv } from "./env";

/** D1 takes statements of 100 kB. */
const MAX_LENGTH = 90_000;
const SEPARATOR = ";\n";

/** The queries of a migration as few statements, which D1 runs several times faster than each. */
function joined(queries: string[]) {
  const groups: string[][] = [];
  for (const query of queries) {
    const last = groups.at(-1);
    const isFull = last === undefined || [...last, query].join(SEPARATOR).length > MAX_LENGTH;
    if (isFull) groups.push([query]);
    else last.push(query);
  }
  return groups.map((group) => group.join(SEPARATOR));
}

/** The migrations, with what wrangler notes of each. */
export const migrationStatements = [
  "create table d1_migrations (name text)",
  ...testEnv.TEST_MIGRATIONS.flatMap(({ name, queries }) => [
    ...joined(queries),
    `insert into d1_migrations (name) values ('${name}')`,
  ]),
];

export const migrate = (database: D1Database) =>
  database.batch(migrationStatements.map((statement) => database.prepare(statement)));
