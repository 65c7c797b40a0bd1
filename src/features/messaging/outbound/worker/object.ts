import { DurableObject } from "cloudflare:workers";
import { wakeWorkers } from "#domain/wake/objects";
import { toWake } from "#domain/wake/sink";
import type { Bindings } from "#env";
import type { Signer } from "#features/messaging/media/urls";
import { WorkAlarm } from "#lib/alarm";
import { Signal, settledWithin } from "#lib/signal";
import { accountOf, networkOf } from "../providers/account";
import type { Account } from "../providers/provider";
import { Attempts } from "./attempts";
import { assertInPlace, claimBatch, scopeOf } from "./claim";
import { Denials } from "./denials";
import { GatewayGrants } from "./gateway-grants";
import { Outages } from "./outages";
import { mayBeSent, outcomeOf } from "./outcome";
import { Pauses } from "./pauses";
import { Proof } from "./proof";
import { SenderAllowance } from "./sender-allowance";
import { type Claimed, type SendingChannel, sendMessage } from "./work";

/** A Worker has at most six connections open at once, of which D1 takes one. */
const CONNECTIONS = 5;
/** They are 8 MB at most: 65,536 characters of content each, and 16,384 of a known template. */
const MESSAGES_PER_BATCH = 30;
const MESSAGES_PER_CONNECTION = MESSAGES_PER_BATCH / CONNECTIONS;
/**
 * After this time, leads of a batch may have unsubscribed: messages not attempted are claimed
 * again.
 */
const BATCH_FRESH_MS = 300;
/** The time that a batch that has no message left to attempt waits for the slow ones. */
const SLOW_MS = 200;
/** An alarm may make 1,000 requests, and each statement may count as one. */
const BATCHES_PER_ALARM = 10;
const LONG_WAIT_MS = 30_000;

type Sender = { channelId: number; workspaceId: number };

/**
 * Sends the messages of one channel, which are in D1, in batches. The object stores each attempt
 * before it asks the provider, and the answer before it commits it to D1. So, whatever dies when,
 * a message that may have been sent is never sent again, and one that certainly was not is. A
 * request that hangs delays the messages of its own lead only.
 */
export class MessageSender extends DurableObject<Bindings> {
  readonly #allowance = new SenderAllowance(this.ctx.storage, () => this.env);
  readonly #attempts = new Attempts(this.ctx.storage.sql);
  readonly #denials = new Denials(this.ctx.storage.kv);
  readonly #outages = new Outages(this.ctx.storage.kv, () => this.#sender()?.channelId);
  readonly #pauses = new Pauses(this.ctx.storage.kv);
  readonly #proof = new Proof();
  readonly #grants = new GatewayGrants(() => this.env);
  /** The connections, and the most messages, of the last grant at the gateway's host. */
  #lanes = CONNECTIONS;
  #mostPerGrant = MESSAGES_PER_BATCH;
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work().finally(() => this.#allowance.giveBack()),
    () => ({ message: "messages not sent", fields: { channel_id: this.#sender()?.channelId } }),
  );
  /** Sent when an attempt ends, and when messages may be due. */
  readonly #changed = new Signal();
  /** True if the last claim sent nothing, and more is due: the next one takes more. */
  #isFutile = false;
  /** True if an answer since the last claim keeps further messages from being attempted. */
  #isHalted = false;

  /** Looks for due messages, soon. */
  wake(channelId: number, workspaceId: number) {
    this.ctx.storage.kv.put<Sender>("sender", { channelId, workspaceId });
    this.#changed.send();
    return this.#alarm.wake(this.#notBefore());
  }

  /** The number of people who count against the limit of a number that counts alone. */
  used() {
    return this.#allowance.used(Date.now());
  }

  /** Forgets its channel, which is deleted next. */
  async clear() {
    await this.#alarm.clear();
    this.#attempts.createTable();
    this.#allowance.createTables();
  }

  /** One run at a time: two would claim the same messages. */
  override alarm() {
    return this.#alarm.run();
  }

  #sender = () => this.ctx.storage.kv.get<Sender>("sender");

  #signer = (): Signer => ({
    appKey: this.env.APP_KEY ?? "",
    shortUrlBase: this.env.SHORT_URL_BASE,
    workspaceId: this.#sender()?.workspaceId ?? 0,
  });

  /** When the channel may send again: after the provider's limit, and after an outage's pause. */
  #notBefore = () =>
    Math.max(this.ctx.storage.kv.get<number>("limitedUntil") ?? 0, this.#outages.until);

  /** Sends batches until nothing is due, or the alarm has sent enough. Returns the next time. */
  async #work(): Promise<number | null> {
    const sender = this.#sender();
    if (!sender) return null;
    const { channelId, workspaceId } = sender;
    for (let batches = 1; ; batches++) {
      await this.#untilUseful();
      this.#changed.clear();
      this.#isHalted = false;
      const { ended, open, lost } = this.#attempts.all();
      const outcomes = ended.map(outcomeOf);
      this.#limitUntil(outcomes.map(({ pauseUntil }) => pauseUntil ?? 0));
      const limit = batches > BATCHES_PER_ALARM ? 0 : this.#limit();
      const began = Date.now();
      const allowance = this.#allowance.allowance(began);
      const pause = this.#pauses.assumed();
      const outage = this.#outages.unshown();
      const batch = { channelId, outcomes, lost, open, limit, allowance, pause, outage };
      const scope = await scopeOf(this.env, workspaceId);
      const claim = await claimBatch(scope, batch);
      const { channel, messages, due } = claim;
      this.#isFutile = messages.length === 0 && (claim.nextAt ?? Infinity) <= Date.now();
      const tookMs = Date.now() - began;
      // Otherwise their outcomes may have found no rows.
      await assertInPlace(scope);
      this.#outages.noteShown(outage);
      this.#limitUntil([channel?.limitedUntil ?? 0]);
      this.#isHalted ||= this.#notBefore() > began;
      this.#attempts.clear([...outcomes.map(({ messageId }) => messageId), ...lost]);
      this.#allowance.plan(allowance, claim.deferred);
      this.#allowance.follow(channel);
      const woken = { ...(due && toWake(due)), channels: claim.resumed, media: claim.files };
      this.ctx.waitUntil(wakeWorkers(this.env, scope, woken));
      const nextAt = this.#pauses.note(channel, claim, began) ? began : claim.nextAt;
      const next = nextAt === null ? null : Math.max(nextAt, this.#notBefore());
      // Where the provider answers at once, half of the time is left to others.
      if (channel && messages.length > 0) {
        const { lanes, at } = await this.#requestGrant(channel, workspaceId);
        if (lanes > 0) {
          await Promise.all([this.#send(channel, messages), scheduler.wait(tookMs)]);
          if (this.#attempts.openCount === 0) await this.#grants.end();
        }
        // Messages that were claimed and not sent are claimed again.
        else if (this.#attempts.openCount > 0) await this.#changed.wait(at);
        else if (!this.#isHeldUntil(at)) return at;
      } else if (this.#attempts.openCount === 0) {
        await this.#grants.end();
        return next;
      }
      // The requests that are open go on beside the next alarm.
      else if (batches > BATCHES_PER_ALARM) return Date.now();
      else await this.#changed.wait(next);
    }
  }

  /** True if the channel waits so long for its grant that its messages are queued meanwhile. */
  #isHeldUntil(at: number) {
    const isLong = at > Date.now() + LONG_WAIT_MS;
    if (isLong) this.#limitUntil([at]);
    return isLong;
  }

  /** The grant at the gateway's host; where there is none to be had, what is open goes on. */
  async #requestGrant(channel: SendingChannel, workspaceId: number) {
    const grant = await this.#grants.take(channel, workspaceId, CONNECTIONS);
    this.#lanes = Math.max(grant.lanes, 1);
    this.#mostPerGrant = Math.min(Math.max(grant.most, 1), MESSAGES_PER_BATCH);
    return grant;
  }

  /** Waits while every connection is taken and nothing is to be committed. */
  async #untilUseful() {
    while (this.#attempts.openCount >= this.#connections() && !this.#attempts.isUncommitted)
      await this.#changed.wait(this.#outages.isOn ? null : this.#aloneUntil());
  }

  /** Until when a message is sent alone, for want of a proof that the channel may send. */
  #aloneUntil() {
    const now = Date.now();
    return this.#proof.aloneUntil(this.#attempts.openSince ?? now, now);
  }

  /** In an outage too, one message is tried at a time. */
  #isAlone = () => this.#outages.isOn || this.#aloneUntil() !== null;
  #connections = () => (this.#isAlone() ? 1 : this.#lanes);
  #free = () => Math.max(this.#connections() - this.#attempts.openCount, 0);

  /** The number of messages that may be claimed now. */
  #limit() {
    if (this.#notBefore() > Date.now()) return 0;
    const each = this.#isAlone() && !this.#isFutile ? 1 : MESSAGES_PER_CONNECTION;
    return Math.min(this.#free() * each, this.#mostPerGrant);
  }

  /** Keeps the latest of these times and of the times before. */
  #limitUntil(times: number[]) {
    const { kv } = this.ctx.storage;
    const [before, until] = [kv.get<number>("limitedUntil") ?? 0, Math.max(0, ...times)];
    if (until > before) kv.put("limitedUntil", until);
  }

  /**
   * Attempts the messages over the connections that are free. Returns once each message was
   * attempted or is to be claimed again, and the requests have ended or are slow.
   */
  async #send(channel: SendingChannel, messages: Claimed[]) {
    const account = await accountOf(channel, this.env);
    if (this.#isHalted) return;
    const allowed = await this.#allowance.admit(messages.slice(0, this.#mostPerGrant));
    const [waiting, end] = [allowed.values(), Date.now() + BATCH_FRESH_MS];
    const connection = async () => {
      for (const message of waiting) {
        if (this.#isHalted || Date.now() > end) return;
        await this.#attempt(channel, account, message);
      }
    };
    const connections = Array.from({ length: this.#free() }, connection);
    if (connections.length === 0) return;
    // Others do not wait for long for the message that is sent alone.
    await settledWithin((this.#aloneUntil() ?? Infinity) - Date.now(), Promise.race(connections));
    await settledWithin(SLOW_MS, Promise.all(connections));
  }

  async #attempt(channel: SendingChannel, account: Account, message: Claimed) {
    const takeBack = this.#allowance.begin(message);
    if (!takeBack) return;
    this.#attempts.begin(message);
    const begunAt = Date.now();
    const [network, signer] = [networkOf(this.env), this.#signer()];
    const result = await sendMessage(channel, account, message, network, signer);
    if (!mayBeSent(result)) takeBack();
    const ended = {
      messageId: message.id,
      attempt: message.attempt,
      result: this.#denials.counted(result, message),
      at: Date.now(),
      random: Math.random(),
    };
    this.#attempts.end(ended);
    if (result.kind === "accepted") this.#grants.noteAnswer(channel);
    this.#outages.observe(result, begunAt, ended.at);
    const { isHalting } = outcomeOf(ended);
    this.#proof.note(result, isHalting, ended.at);
    if (isHalting || this.#notBefore() > ended.at) this.#isHalted = true;
    this.#changed.send();
  }
}
