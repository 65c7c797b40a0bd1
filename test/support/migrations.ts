import { testEnv } from "./env";

/**
 * The migrations, each as one statement, which D1 runs several times faster than its queries one by
 * one, with what wrangler notes of each.
 */
const statements = [
  "create table d1_migrations (name text)",
  ...testEnv.TEST_MIGRATIONS.flatMap(({ name, queries }) => [
    queries.join(";\n"),
    `insert into d1_migrations (name) values ('${name}')`,
  ]),
];

export const migrate = (database: D1Database) =>
  database.batch(statements.map((statement) => database.prepare(statement)));
