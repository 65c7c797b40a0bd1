import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "#env";
import { HOUR_MS } from "#lib/time";
import type { Begun, Limit, Start } from "./allowance";
import { Starts } from "./starts";

/**
 * The people whom the numbers of a business portfolio may write to in 24 hours, for all workspaces
 * that have one of its numbers. It knows people by keyed hashes, which it forgets after a day, and
 * no workspace: none learns of another but how much is used.
 */
export class PortfolioAllowance extends DurableObject<Bindings> {
  #starts = new Starts(this.ctx.storage.sql);

  #limit = () => this.ctx.storage.kv.get<Limit>("limit");

  /** Takes a limit over, unless a newer one is known. */
  async learn(limit: Limit) {
    const known = this.#limit();
    const isSame = known?.at === limit.at && known.people === limit.people;
    if (!isSame && limit.at >= (known?.at ?? 0)) this.ctx.storage.kv.put<Limit>("limit", limit);
    await this.#wakeAfter(HOUR_MS);
  }

  /**
   * Counts the people of those messages that may go, before they go. Whoever counts already is not
   * counted again. Without a limit nobody is.
   */
  async begin(starts: Start[], limit: Limit): Promise<Begun> {
    await this.learn(limit);
    const people = this.#limit()?.people ?? null;
    if (people === null) return { messageIds: starts.map(idOf), usedUp: null };
    const now = Date.now();
    return this.ctx.storage.transactionSync(() => {
      this.#starts.prune(now);
      const messageIds = starts.filter((start) => this.#begin(start, people, now)).map(idOf);
      const isWhole = messageIds.length === starts.length;
      return { messageIds, usedUp: isWhole ? null : { people, started: this.#starts.byHour() } };
    });
  }

  #begin({ messageId, hashes }: Start, people: number, now: number) {
    const person = hashes.find((hash) => this.#starts.has(hash));
    if (person === undefined && this.#starts.used(now) >= people) return false;
    this.#starts.begin(person ?? hashes[0], messageId, now);
    return true;
  }

  /** Gives back those messages that were certainly not sent. */
  forget(starts: Start[]) {
    this.ctx.storage.transactionSync(() => {
      for (const { messageId, hashes } of starts)
        for (const hash of hashes) this.#starts.forget(hash, messageId);
    });
  }

  /** The number of people who count now. */
  used() {
    return this.#starts.used(Date.now());
  }

  async #wakeAfter(delayMs: number) {
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(Date.now() + delayMs);
  }

  /** Forgets whom nobody counts any more, and with the last one all that is known. */
  override async alarm() {
    if (this.#starts.prune(Date.now())) return this.ctx.storage.setAlarm(Date.now() + HOUR_MS);
    await this.ctx.storage.deleteAll();
    this.#starts.createTables();
  }
}

const idOf = ({ messageId }: Start) => messageId;
