import { DurableObject } from "cloudflare:workers";
import { toWake, wakeWorkers } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";
import { WorkAlarm } from "../../../../lib/alarm";
import { openCredentials } from "../../channels/credentials";
import { allowsLoopback } from "../../channels/store";
import type { Account, Network } from "../providers/provider";
import { nextRound } from "./claim";
import { resultOf } from "./outcome";
import { deliver, type SendingChannel, type Taken } from "./work";

/** A Worker has at most six connections open at once. */
const CONNECTIONS = 6;
const MESSAGES_PER_ROUND = 30;
/** By then a round's leads may have unsubscribed: what has not been tried goes back, and is checked again. */
const ROUND_FRESH_FOR_MS = 300;
/** An alarm may make 1,000 requests, of which D1 may count each statement; what is left to do is the next alarm's. */
const ROUNDS_PER_ALARM = 10;

/** A request to a provider that was begun. `ending` is null until there is one; `random` spreads what is tried again. */
type Try = {
  message_id: number;
  attempt: number;
  ending: string | null;
  at: number;
  random: number;
};

/**
 * Sends the messages of one channel. D1 holds them; this object takes them in rounds. Before a provider is asked, the try is in the
 * object's own storage, and so is the answer before it is carried to D1: whatever dies when, a message that may have been sent is never
 * sent again, and one that certainly was not is.
 */
export class MessageSender extends DurableObject<Bindings> {
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#rounds(),
    () => ({ message: "messages not sent", fields: { channel_id: this.#channelId() } }),
  );

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    ctx.storage.sql.exec(
      "create table if not exists tries (message_id integer primary key, attempt integer, ending text, at integer, random real)",
    );
  }

  /** Looks for messages that are due, soon. */
  wake(channelId: number) {
    const { kv } = this.ctx.storage;
    kv.put("channelId", channelId);
    return this.#alarm.wake(kv.get<number>("notBefore"));
  }

  /** One at a time: what another run has begun would look lost. */
  override alarm() {
    return this.#alarm.run();
  }

  #channelId = () => this.ctx.storage.kv.get<number>("channelId")!;

  /** Rounds until nothing is due, or others must go on. When to look again, `null` when there is nothing to wait for. */
  async #rounds(): Promise<number | null> {
    const { sql, kv } = this.ctx.storage;
    const channelId = this.#channelId();
    for (let round = 1; ; round++) {
      const tries = sql.exec<Try>("select * from tries").toArray();
      const lost = tries.filter(({ ending }) => ending === null).map((one) => one.message_id);
      const results = tries.flatMap((one) =>
        one.ending === null
          ? []
          : [resultOf(one.message_id, one.attempt, one.at, JSON.parse(one.ending), one.random)],
      );
      const notBefore = Math.max(
        kv.get<number>("notBefore") ?? 0,
        ...results.map(({ pauseUntil }) => pauseUntil ?? 0),
      );
      kv.put("notBefore", notBefore);
      const [isPaused, isOver] = [notBefore > Date.now(), round > ROUNDS_PER_ALARM];
      const limit = isPaused || isOver ? 0 : MESSAGES_PER_ROUND;
      const { channel, messages, nextAt, due } = await nextRound(this.env, {
        channelId,
        results,
        lost,
        limit,
      });
      sql.exec("delete from tries");
      if (due) this.ctx.waitUntil(wakeWorkers(this.env, due.workspaceId, toWake(due)));
      if (messages.length === 0 || !channel)
        return nextAt === null ? null : Math.max(nextAt, notBefore);
      await this.#send(channel, messages);
    }
  }

  async #send(channel: SendingChannel, messages: Taken[]) {
    const { APP_KEY, APP_KEY_BEFORE } = this.env;
    const credentials =
      channel.credentials === null
        ? {}
        : await openCredentials([APP_KEY, APP_KEY_BEFORE], channel.credentials);
    const { id: channelId, platform, provider, externalId, gatewayUrl } = channel;
    const account: Account = { channelId, platform, provider, externalId, gatewayUrl, credentials };
    const [waiting, end] = [messages.values(), Date.now() + ROUND_FRESH_FOR_MS];
    let isHalted = false;
    const connection = async () => {
      for (const message of waiting) {
        if (isHalted || Date.now() > end) return;
        if (await this.#try(channel, account, message)) isHalted = true;
      }
    };
    // All are waited for, whatever happens to one: what goes on beside the next round would look lost to it.
    const connections = await Promise.allSettled(Array.from({ length: CONNECTIONS }, connection));
    for (const one of connections) if (one.status === "rejected") throw one.reason;
  }

  /** Whether the channel is to send no more for now. */
  async #try(channel: SendingChannel, account: Account, message: Taken) {
    const { sql } = this.ctx.storage;
    // Nothing leaves the object before this is on disk.
    sql.exec("insert into tries (message_id, attempt) values (?, ?)", message.id, message.attempt);
    const ending = await deliver(channel, account, message, networkOf(this.env));
    const [at, random] = [Date.now(), Math.random()];
    const query = "update tries set ending = ?, at = ?, random = ? where message_id = ?";
    sql.exec(query, JSON.stringify(ending), at, random, message.id);
    const { pauseUntil, effects } = resultOf(message.id, message.attempt, at, ending, random);
    return pauseUntil !== null || effects.stopChannel !== undefined;
  }
}

const networkOf = (env: Bindings): Network => ({
  graphUrl: env.GRAPH_URL,
  timeoutMs: env.SEND_TIMEOUT_MS,
  allowLoopback: allowsLoopback({ shortUrlBase: env.SHORT_URL_BASE }),
});
