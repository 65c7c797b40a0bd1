import { warn } from "#domain/warn";
import type { Bindings } from "#env";
import { type Allowance, hourOf, type Start, type StartAllowance, type UsedUp } from "./allowance";
import { portfolioOf } from "./portfolios";
import { PrivateReplies } from "./private-replies";
import { hashedStart } from "./start-hashes";
import { Starts } from "./starts";
import type { Claimed, LimitedChannel } from "./work";

/** Starts wait so long for a portfolio's allowance that can't be reached. */
const UNREACHED_MS = 30_000;

/** More people than any limit allows. */
const ALL = 2 ** 40;

/**
 * The people whom the number of a sender may write to: those of its portfolio, which it asks for
 * each batch with starts, or without one those of the number alone, which it counts itself. Either
 * counts people before they are written to: a crash counts too many and never too few. What finds
 * no room, each sender puts off for itself: nobody waits for the queue of another workspace.
 */
export class SenderAllowance {
  readonly #starts: Starts;
  readonly #replies: PrivateReplies;
  readonly #kv: SyncKvStorage;
  readonly #env: () => Bindings;
  #channel: LimitedChannel | null = null;
  /** The hour for which the portfolio is used up, and by whom. */
  #full: ({ hour: number } & UsedUp) | null = null;
  #unreachedUntil = 0;
  /** The starts that may go and have not been sent: those without an address count nowhere. */
  readonly #admitted = new Map<number, Start | undefined>();

  constructor({ sql, kv }: DurableObjectStorage, env: () => Bindings) {
    this.#starts = new Starts(sql);
    this.#replies = new PrivateReplies(kv);
    this.#kv = kv;
    this.#env = env;
  }

  createTables() {
    this.#starts.createTables();
  }

  /** The limit, as the last claim has found it. */
  #limit = () => this.#kv.get<number | null>("messagingLimit") ?? null;

  /** The portfolio that is asked. Nobody is counted who is not limited. */
  #portfolio() {
    const { portfolioId, messagingLimit } = this.#channel ?? {};
    if (portfolioId == null || messagingLimit == null) return undefined;
    return portfolioOf(this.#env(), portfolioId);
  }

  /** The allowance of a claim. */
  allowance = (now: number): Allowance => ({
    ...this.#allowedStarts(now),
    replies: this.#replies.deferral(now),
  });

  /** The portfolio is asked once some starts are claimed. */
  #allowedStarts(now: number): StartAllowance {
    if (!this.#portfolio()) {
      const [used, deferral] = [this.#starts.used(now), this.#starts.deferral(this.#limit(), now)];
      return { used, from: 0, deferral };
    }
    if (now < this.#unreachedUntil)
      return { used: ALL, from: this.#unreachedUntil, deferral: null };
    const full = this.#full;
    if (full?.hour !== hourOf(now)) return { used: 0, from: 0, deferral: null };
    const deferral = this.#starts.deferral(full.people, now, full.started);
    return { used: ALL, from: 0, deferral };
  }

  /** Remembers that a claim has put messages off. */
  plan({ deferral, replies }: Allowance, deferred: { starts: number; replies: number }) {
    if (deferral && deferred.starts > 0) this.#starts.plan(deferral.at, deferred.starts);
    if (replies && deferred.replies > 0) this.#replies.plan(replies, deferred.replies);
  }

  /** Goes by the channel as a claim has found it. */
  follow(channel: LimitedChannel | undefined) {
    const before = this.#channel;
    this.#channel = channel ?? null;
    if (this.#limit() !== (channel?.messagingLimit ?? null))
      this.#kv.put("messagingLimit", channel?.messagingLimit ?? null);
    const isSame =
      before?.portfolioId === channel?.portfolioId && before?.limitAt === channel?.limitAt;
    if (!isSame) [this.#full, this.#unreachedUntil] = [null, 0];
  }

  /** Those of the claimed messages that may be sent: all but those that find no room. */
  async admit(claimed: Claimed[]): Promise<Claimed[]> {
    let room = this.#replies.room(Date.now());
    return this.#admitStarts(claimed.filter((one) => one.isPrivateReply === 0 || room-- > 0));
  }

  async #admitStarts(messages: Claimed[]): Promise<Claimed[]> {
    const [portfolio, channel] = [this.#portfolio(), this.#channel];
    const claimed = messages.filter(({ isStart }) => isStart === 1);
    if (!portfolio || !channel || claimed.length === 0) return messages;
    const known = new Map<number, Start | undefined>();
    for (const one of claimed) known.set(one.id, await hashedStart(this.#env(), channel, one));
    const starts = [...known.values()].filter((start) => start !== undefined);
    const limit = { people: channel.messagingLimit, at: channel.limitAt ?? 0 };
    const begun = await portfolio.begin(starts, limit).catch(this.#warn);
    if (!begun) this.#unreachedUntil = Date.now() + UNREACHED_MS;
    if (begun?.usedUp) this.#full = { hour: hourOf(Date.now()), ...begun.usedUp };
    const may = new Set(begun?.messageIds);
    for (const [id, start] of known) if (!start || may.has(id)) this.#admitted.set(id, start);
    return messages.filter(({ id, isStart }) => isStart === 0 || this.#admitted.has(id));
  }

  /**
   * Counts a start or a private reply before it is sent. Returns what takes that back, if it
   * certainly was not; or undefined if the message may not go, as it was given back meanwhile.
   */
  begin({ id, leadId, isStart, isPrivateReply }: Claimed): (() => void) | undefined {
    if (isPrivateReply === 1) return this.#replies.begin(Date.now());
    const isAdmitted = this.#admitted.has(id);
    const start = this.#admitted.get(id);
    this.#admitted.delete(id);
    if (start) return () => this.#admitted.set(id, start);
    if (isStart === 0 || isAdmitted) return () => {};
    if (this.#portfolio()) return undefined;
    this.#starts.begin(leadId, id, Date.now());
    return () => this.#starts.forget(leadId, id);
  }

  /** Gives back what has not been sent. If that is lost, the portfolio is less used than it may. */
  async giveBack() {
    const starts = [...this.#admitted.values()].filter((start) => start !== undefined);
    this.#admitted.clear();
    if (starts.length > 0) await this.#portfolio()?.forget(starts).catch(this.#warn);
  }

  used = (now: number) => this.#starts.used(now);

  #warn = (error: unknown) =>
    warn("portfolio's allowance not asked", { channel_id: this.#channel?.id })(error);
}
