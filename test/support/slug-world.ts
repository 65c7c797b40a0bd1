import { drizzle } from "drizzle-orm/d1";
import { CASING } from "#db/batch";
import type { Databases, OpenDatabase } from "#env";
import { testEnv } from "./env";
import { generator } from "./pseudo-random";
import { directoryDb } from "./scope";

/** A statement that a process has prepared, with a clock that is not set yet. */
type Prepared = { text: string; values: unknown[]; bind: (...values: unknown[]) => Prepared };

/** A call of D1 that a process waits for. */
type Call = { life: Life; run: () => Promise<unknown>; wakesAt: number } & Pick<
  PromiseWithResolvers<unknown>,
  "resolve" | "reject"
>;

/** A process: one operation of a worker. It ends, or crashes. */
type Life = { isOver: boolean };

/** Rewrites the SQL of a statement, to plant a fault. */
export type Plant = (text: string) => string;

/** The clock of databases (links/slugs/claim.ts). */
export const CLOCK = "cast(unixepoch('subsec') * 1000 as integer)";
const bindings = { DIRECTORY: directoryDb, DB: testEnv.DB, DB_1: testEnv.SECOND };
type Name = keyof typeof bindings;

/** Pending continuations of promises run until the next call of D1. */
const settled = async () => {
  for (let ticks = 0; ticks < 100; ticks++) await Promise.resolve();
};

/**
 * A world in which processes make one call of D1 at a time, in random order: they sleep before one,
 * crash around one, or lose its answer. `now` is the clock of all databases.
 */
export class World {
  readonly random: ReturnType<typeof generator>;
  readonly #plant: Plant;
  readonly #placeOf: (workspaceId: number) => "DB" | "DB_1";
  #waiting: Call[] = [];
  now = 1_800_000_000_000;

  constructor(seed: number, placeOf: (workspaceId: number) => "DB" | "DB_1", plant: Plant) {
    [this.random, this.#placeOf, this.#plant] = [generator(seed), placeOf, plant];
  }

  /**
   * The databases as a worker sees them. `life` is its process of the moment; none is not
   * disturbed.
   */
  databases(life: () => Life | undefined): Databases {
    const open = (name: Name): OpenDatabase => {
      const prepare = (text: string) => {
        const bound = (values: unknown[]): Prepared => ({ text, values, bind: (...v) => bound(v) });
        return bound([]);
      };
      const batch = (statements: Prepared[]) => this.#call(life(), name, statements);
      const client = { prepare, batch } as unknown as D1Database;
      return Object.assign(drizzle(client, CASING), { $client: client });
    };
    const opened = { DIRECTORY: open("DIRECTORY"), DB: open("DB"), DB_1: open("DB_1") };
    return {
      names: ["DB", "DB_1"],
      directory: opened.DIRECTORY,
      ofDirectory: null,
      open: (name) => opened[name as Name],
      session: (name) => ({ db: opened[name as Name], bookmark: () => null }),
      find: async (workspaceId) => this.#placeOf(workspaceId),
    };
  }

  #call(life: Life | undefined, name: Name, statements: Prepared[]) {
    const run = () => {
      const database = bindings[name];
      return database.batch(
        statements.map(({ text, values }) =>
          database.prepare(this.#plant(text).replaceAll(CLOCK, String(this.now))).bind(...values),
        ),
      );
    };
    if (!life) return run();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (!life.isOver) this.#waiting.push({ life, run, resolve, reject, wakesAt: 0 });
    return promise;
  }

  /** Makes one of the calls that wait; returns whether there was one. */
  async step({ isCalm = false } = {}): Promise<boolean> {
    await settled();
    if (this.#waiting.length === 0) return false;
    this.now += this.random.upTo(300);
    const awake = this.#waiting.filter(({ wakesAt }) => wakesAt <= this.now);
    if (awake.length === 0) {
      this.now = Math.min(...this.#waiting.map(({ wakesAt }) => wakesAt));
      return true;
    }
    const call = this.random.pick(awake);
    const fate = isCalm ? 100 : this.random.upTo(99);
    if (fate < 5) call.wakesAt = this.now + this.random.pick([31_000, 900_000]);
    else await this.#make(call, fate);
    return true;
  }

  async #make(call: Call, fate: number) {
    const [diesBefore, diesAfter] = [fate < 8, fate < 11];
    if (diesBefore || diesAfter) {
      call.life.isOver = true;
      this.#waiting = this.#waiting.filter(({ life }) => !life.isOver);
    } else this.#waiting.splice(this.#waiting.indexOf(call), 1);
    const isLost = fate >= 11 && fate < 15;
    const result = diesBefore || fate === 11 ? undefined : call.run().catch((error) => error);
    const answer = await result;
    if (diesBefore || diesAfter) return;
    if (isLost) call.reject(new Error("D1_ERROR: Network connection lost."));
    else if (answer instanceof Error) call.reject(answer);
    else call.resolve(answer);
    await settled();
  }
}
