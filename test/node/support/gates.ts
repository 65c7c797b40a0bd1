import type { Page } from "playwright-core";
import { atEachLoad } from "./tabs";

type Gate = {
  method: string;
  /** The source of a pattern for a path of the API with its query, such as `^/leads/1$`. */
  pattern: string;
  /** True if requests are held on their way, or their answers. */
  holds: "requests" | "answers" | "nothing";
  /** The requests that come to it, the first ones; all, if it is not given. */
  times?: number;
  /** An answer in place of the service's. */
  answer?: { status: number; json: object };
  id: string;
};
type Opened = Gate & {
  /** The bodies of the requests that have come. */
  bodies: string[];
  passed: number;
  /** The number of requests that were answered or given up. */
  ended: number;
  open: Promise<void>;
  letGo: () => void;
};

declare global {
  interface Window {
    gates?: Map<string, Opened>;
  }
}

/** Adds a gate in the page, whose own `fetch` asks all gates. */
function add(gate: Gate) {
  if (!window.gates) {
    const gates = new Map<string, Opened>();
    window.gates = gates;
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const request = input instanceof Request ? input : new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const path = pathname.replace(/^\/v1/, "") + search;
      const found = [...gates.values()].find(
        ({ method, pattern, times, bodies }) =>
          method === request.method && new RegExp(pattern).test(path) && bodies.length !== times,
      );
      if (!found) return send(request);
      found.bodies.push(await request.clone().text());
      const { signal } = request;
      const open = Promise.race([
        found.open,
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
      ]);
      // A request that nobody waits for is given up by nobody.
      open.catch(() => undefined);
      try {
        if (found.holds === "requests") await open;
        const { answer } = found;
        const response = answer
          ? Response.json(answer.json, { status: answer.status })
          : await send(request);
        if (found.holds === "answers") await open;
        found.passed++;
        return response;
      } finally {
        found.ended++;
      }
    };
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const nothing = { bodies: [], passed: 0, ended: 0 };
  window.gates.set(gate.id, { ...gate, ...nothing, open: promise, letGo: resolve });
}

/**
 * Makes a gate for the page's requests to the API. It stands in the page itself: what a browser has
 * to intercept from the middle of a page on may slip past, or is never answered.
 */
export async function newGate(
  page: Page,
  method: string,
  path: string | RegExp,
  { holds = "requests", ...options }: Partial<Pick<Gate, "holds" | "times" | "answer">> = {},
) {
  const id = crypto.randomUUID();
  const pattern = typeof path === "string" ? `^${RegExp.escape(path)}(\\?|$)` : path.source;
  const gate: Gate = { method, pattern, holds, id, ...options };
  // Also after the page is loaded again.
  await atEachLoad(page, add, gate);
  await page.evaluate(add, gate);
  return {
    /** Waits until a request has come to the gate. */
    reached: () => page.waitForFunction((id) => window.gates?.get(id)?.bodies.length, id),
    /** The bodies of the requests that have come to the gate. */
    bodies: () => page.evaluate((id) => window.gates?.get(id)?.bodies ?? [], id),
    /** Waits until an answer has come through the gate. */
    passed: () => page.waitForFunction((id) => window.gates?.get(id)?.passed, id),
    /** Waits until a request that came to the gate is answered or given up. */
    ended: () => page.waitForFunction((id) => window.gates?.get(id)?.ended, id),
    /** Lets all go that are held, and those that come later. */
    letGo: () => page.evaluate((id) => window.gates?.get(id)?.letGo(), id),
    remove: () => page.evaluate((id) => void window.gates?.delete(id), id),
  };
}
