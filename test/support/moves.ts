import { expect } from "vitest";
import { databasesOf } from "#db/placement/databases";
import { principals } from "#features/access/tokens/principals";
import { dropFences } from "#features/operations/moves/fences";
import { openMove } from "#features/operations/moves/phases";
import type { Progress } from "#features/operations/moves/progress";
import { step } from "#features/operations/moves/steps";
import { call } from "./api";
import { APART, comparable } from "./archives";
import { testEnv } from "./env";
import { rowsOfTables } from "./full-workspace";
import { directoryDb } from "./scope";
import { secondDb } from "./second-database";

const token = testEnv.OPERATOR_TOKEN;

/** Has the directory know both databases. */
export const registerDatabases = () =>
  directoryDb
    .prepare("insert or ignore into databases (name, created_at) values ('DB', 1), ('DB_1', 1)")
    .run();

/** Begins a move as an object that is not woken. Returns its id. */
export async function insertMove(workspaceId: number, to: "DB" | "DB_1"): Promise<number> {
  const row = await directoryDb
    .prepare(
      `insert into moves (workspace_id, from_database, to_database, phase, created_at)
       select id, database, ?, 'copying', 1 from workspaces where id = ? returning id`,
    )
    .bind(to, workspaceId)
    .first<number>("id");
  return row!;
}

/** Fails each call of a database once it was made, save those that are let through. */
export class Crashes {
  left = Number.POSITIVE_INFINITY;
  #fail() {
    if (--this.left < 0) throw new Error("The process has died.");
  }
  #on = (database: D1Database): D1Database =>
    new Proxy(database, {
      get: (target, name) => {
        if (name === "prepare")
          return (query: string) => {
            this.#fail();
            return target.prepare(query);
          };
        if (name !== "batch") return Reflect.get(target, name).bind(target);
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          this.#fail();
          return results;
        };
      },
    });
  env = {
    ...testEnv,
    DB: this.#on(testEnv.DB),
    ...(testEnv.DB_1 && { DB_1: this.#on(testEnv.DB_1) }),
    ...(testEnv.DIRECTORY && { DIRECTORY: this.#on(testEnv.DIRECTORY) }),
  };
}

/** Makes a step, perhaps in several attempts. */
type Way = (attempt: () => ReturnType<typeof step>) => ReturnType<typeof step>;
type Making = { until?: string; now?: () => number; env?: typeof testEnv; way?: Way };

/** Makes a move by steps, as its object does: to its end, or until it is in a phase. */
export async function makeMove(id: number, making: Making = {}) {
  const { until, now = () => Date.now(), env = testEnv, way = (attempt) => attempt() } = making;
  const databases = databasesOf(env);
  let progress: Progress | null = null;
  for (let steps = 0; steps < 1_000; steps++) {
    const current = await openMove(databasesOf(testEnv), id);
    if (!current || current.phase === until) {
      principals.clear();
      return;
    }
    const { next } = await way(async () => {
      const move = await openMove(databasesOf(testEnv), id);
      const known = progress?.phase === move!.phase ? progress : null;
      const later = () => now() + (move!.phase === "settling" ? 10_000 : 0);
      return step({ env, databases, move: move!, now: later }, known);
    });
    progress = JSON.parse(JSON.stringify(next));
  }
  throw new Error("The move does not end.");
}

export const moveOf = async (id: number) =>
  (await call("GET", `/v1/moves/${id}`, { token })).body.data;

/** All rows of both databases that are workspaces', but `workspaces` and counted requests. */
export async function dump() {
  const without = [...APART, "workspaces"];
  const [first, second] = await Promise.all(
    [testEnv.DB, secondDb].map(async (db) => comparable(await rowsOfTables(db, without))),
  );
  return { DB: first!, DB_1: second! };
}

type Dump = Awaited<ReturnType<typeof dump>>;

const joined = (all: Dump) =>
  Object.fromEntries(
    Object.keys(all.DB).map((name) => [
      name,
      [...(all.DB[name] ?? []), ...(all.DB_1[name] ?? [])].toSorted(),
    ]),
  );

/** Expects all rows to be as they were, in whichever database. */
export const expectSame = (after: Dump, before: Dump) =>
  expect(joined(after)).toEqual(joined(before));

/** The triggers of fences, an hour after the moves. */
export async function triggersLeft() {
  const query = "select name from sqlite_master where name like 'frozen%'";
  const databases = databasesOf(testEnv);
  for (const name of ["DB", "DB_1"])
    await dropFences(databases, databases.open(name), Date.now() + 3_600_001);
  const all = await Promise.all([testEnv.DB, secondDb].map((db) => db.prepare(query).all()));
  return all.flatMap(({ results }) => results);
}
