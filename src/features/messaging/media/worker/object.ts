import { DurableObject } from "cloudflare:workers";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";
import { WorkAlarm } from "#lib/alarm";
import { Signal } from "#lib/signal";
import { type Claimed, claimBatch, scopeOf } from "./claim";
import type { Outcome } from "./outcome";
import { fetchProfiles } from "./profiles";
import { FETCH_TIMEOUT_MS, fetchMedium } from "./work";

/** A Worker has six connections at most, of which R2 and D1 take some. */
const LANES = 2;
/** A claim expires this long after the time that a file may take: its worker must be dead. */
const LEASE_MS = FETCH_TIMEOUT_MS + 60_000;
/** An alarm may make 1,000 requests, and D1 may count each statement. The next alarm continues. */
const FILES_PER_ALARM = 60;
/** The runtime lets an alarm run for 15 minutes; after this time, it begins with no file. */
const ALARM_MS = 300_000;

/**
 * Fetches the files that leads of one workspace have sent into R2, two at once, and beside these
 * the profiles of their accounts. What is to be fetched and what has become of it stands in D1. The
 * claims of an object that dies expire, and what they are of is claimed again.
 */
export class MediaFetcher extends DurableObject<Bindings> {
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "media not fetched", fields: { workspace_id: this.#workspaceId() } }),
  );

  /** Sent when files may be due, and when a lane has nothing more to fetch. */
  readonly #changed = new Signal();
  #fetching = 0;
  /** When each channel last asked for a profile. */
  readonly #lastAsked = new Map<number, number>();

  /** Looks for due files, soon. */
  wake(workspaceId: number) {
    this.ctx.storage.kv.put("workspaceId", workspaceId);
    this.#changed.send();
    return this.#alarm.wake();
  }

  /** Forgets its workspace, which is deleted next. */
  clear() {
    return this.#alarm.clear();
  }

  override alarm() {
    return this.#alarm.run();
  }

  #workspaceId = () => this.ctx.storage.kv.get<number>("workspaceId");

  /** Returns when to look again, null if nothing is pending. */
  async #work(): Promise<number | null> {
    const workspaceId = this.#workspaceId();
    if (workspaceId === undefined) return null;
    const end = Date.now() + ALARM_MS;
    let left = FILES_PER_ALARM;
    const mayClaim = (begun: number) => {
      left -= begun;
      return left > 0 && Date.now() < end;
    };
    const lanes = Array.from({ length: LANES }, () =>
      this.#lane(workspaceId, mayClaim).finally(() => this.#changed.send()),
    );
    const profiles = fetchProfiles(this.env, workspaceId, end, this.#lastAsked);
    const ended = await Promise.allSettled([...lanes, profiles]);
    const failed = ended.find((lane) => lane.status === "rejected");
    if (failed) throw failed.reason;
    const times = ended.flatMap((lane) => (lane.status === "fulfilled" ? (lane.value ?? []) : []));
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Fetches one file after the other. Returns when the next one is due. */
  async #lane(workspaceId: number, mayClaim: (begun: number) => boolean): Promise<number | null> {
    for (let outcome: Outcome | null = null, begun = 0; ; ) {
      const scope = await scopeOf(this.env, workspaceId);
      const leaseMs = mayClaim(begun) ? LEASE_MS : null;
      const { claimed, nextAt } = await claimBatch(scope, outcome, leaseMs);
      const due = { ...scope.sink.drain(), media: false };
      this.ctx.waitUntil(wakeWorkers(this.env, scope, due));
      begun = Number(claimed !== undefined);
      outcome = null;
      if (claimed) outcome = await this.#fetch(scope, claimed);
      // A slow file must not keep those waiting that come meanwhile.
      else if (leaseMs !== null && this.#fetching > 0) await this.#changed.wait(nextAt);
      else return nextAt;
    }
  }

  async #fetch(scope: Scope, claimed: Claimed) {
    this.#fetching++;
    const outcome = await fetchMedium(this.env, scope, claimed);
    this.#fetching--;
    return outcome;
  }
}
