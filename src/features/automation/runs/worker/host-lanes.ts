import type { HttpRequest } from "#features/automation/engine/run";

/** The most requests that are open at once: to all hosts, to one host, and to all that are slow. */
export const CONNECTIONS = 5;
const CONNECTIONS_PER_HOST = 3;
const CONNECTIONS_OF_SLOW = 3;
/** A host is slow, and gets one connection, if its last request took longer. */
const SLOW_MS = 5_000;
/** The most characters of bodies that wait: the runs after them wait in D1. */
const MAX_QUEUED_CHARACTERS = 16_000_000;

/** A request to be made. `since` is when it was queued. */
export type Queued = { runId: number; request: HttpRequest; since: number };

type Lane = { host: string; queued: Map<number, Queued>; open: Set<number>; isSlow: boolean };

const hostOf = ({ request }: Queued) => URL.parse(request.url)?.host ?? "";
const charactersOf = ({ request: { url, body } }: Queued) => url.length + (body?.length ?? 0);

/**
 * The requests of a workspace's runs, by host: those to a host that hangs delay no others. The
 * hosts take turns.
 */
export class HostLanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #laneOf = new Map<number, Lane>();
  #queuedCharacters = 0;

  /** True if the requests that wait fill the memory that they may have. */
  get isFull() {
    return this.#queuedCharacters >= MAX_QUEUED_CHARACTERS;
  }

  /** The state of a run's request: it waits in its lane, is open, or does not exist. */
  stateOf(runId: number): "queued" | "open" | undefined {
    const lane = this.#laneOf.get(runId);
    return lane && (lane.open.has(runId) ? "open" : "queued");
  }

  add(queued: Queued) {
    const host = hostOf(queued);
    const lane = this.#lanes.get(host) ?? {
      host,
      queued: new Map(),
      open: new Set(),
      isSlow: false,
    };
    this.#lanes.set(host, lane);
    lane.queued.set(queued.runId, queued);
    this.#queuedCharacters += charactersOf(queued);
    this.#laneOf.set(queued.runId, lane);
  }

  /** The request to be made next; undefined where each waits for a connection. */
  next(): Queued | undefined {
    const openOf = (lanes: Lane[]) => lanes.reduce((count, { open }) => count + open.size, 0);
    const lanes = [...this.#lanes.values()];
    if (openOf(lanes) >= CONNECTIONS) return undefined;
    const isSlowFull = openOf(lanes.filter(({ isSlow }) => isSlow)) >= CONNECTIONS_OF_SLOW;
    for (const lane of lanes) {
      const most = lane.isSlow ? Number(!isSlowFull) : CONNECTIONS_PER_HOST;
      const [next] = lane.open.size < most ? lane.queued.values() : [];
      if (!next) continue;
      lane.queued.delete(next.runId);
      this.#queuedCharacters -= charactersOf(next);
      lane.open.add(next.runId);
      this.#lanes.delete(lane.host);
      this.#lanes.set(lane.host, lane);
      return next;
    }
    return undefined;
  }

  /** Ends the request of a run, which took so long; null where it was not made. */
  end(runId: number, tookMs: number | null) {
    const lane = this.#laneOf.get(runId);
    if (!lane) return;
    this.#laneOf.delete(runId);
    lane.open.delete(runId);
    if (tookMs !== null) lane.isSlow = tookMs >= SLOW_MS;
    if (lane.open.size + lane.queued.size === 0) this.#lanes.delete(lane.host);
  }
}
