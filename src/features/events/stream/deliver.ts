import type { Scope } from "#env";
import { framesFor, isReady } from "./listener";
import type { Sockets } from "./sockets";
import { readPage } from "./store";

/** An alarm may call D1 1,000 times, and D1 may count each statement; the next alarm goes on. */
const PAGES_PER_ALARM = 400;

/**
 * Sends the events of the workspace to its listeners, page after page. Those that have been sent
 * the most come first, since they wait for what happens now; pages for those that are behind come
 * in between. `wakeUps` counts what may mean new events. Returns whether everybody has everything,
 * save those that owe acknowledgements.
 */
export async function deliver(scope: Scope, sockets: Sockets, wakeUps: () => number) {
  const ready = () => sockets.all().filter(({ listener }) => isReady(listener));
  /** Everything up to this event was read. */
  let end = 0;
  let seen = -1;
  let wasNewest = false;
  for (let pages = PAGES_PER_ALARM; pages > 0; pages--) {
    const positions = ready().map(({ listener }) => listener.after);
    const behind = positions.filter((after) => after < end);
    const isNewest: boolean = seen !== wakeUps() && !(wasNewest && behind.length > 0);
    const from = isNewest ? Math.max(...positions) : Math.min(...behind);
    if (!Number.isFinite(from)) return true;
    const asked = wakeUps();
    const { events, last, isFull } = await readPage(scope, from, isNewest);
    if (isNewest && !isFull) seen = asked;
    const upTo = isFull ? last : Math.max(last, end);
    end = Math.max(end, upTo);
    wasNewest = isNewest;
    // Acknowledgements may have come meanwhile.
    for (const { socket, listener } of ready()) {
      if (listener.after < from || listener.after >= upTo) continue;
      const sent = framesFor(listener, events, upTo, Date.now());
      for (const frame of sent.frames) socket.send(frame);
      sockets.keep(socket, sent.listener);
    }
  }
  return false;
}
