import { log } from "./log";
import { HOUR_MS } from "./time";

/** How often a turn may end its worker before the work is given up, or put off. */
const MAX_DEATHS = 3;
const PUT_OFF_MS = HOUR_MS;
/** The number of works whose deaths are remembered. */
const MAX_REMEMBERED = 100;

type Turn = { id: number; place: string; isOpen: boolean };

/**
 * The number of times that turns of a work have ended the worker at a place, and until when it is
 * put off.
 */
type Deaths = { place: string; count: number; until: number };

/** By the id of the work, the latest death last. */
type Remembered = ReadonlyMap<number, Deaths>;

export type Taking<Result> = {
  id: number;
  /** How far the work is: where it has gone on, earlier deaths no longer count. */
  place?: string;
  work: () => Promise<Result>;
  /** Ends the work for good. Without it, the work is put off for an hour at a time. */
  giveUp?: (() => Promise<Result>) | undefined;
};

/**
 * Whose turn it is among the works of an object. A turn is noted in the object's storage before it
 * begins: one that is still noted when the object starts has ended it, by its CPU time or memory.
 * Then it is the next work's turn, and after three such deaths no other follows. An error ends a
 * turn as any other: a database that can't be reached is no death.
 */
export class Turns {
  readonly #storage: DurableObjectStorage | undefined;
  readonly #name: string;
  #turn: Turn = { id: 0, place: "", isOpen: false };
  #deaths: Remembered = new Map();

  /** Without a storage, the turns are forgotten with the worker. */
  constructor(storage: DurableObjectStorage | undefined, name: string) {
    [this.#storage, this.#name] = [storage, name];
    this.#turn = storage?.kv.get<Turn>(`turn ${name}`) ?? this.#turn;
    this.#deaths = storage?.kv.get<Remembered>(`deaths ${name}`) ?? this.#deaths;
    if (this.#turn.isOpen) this.#countDeath();
  }

  /** The work that had the last turn: the next one is that behind it. */
  get lastId() {
    return this.#turn.id;
  }

  /** Until when a work is put off; 0 if it is not. */
  freeAt = (id: number) => this.#deaths.get(id)?.until ?? 0;

  /** Gives a work its turn. */
  async take<Result>({ id, place = "", work, giveUp }: Taking<Result>): Promise<Result> {
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
      this.#note({ ...this.#turn, isOpen: false });
    }
  }

  /**
   * Gives the next work its turn that is not put off; returns whether there was one. `find` finds
   * what comes behind `lastId`, or else the first.
   */
  async takeNext<Work>(
    find: () => Promise<Work | undefined>,
    takingOf: (work: Work) => Taking<unknown>,
  ): Promise<boolean> {
    for (let first: number | undefined; ; ) {
      const next = await find();
      if (next === undefined) return false;
      const taking = takingOf(next);
      if (taking.giveUp || this.freeAt(taking.id) <= Date.now()) {
        await this.take(taking);
        return true;
      }
      if (taking.id === first) return false;
      first ??= taking.id;
      this.#note({ id: taking.id, place: "", isOpen: false });
    }
  }

  #countDeath() {
    const { id, place } = this.#turn;
    const before = this.#deaths.get(id);
    const count = before?.place === place ? before.count + 1 : 1;
    const until = count < MAX_DEATHS ? 0 : Date.now() + PUT_OFF_MS;
    log("error", "turn has ended its worker", { work: this.#name, id, deaths: count });
    this.#remember(id, { place, count, until });
    this.#note({ ...this.#turn, isOpen: false });
  }

  #note(turn: Turn) {
    this.#turn = turn;
    this.#storage?.kv.put(`turn ${this.#name}`, turn);
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
