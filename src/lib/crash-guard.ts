import { log } from "./log";
import { HOUR_MS } from "./time";

/** The number of times that a work may end its worker before it is given up, or put off. */
const MAX_DEATHS = 3;
const PUT_OFF_MS = HOUR_MS;
/** The number of works whose deaths are remembered. */
const MAX_REMEMBERED = 100;

type Current = { id: number; place: string; isOpen: boolean };

/** The times that a work has ended its worker at a place, and the end of its being put off. */
type Deaths = { place: string; count: number; until: number };

/** By the id of the work, the latest death last. */
type Remembered = ReadonlyMap<number, Deaths>;

export type GuardedWork<Result> = {
  id: number;
  /** The place that the work has come to: where it has gone on, earlier deaths no longer count. */
  place?: string;
  work: () => Promise<Result>;
  /** Ends the work for good. Without it, the work is put off for an hour at a time. */
  giveUp?: (() => Promise<Result>) | undefined;
};

/**
 * Keeps a work of an object from ending its worker again and again, by its CPU time or memory. A
 * work is noted in the object's storage before it runs: if it is still noted when the object
 * starts, it has ended the worker. Then the next work runs, and after three such deaths the work is
 * given up, or put off. An error is no death: a database may be out of reach.
 */
export class CrashGuard {
  readonly #storage: DurableObjectStorage | undefined;
  readonly #name: string;
  #current: Current = { id: 0, place: "", isOpen: false };
  #deaths: Remembered = new Map();

  /** Without a storage, the deaths are forgotten with the worker. */
  constructor(storage: DurableObjectStorage | undefined, name: string) {
    [this.#storage, this.#name] = [storage, name];
    this.#current = storage?.kv.get<Current>(`turn ${name}`) ?? this.#current;
    this.#deaths = storage?.kv.get<Remembered>(`deaths ${name}`) ?? this.#deaths;
    if (this.#current.isOpen) this.#countDeath();
  }

  /** The work that ran last: the next one is that behind it. */
  get lastId() {
    return this.#current.id;
  }

  /** Until when a work is put off; 0 if it is not. */
  freeAt = (id: number) => this.#deaths.get(id)?.until ?? 0;

  /** Runs a work, or gives it up. */
  async run<Result>({ id, place = "", work, giveUp }: GuardedWork<Result>): Promise<Result> {
    const deaths = this.#deaths.get(id);
    const isOver = giveUp && deaths?.place === place && deaths.count >= MAX_DEATHS;
    this.#note({ id, place, isOpen: true });
    // Work that never waits for anything would end the worker before this is stored.
    await this.#storage?.sync();
    try {
      const result = await (isOver ? giveUp() : work());
      if (deaths) this.#remember(id, undefined);
      return result;
    } finally {
      this.#note({ ...this.#current, isOpen: false });
    }
  }

  /**
   * Runs the next work that is not put off; returns whether there was one. `find` finds
   * what comes behind `lastId`, or else the first.
   */
  async runNext<Work>(
    find: () => Promise<Work | undefined>,
    workOf: (work: Work) => GuardedWork<unknown>,
  ): Promise<boolean> {
    for (let first: number | undefined; ; ) {
      const next = await find();
      if (next === undefined) return false;
      const guarded = workOf(next);
      if (guarded.giveUp || this.freeAt(guarded.id) <= Date.now()) {
        await this.run(guarded);
        return true;
      }
      if (guarded.id === first) return false;
      first ??= guarded.id;
      this.#note({ id: guarded.id, place: "", isOpen: false });
    }
  }

  #countDeath() {
    const { id, place } = this.#current;
    const before = this.#deaths.get(id);
    const count = before?.place === place ? before.count + 1 : 1;
    const until = count < MAX_DEATHS ? 0 : Date.now() + PUT_OFF_MS;
    log("error", "turn has ended its worker", { work: this.#name, id, deaths: count });
    this.#remember(id, { place, count, until });
    this.#note({ ...this.#current, isOpen: false });
  }

  #note(current: Current) {
    this.#current = current;
    this.#storage?.kv.put(`turn ${this.#name}`, current);
  }

  /** Forgets first what is put off, as that which still counts would never come to its end. */
  #remember(id: number, deaths: Deaths | undefined) {
    const known = new Map(this.#deaths);
    known.delete(id);
    if (deaths) known.set(id, deaths);
    const inOrder = [...known].sort(([, a], [, b]) => forgetAt(a) - forgetAt(b));
    for (const [each] of inOrder.slice(0, -MAX_REMEMBERED)) known.delete(each);
    this.#deaths = known;
    this.#storage?.kv.put(`deaths ${this.#name}`, known);
  }
}

const forgetAt = ({ until }: Deaths) => until || Number.MAX_SAFE_INTEGER;
