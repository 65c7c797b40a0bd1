import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { call, type Options } from "./api";
import { testEnv } from "./env";
import { databaseWith } from "./message-sender-faults";
import { serveWith } from "./meter";
import { bindObject } from "./objects";

export const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const fetcher = serveWith(testEnv.DB);

/** Visits a public URL as a person does, and waits until the link counter has the click. */
export const click = (
  url: string,
  { headers, method = "GET", ...options }: Options & { method?: string } = {},
) => {
  const { pathname, search } = new URL(url, "https://sho.rt");
  return call(method, pathname + search, {
    fetcher,
    ...options,
    headers: { "User-Agent": SAFARI, ...headers },
  });
};

export const counterOf = (linkId: number) => testEnv.LINK_COUNTER.getByName(String(linkId));
export type Counter = ReturnType<typeof counterOf>;

export const alarmOf = (counter: Counter) =>
  runInDurableObject(counter, (_, { storage }) => storage.getAlarm());

/** Flushes a link's clicks to D1 at once. */
export const flushClicks = (linkId: number) => runDurableObjectAlarm(counterOf(linkId));

const hasUnflushed = (counter: Counter) =>
  runInDurableObject(counter, (_, { storage: { sql } }) => {
    const [table] = sql.exec("select 1 from sqlite_master where name = 'batches'");
    const unflushed = "select 1 from batches where content is not null limit 1";
    return table !== undefined && sql.exec(unflushed).toArray().length > 0;
  });

/** Flushes all of a link's clicks to D1, and waits for an alarm of the counter's own. */
export async function flushAllClicks(linkId: number) {
  do await flushClicks(linkId);
  while (await hasUnflushed(counterOf(linkId)));
}

/** Flushes and classifies a link's clicks, as the counter's alarms do within seconds. */
export async function flushAndClassify(linkId: number) {
  await flushAllClicks(linkId);
  await later(5_000, async () => {
    const isDue = async () =>
      ((await alarmOf(counterOf(linkId))) ?? Number.POSITIVE_INFINITY) <= Date.now();
    while (await isDue()) await flushClicks(linkId);
  });
}

/** Runs `act` with the clock put forward. */
export const later = <T>(ms: number, act: () => Promise<T>) => atTime(Date.now() + ms, act);

/** Runs `act` with the clock stopped at a time. */
export async function atTime<T>(time: number, act: () => Promise<T>) {
  const faked = vi.isFakeTimers();
  const now = Date.now();
  if (!faked) vi.useFakeTimers({ toFake: ["Date"], now });
  try {
    vi.setSystemTime(time);
    return await act();
  } finally {
    if (faked) vi.setSystemTime(now);
    else vi.useRealTimers();
  }
}

type Call = () => Promise<unknown>;

/** Wraps every D1 call of a counter, for as long as it stays in memory. */
export const aroundD1 = (counter: Counter, around: (call: Call) => Promise<unknown>) =>
  bindObject(counter, { DB: databaseWith(around) });
