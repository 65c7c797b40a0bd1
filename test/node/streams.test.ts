import { setTimeout as wait } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { OPERATOR_TOKEN, serveKillable } from "./support/killable.mjs";

const LEADS = 60;
const KILL_AT = [20, 40];

/** Asks until the service answers. */
async function ask(origin: () => string, token: string, path: string, json?: object) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = json && { method: "POST", body: JSON.stringify(json) };
  return vi.waitFor(
    async () => {
      const response = await fetch(`${origin()}/v1${path}`, { headers, ...body });
      expect(response.status).toBeLessThan(300);
      return (await response.json()).data;
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Listens as the guide says: reconnects after the last event whenever the stream ends. */
function listen(origin: () => string, token: string) {
  const ids: number[] = [];
  const state = { ids, from: undefined as number | undefined, streams: 0, isOver: false };
  const open = (after?: number) => {
    const url = `${origin().replace("http", "ws")}/v1/stream${after ? `?after=${after}` : ""}`;
    // The global WebSocket of Node takes headers, which its type does not know.
    const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${token}` } } as never);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.stream === "ack") socket.send(data);
      else if (message.stream === "ready") {
        state.streams += 1;
        state.from ??= message.last_event_id;
      } else ids.push(message.id);
    };
    socket.onclose = () => {
      if (!state.isOver) setTimeout(() => open(ids.at(-1) ?? state.from), 50);
    };
    return socket;
  };
  open();
  return state;
}

it("misses no event and gets none twice, whenever the service is killed", async () => {
  await using service = await serveKillable();
  let { origin } = service;
  const now = () => origin;
  const { token } = await ask(now, OPERATOR_TOKEN, "/workspaces", { name: "Killed" });
  const listener = listen(now, token);
  await vi.waitFor(() => expect(listener.from).toBeDefined(), 10_000);
  for (let nth = 0; nth < LEADS; nth++) {
    const written = ask(now, token, "/leads?upsert=1", {
      ext_id: `lead-${nth}`,
      first_name: "Ada",
    });
    if (KILL_AT.includes(nth)) origin = await service.restart();
    await written;
    await wait(5);
  }
  const { length, ...feed } = await ask(now, token, "/events?order=asc&per_page=100");
  const wanted = Object.values(feed as { id: number }[]).map(({ id }) => id);
  expect(length).toBeGreaterThanOrEqual(LEADS);
  await vi.waitFor(() => expect(listener.ids).toEqual(wanted), { timeout: 20_000, interval: 50 });
  expect(listener.streams).toBe(1 + KILL_AT.length);
  listener.isOver = true;
});
