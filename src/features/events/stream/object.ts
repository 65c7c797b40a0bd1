import { DurableObject } from "cloudflare:workers";
import type { Bindings, Scope } from "#env";
import { WorkAlarm } from "#lib/alarm";
import { DAY_MS, SECOND_MS } from "#lib/time";
import { deliver } from "./deliver";
import { type End, ends } from "./ends";
import { acknowledge, endOf, endTimes, newListener } from "./listener";
import {
  OPENING,
  type Opening,
  type Refusal,
  STREAMS_PER_TOKEN,
  STREAMS_PER_WORKSPACE,
} from "./opening";
import { Sockets } from "./sockets";
import { forget, readTokens, register, scopeOf } from "./store";
import { KNOWN_MS } from "./tickets";

/** Events are kept for 30 days, so none after a younger one is missing. */
const RESUMABLE_MS = 30 * DAY_MS;

/** The tokens of listeners are looked up again before events are sent, if this is so long ago. */
const CHECKED_MS = 9 * SECOND_MS;
/** While tokens may be ending, they are looked up at this interval. */
const WATCH_STEP_MS = 2 * SECOND_MS;
const WATCH_MS = 10 * SECOND_MS;

const CREATE_USED_TICKETS = `
  create table if not exists used_tickets (
    until integer,
    nonce integer,
    primary key (nonce)
  ) without rowid`;

/**
 * Sends the events of one workspace to its listeners, each of which has a WebSocket. D1 holds the
 * events; each socket holds how far its listener is. The object sleeps while nothing happens, and
 * then costs nothing. A listener that is lost reconnects after the last event that it has.
 */
export class EventStream extends DurableObject<Bindings> {
  readonly #sockets = new Sockets(this.ctx);
  readonly #alarm = new WorkAlarm(
    this.ctx.storage,
    () => this.#work(),
    () => ({ message: "events not sent", fields: { workspace_id: this.#workspaceId() } }),
  );

  /** The streams that are being opened, and the last removal of the registration in D1. */
  #opening = 0;
  #forgetting: Promise<unknown> = Promise.resolve();

  /** When the tokens of all listeners were last looked up. */
  #checkedAt = 0;
  /** The number of times that the object was woken: later events may be unsent. */
  #wakeUps = 0;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    ctx.storage.sql.exec(CREATE_USED_TICKETS);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Looks for events to send, soon. */
  wake(workspaceId: number) {
    this.#wakeUps += 1;
    this.ctx.storage.kv.put("workspaceId", workspaceId);
    return this.#alarm.wake();
  }

  /** Looks for some seconds which tokens are valid, since the caller is about to end some. */
  async watch() {
    const now = Date.now();
    this.ctx.storage.kv.put("watchUntil", now + WATCH_MS);
    if (this.#sockets.has(1)) await this.#alarm.wake(now + SECOND_MS);
  }

  /** Ends all streams of its workspace, which is deleted next. */
  clear() {
    for (const { socket } of this.#sockets.all()) this.#end(socket, ends.unauthenticated);
    return this.#alarm.clear();
  }

  override alarm() {
    return this.#alarm.run();
  }

  /** Opens a stream: a request of the Worker's, which has authenticated its own (opening.ts). */
  override async fetch({ headers }: Request) {
    const opening: Opening = JSON.parse(headers.get(OPENING) ?? "null");
    this.#opening += 1;
    try {
      const opened = await this.#open(opening);
      return typeof opened === "string"
        ? new Response(opened, { status: 403 })
        : new Response(null, { status: 101, webSocket: opened });
    } finally {
      this.#opening -= 1;
    }
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer) {
    const before = this.#sockets.listenerOf(socket);
    const listener = acknowledge(before, message);
    if (!listener) return this.#end(socket, ends.notUnderstood);
    this.#sockets.keep(socket, listener);
    return before.heldSince === null ? undefined : this.#alarm.wake();
  }

  #workspaceId = () => this.ctx.storage.kv.get<number>("workspaceId");
  #watchUntil = () => this.ctx.storage.kv.get<number>("watchUntil") ?? 0;

  #end(socket: WebSocket, [code, reason]: End) {
    socket.close(code, reason);
  }

  #refusal({ tokenId }: Opening): Refusal | undefined {
    if (this.#sockets.has(STREAMS_PER_TOKEN, tokenId)) return "token_full";
    return this.#sockets.has(STREAMS_PER_WORKSPACE) ? "workspace_full" : undefined;
  }

  async #open(opening: Opening): Promise<WebSocket | Refusal> {
    const { workspaceId, tokenId, types, after, ticket } = opening;
    const refusal = this.#refusal(opening);
    if (refusal) return refusal;
    if (ticket !== null && !this.#useTicket(ticket)) return "unauthenticated";
    this.ctx.storage.kv.put("workspaceId", workspaceId);
    await this.#forgetting;
    const [wakeUps, scope] = [this.#wakeUps, await scopeOf(this.env, workspaceId)];
    const [{ newest, isFar }, { expiries, isSuspended }] = await Promise.all([
      register(scope, after ?? Number.MAX_SAFE_INTEGER),
      readTokens(scope, [tokenId]),
    ]);
    const expiresAt = expiries.get(tokenId);
    if (expiresAt === undefined) return "unauthenticated";
    if (isSuspended) return "suspended";
    // Others may have been opened meanwhile.
    const late = this.#refusal(opening);
    if (late) return late;
    // Nobody is sent what comes after an event that there was not.
    const from = Math.min(after ?? newest, newest);
    const listener = newListener({ tokenId, expiresAt, types, after: from });
    const { client, socket } = this.#sockets.open(listener);
    const isOld = after !== null && after < (Date.now() - RESUMABLE_MS) * 1000;
    if (isFar || isOld) this.#end(socket, ends.gone);
    else socket.send(JSON.stringify({ stream: "ready", last_event_id: from }));
    if (from < newest || wakeUps !== this.#wakeUps) await this.#alarm.wake();
    if (expiresAt !== null) await this.#alarm.wake(expiresAt);
    if (this.#watchUntil() > Date.now()) await this.#alarm.wake(Date.now() + SECOND_MS);
    return client;
  }

  /** True if the ticket has not been used. */
  #useTicket(nonce: number) {
    const { sql } = this.ctx.storage;
    const now = Date.now();
    sql.exec("delete from used_tickets where until < ?", now);
    const used = sql.exec(
      "insert or ignore into used_tickets (nonce, until) values (?, ?) returning nonce",
      nonce,
      now + KNOWN_MS,
    );
    return used.toArray().length > 0;
  }

  /** Sends what is unsent. Returns when to look again, null if only a wake-up can tell. */
  async #work(): Promise<number | null> {
    const workspaceId = this.#workspaceId();
    if (workspaceId === undefined) return null;
    const scope = await scopeOf(this.env, workspaceId);
    if (this.#opening === 0 && !this.#sockets.has(1)) {
      const forgotten = forget(scope);
      this.#forgetting = forgotten.catch(() => undefined);
      await forgotten;
      return null;
    }
    const now = Date.now();
    const isWatching = this.#watchUntil() > now;
    if (isWatching || now - this.#checkedAt > CHECKED_MS) await this.#check(scope, now);
    for (const { socket, listener } of this.#sockets.all()) {
      const end = endOf(listener, now);
      if (end) this.#end(socket, end);
    }
    const isDone = await deliver(scope, this.#sockets, () => this.#wakeUps);
    const times = [
      ...(isDone ? [] : [now]),
      ...(isWatching ? [now + WATCH_STEP_MS] : []),
      ...this.#sockets.all().flatMap(({ listener }) => endTimes(listener)),
    ];
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Ends the streams of tokens that are not valid any more. */
  async #check(scope: Scope, now: number) {
    const checked = this.#sockets.all();
    const ids = [...new Set(checked.map(({ listener }) => listener.tokenId))];
    const { expiries, isSuspended } = await readTokens(scope, ids);
    for (const { socket, listener } of checked) {
      if (!expiries.has(listener.tokenId)) this.#end(socket, ends.unauthenticated);
      else if (isSuspended) this.#end(socket, ends.suspended);
    }
    this.#checkedAt = now;
  }
}
