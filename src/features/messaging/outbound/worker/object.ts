import { DurableObject } from "cloudflare:workers";
import { toWake, wakeWorkers } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";
import { WorkAlarm } from "../../../../lib/alarm";
import { openCredentials } from "../../channels/credentials";
import { allowsLoopback } from "../../channels/store";
import type { Account, Network } from "../providers/provider";
import { Attempts } from "./attempts";
import { claimBatch } from "./claim";
import { outcomeOf } from "./outcome";
import { type Claimed, type SendingChannel, sendMessage } from "./work";

/** A Worker has at most six connections open at once. */
const CONNECTIONS = 6;
const MESSAGES_PER_BATCH = 30;
/**
 * After this time, leads of a batch may have unsubscribed: messages not attempted are claimed
 * again.
 */
const BATCH_FRESH_MS = 300;
/** An alarm may make 1,000 requests, and each statement may count as one. */
const BATCHES_PER_ALARM = 10;

/**
 * Sends the messages of one channel, which are in D1, in batches. The object stores each attempt
 * before it asks the provider, and the answer before it commits it to D1. So, whatever dies when,
 * a message that may have been sent is never sent again, and one that certainly was not is.
 */
export class MessageSender extends DurableObject<Bindings> {
  readonly #attempts = new Attempts(this.ctx.storage.sql);
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "messages not sent", fields: { channel_id: this.#channelId() } }),
  );

  /** Looks for due messages, soon. */
  wake(channelId: number) {
    const { kv } = this.ctx.storage;
    kv.put("channelId", channelId);
    return this.#alarm.wake(kv.get<number>("notBefore"));
  }

  /** One run at a time: the attempts of another run would look lost. */
  override alarm() {
    return this.#alarm.run();
  }

  #channelId = () => this.ctx.storage.kv.get<number>("channelId");

  /**
   * Sends batches until nothing is due, or the alarm has sent enough. Returns the time of the next.
   */
  async #work(): Promise<number | null> {
    const channelId = this.#channelId();
    if (channelId === undefined) return null;
    for (let batches = 1; ; batches++) {
      const { ended, lost } = this.#attempts.all();
      const outcomes = ended.map(outcomeOf);
      const notBefore = this.#pause(outcomes.map(({ pauseUntil }) => pauseUntil ?? 0));
      const mayClaim = notBefore <= Date.now() && batches <= BATCHES_PER_ALARM;
      const limit = mayClaim ? MESSAGES_PER_BATCH : 0;
      const batch = { channelId, outcomes, lost, limit };
      const { channel, messages, nextAt, due } = await claimBatch(this.env, batch);
      this.#attempts.clear();
      if (due) this.ctx.waitUntil(wakeWorkers(this.env, due.workspaceId, toWake(due)));
      if (messages.length === 0 || !channel)
        return nextAt === null ? null : Math.max(nextAt, notBefore);
      await this.#send(channel, messages);
    }
  }

  /** Pauses the channel until the latest of these times and of the times before. */
  #pause(times: number[]): number {
    const { kv } = this.ctx.storage;
    const notBefore = Math.max(kv.get<number>("notBefore") ?? 0, ...times);
    kv.put("notBefore", notBefore);
    return notBefore;
  }

  async #send(channel: SendingChannel, messages: Claimed[]) {
    const account = await accountOf(channel, this.env);
    const [waiting, end] = [messages.values(), Date.now() + BATCH_FRESH_MS];
    let isHalted = false;
    const connection = async () => {
      for (const message of waiting) {
        if (isHalted || Date.now() > end) return;
        if (await this.#attempt(channel, account, message)) isHalted = true;
      }
    };
    // Waits for all, whatever happens to one: an attempt beside the next batch would look lost.
    const connections = await Promise.allSettled(Array.from({ length: CONNECTIONS }, connection));
    for (const one of connections) if (one.status === "rejected") throw one.reason;
  }

  /** Whether the channel is to send no more for now. */
  async #attempt(channel: SendingChannel, account: Account, message: Claimed) {
    this.#attempts.begin(message);
    const result = await sendMessage(channel, account, message, networkOf(this.env));
    const ended = {
      messageId: message.id,
      attempt: message.attempt,
      result,
      at: Date.now(),
      random: Math.random(),
    };
    this.#attempts.end(ended);
    const { pauseUntil, effects } = outcomeOf(ended);
    return pauseUntil !== null || effects.stopChannel !== undefined;
  }
}

async function accountOf(
  { id, credentials: sealed, ...channel }: SendingChannel,
  { APP_KEY, APP_KEY_BEFORE }: Bindings,
): Promise<Account> {
  const credentials =
    sealed === null ? {} : await openCredentials([APP_KEY, APP_KEY_BEFORE], sealed);
  return { ...channel, channelId: id, credentials };
}

const networkOf = (env: Bindings): Network => ({
  graphUrl: env.GRAPH_URL,
  timeoutMs: env.SEND_TIMEOUT_MS,
  allowLoopback: allowsLoopback({ shortUrlBase: env.SHORT_URL_BASE }),
});
