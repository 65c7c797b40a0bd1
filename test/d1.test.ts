import { beforeAll, describe, expect, it } from "vitest";
import { testEnv } from "./support/env";

// The tests ask databases of support/d1-database.mjs. Here they answer as Miniflare's do.

const databases = [testEnv.SECOND, testEnv.MINIFLARE_DB];

/** Without how long it took. */
const timeless = (result: D1Result) => ({
  ...result,
  meta: { ...result.meta, duration: 0, timings: undefined },
});

type Ask = (database: D1Database) => Promise<unknown>;

/** The answers, or refusals, of both databases. */
const answersOf = (ask: Ask) =>
  Promise.all(
    databases.map((database) =>
      ask(database).then(
        (answer) => ({ answer }),
        (error: Error) => ({ refused: error.message, by: String(error.cause) }),
      ),
    ),
  );

async function expectSame(ask: Ask) {
  const [ours, theirs] = await answersOf(ask);
  expect(ours).toEqual(theirs);
  return ours as { answer?: unknown; refused?: string };
}

const run =
  (text: string, ...values: unknown[]): Ask =>
  async (database) =>
    timeless(
      await database
        .prepare(text)
        .bind(...values)
        .run(),
    );

const MANY = Array.from({ length: 101 }, (_, index) => index);
const MARKS = MANY.map(() => "?").join();

const SCHEMA = `
  create table things (id integer primary key, name text unique, data);
  create table parts (thing_id references things (id));
  create trigger counted after update on things begin insert into parts values (new.id); end`;

beforeAll(async () => {
  for (const database of databases) await database.prepare(SCHEMA).run();
});

describe("a database of the tests answers as Miniflare's", () => {
  it.each<[string, Ask]>([
    ["a row that is inserted", run("insert into things (name) values (?)", "one")],
    [
      "a row that is inserted and returned",
      run("insert into things (name) values (1) returning *"),
    ],
    ["bytes, numbers and null", run("select ?, ?, ?, ?", new Uint8Array([0, 255]), 1.5, -7, null)],
    ["a blob that is stored", run("insert into things (data) values (?) returning data", MANY)],
    ["text of any kind", run("select ?", 'é🙂"\\\n\u0000')],
    ["columns of one name", run("select 1 as a, 2 as a")],
    ["no rows", run("select * from things where id < 0")],
    ["rows that are changed, and others by a trigger", run("update things set data = 1")],
    ["several statements", run("select 1; select 2")],
    ["a pragma", run("pragma table_info(things)")],
    ["raw rows", (database) => database.prepare("select * from things").raw({ columnNames: true })],
    ["one column", (database) => database.prepare("select id from things").first("id")],
    ["all rows", async (database) => timeless(await database.prepare("select 1 as a").all())],
    [
      "a batch",
      async (database) =>
        (
          await database.batch([
            database.prepare("insert into things (name) values ('two')"),
            database.prepare("select count(*) as n from things"),
          ])
        ).map(timeless),
    ],
    [
      "several statements that are executed",
      async (database) => (await database.exec("select 1;\nselect 2")).count,
    ],
  ])("%s", async (_, ask) => {
    expect((await expectSame(ask)).refused).toBeUndefined();
  });

  it.each<[string, Ask]>([
    ["no statement", run("  -- a comment\n")],
    ["a statement that is wrong", run("selec 1")],
    ["a table that is missing", run("select * from missing")],
    ["a name that is in use", run("insert into things (name) values (1), (1)")],
    ["a key that is missing", run("insert into parts values (-1)")],
    ["too many values", run(`select ${MARKS}`, ...MANY)],
    ["too few values", run("select ?, ?", 1)],
    ["a long pattern", run("select 1 where 'a' like ?", "a".repeat(51))],
    ["many unions", run(MANY.map(() => "select 1").join(" union all "))],
    ["a long statement", run(`select '${"a".repeat(100_001)}'`)],
    ["a transaction", run("begin")],
    ["a function that D1 has not", run("select load_extension('a')")],
    [
      "a batch of which one is wrong",
      (database) =>
        database.batch([
          database.prepare("insert into things (name) values ('three')"),
          database.prepare("insert into things (id) values ('x')"),
        ]),
    ],
  ])("by refusing %s", async (_, ask) => {
    expect((await expectSame(ask)).refused).toContain("D1_ERROR");
    await expectSame(run("select id, name, data from things order by id"));
  });

  it("with bookmarks of sessions", async () => {
    for (const database of databases) {
      const session = database.withSession("first-primary");
      await session.prepare("select 1").run();
      expect(session.getBookmark()).toMatch(/^[\da-f-]+$/);
    }
  });
});
