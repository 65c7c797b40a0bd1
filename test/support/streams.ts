import { assert } from "vitest";
import type { EventStream } from "#features/events/stream/object";
import { type Client, ORIGIN } from "./api";
import { testEnv } from "./env";
import { serve } from "./serve";

// biome-ignore lint/suspicious/noExplicitAny: tests reach into messages of many shapes.
type Message = any;

const WITHIN_MS = 20_000;

/** A listener of a stream. It acknowledges what it is asked to, unless it `owes`. */
export class Listener {
  readonly events: Message[] = [];
  readonly asked: Message[] = [];
  readonly others: unknown[] = [];
  /** The position that the stream began with. */
  from: number | undefined;
  end: { code: number; reason: string } | undefined;
  owes = false;
  readonly #waiting = new Set<() => void>();

  constructor(readonly socket: WebSocket) {
    socket.addEventListener("message", ({ data }) => this.#take(String(data)));
    socket.addEventListener("close", ({ code, reason }) => {
      this.end = { code, reason };
      for (const look of this.#waiting) look();
    });
    socket.accept();
  }

  #take(text: string) {
    if (text === "pong") return void this.others.push(text);
    const message: Message = JSON.parse(text);
    if (message.stream === "ready") this.from = message.last_event_id;
    else if (message.stream === "ack") {
      this.asked.push(message);
      if (!this.owes) this.socket.send(text);
    } else this.events.push(message);
    for (const look of this.#waiting) look();
  }

  /** Waits until something holds, which is looked at after each message. */
  until(holds: () => unknown, what: string) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => holds() && resolve();
    const timer = setTimeout(() => reject(new Error(what)), WITHIN_MS);
    this.#waiting.add(look);
    look();
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(look);
    });
  }

  get ids(): number[] {
    return this.events.map(({ id }) => id);
  }

  /** Waits for that many events in all. */
  received = (count: number) =>
    this.until(() => this.events.length >= count, `no ${count} events came`);

  async ended() {
    await this.until(() => this.end, "the stream goes on");
    return this.end;
  }
}

/** Asks for a stream. */
export const askForStream = (token: string | undefined, query = "") =>
  serve(
    new Request(`${ORIGIN}/v1/stream${query}`, {
      headers: {
        Upgrade: "websocket",
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    }),
  );

/** Opens a stream, and waits until it is ready. */
export async function listen({ token }: Pick<Client, "token">, query = "") {
  const { status, webSocket } = await askForStream(token, query);
  assert(webSocket, `GET /v1/stream answered ${status}`);
  const listener = new Listener(webSocket);
  await listener.until(() => listener.from !== undefined || listener.end, "nothing came");
  return listener;
}

export const streamOf = ({ workspaceId }: Pick<Client, "workspaceId">) =>
  testEnv.EVENT_STREAM.getByName(String(workspaceId)) as DurableObjectStub<EventStream>;

/** The ids of the feed after an event, oldest first. */
export async function feedAfter(client: Client, after: number): Promise<number[]> {
  const ids: number[] = [];
  for (let last = after; ; last = ids.at(-1)!) {
    const { body } = await client.get(`/events?order=asc&after=${last}&per_page=100`);
    ids.push(...body.data.map(({ id }: { id: number }) => id));
    if (body.data.length < 100) return ids;
  }
}
