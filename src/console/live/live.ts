import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Event, EventType } from "#client";
import { createStore, useStore } from "../data/store";
import { may, ofSession, useSession } from "../session/session";
import { useLatest } from "../ui/use-latest";
import { type LiveState, openStream } from "./stream";

type Subscriber = (event: Event) => void;

const liveOf = ofSession(() => ({
  state: createStore<LiveState>("off"),
  subscribers: new Set<Subscriber>(),
  /** The times of the last event of each type. */
  lastAt: new Map<EventType, number>(),
}));

/** Receives the workspace's events for all screens, as they happen. */
export function useStream() {
  const session = useSession();
  useEffect(() => {
    if (!may(session, "events:read")) return;
    const { state, subscribers, lastAt } = liveOf(session);
    return openStream(session.client, {
      onEvent(event) {
        lastAt.set(event.type, Date.now());
        for (const subscriber of subscribers) subscriber(event);
      },
      onGap: () => void session.queries.invalidateQueries(),
      onState: state.set,
    });
  }, [session]);
}

export const useLiveState = () => useStore(liveOf(useSession()).state);

/** Calls back with each event of these types; of all types where none is named. */
export function useEvents(types: readonly EventType[], onEvent: Subscriber) {
  const { subscribers } = liveOf(useSession());
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
/** The time between two requests of a query while events keep coming. */
const BUSY_MS = 1_000;

/**
 * Refetches the queries whose keys begin with one of `keys` after events of these types: once for
 * events that come together.
 */
export function useLiveQueries(
  types: readonly EventType[],
  keys: readonly (readonly unknown[])[],
  options: {
    /** The time to wait for events that come together. */
    settleMs?: number;
    /** Tells if an event changes what the queries show. */
    concerns?: (event: Event) => boolean;
  } = {},
) {
  const { settleMs = SETTLE_MS, concerns } = options;
  const queries = useQueryClient();
  const latestKeys = useLatest(keys);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** A running request is not repeated meanwhile, or a slow answer would never come. */
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
  const { lastAt } = liveOf(useSession());
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
