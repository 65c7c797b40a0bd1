import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import type { Event, EventType } from "#client";
import { may, useSession } from "../session/session";
import { useLatest } from "../ui/use-latest";
import { type LiveState, openStream } from "./stream";

type Subscriber = (event: Event) => void;

const Live = createContext<{
  state: LiveState;
  subscribers: Set<Subscriber>;
  /** When the last event of each type came. */
  lastAt: Map<EventType, number>;
}>({ state: "off", subscribers: new Set(), lastAt: new Map() });

/** Tells what is below it of the workspace's events, as they happen. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>("off");
  const [subscribers] = useState(() => new Set<Subscriber>());
  const [lastAt] = useState(() => new Map<EventType, number>());
  useEffect(() => {
    if (!may(session, "events:read")) return;
    return openStream(session.client, {
      onEvent(event) {
        lastAt.set(event.type, Date.now());
        for (const subscriber of subscribers) subscriber(event);
      },
      onGap: () => void queries.invalidateQueries(),
      onState: setState,
    });
  }, [session, queries, subscribers, lastAt]);
  return <Live value={{ state, subscribers, lastAt }}>{children}</Live>;
}

export const useLiveState = () => useContext(Live).state;

/** Calls back with each event of these types; of all types where none is named. */
export function useEvents(types: readonly EventType[], onEvent: Subscriber) {
  const { subscribers } = useContext(Live);
  const hear = useEffectEvent((event: Event) => {
    if (types.length === 0 || types.includes(event.type)) onEvent(event);
  });
  useEffect(() => {
    const subscriber: Subscriber = (event) => hear(event);
    subscribers.add(subscriber);
    return () => void subscribers.delete(subscriber);
  }, [subscribers]);
}

const SETTLE_MS = 250;
/** Where events keep coming, queries are asked again so often. */
const BUSY_MS = 1_000;

/**
 * Refetches the queries whose keys begin with one of `keys` after events of these types: once for
 * events that come together.
 */
export function useLiveQueries(
  types: readonly EventType[],
  keys: readonly (readonly unknown[])[],
  options: {
    /** How long events are waited for that come together. */
    settleMs?: number;
    /** Whether an event changes what the queries show. */
    concerns?: (event: Event) => boolean;
  } = {},
) {
  const { settleMs = SETTLE_MS, concerns } = options;
  const queries = useQueryClient();
  const latestKeys = useLatest(keys);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is being asked is not asked again meanwhile, or a slow answer would never come. */
  const [asking] = useState({
    isUnderWay: false,
    isOutdated: false,
    doneAt: Number.NEGATIVE_INFINITY,
  });

  function settle() {
    const isBusy = performance.now() - asking.doneAt < BUSY_MS;
    timer.current ??= setTimeout(ask, isBusy ? Math.max(BUSY_MS, settleMs) : settleMs);
  }
  async function ask() {
    timer.current = undefined;
    asking.isOutdated = asking.isUnderWay;
    if (asking.isUnderWay) return;
    asking.isUnderWay = true;
    await Promise.all(
      latestKeys.current.map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
    asking.isUnderWay = false;
    asking.doneAt = performance.now();
    if (asking.isOutdated) settle();
  }
  useEvents(types, (event) => {
    if (!concerns || concerns(event)) settle();
  });
  // Of events that came while nobody asked for them, what was read before knows nothing.
  const { lastAt } = useContext(Live);
  const hash = JSON.stringify(keys);
  useEffect(() => {
    const known = types.length > 0 ? types : [...lastAt.keys()];
    const at = Math.max(0, ...known.map((type) => lastAt.get(type) ?? 0));
    for (const queryKey of latestKeys.current)
      void queries.invalidateQueries(
        { queryKey, predicate: ({ state }) => state.dataUpdatedAt < at },
        { cancelRefetch: false },
      );
  }, [hash, queries, lastAt]);
  useEffect(() => {
    return () => {
      clearTimeout(timer.current);
      asking.isOutdated = false;
    };
  }, [asking]);
}
