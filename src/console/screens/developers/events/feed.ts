import { useEffect, useState } from "react";
import { type Event, type EventPattern, listEvents } from "#client";
import { useList } from "#console/data/lists";
import { useEvents } from "#console/live/live";
import { matches } from "./event-kinds";

const MOST_LIVE = 500;

const newestFirst = (one: Event, other: Event) => other.id - one.id;

/** Both, each event once. */
const join = (some: Event[], others: Event[]) =>
  [...new Map([...some, ...others].map((event) => [event.id, event])).values()].toSorted(
    newestFirst,
  );

/** The events of the feed, newest first, and those that happen meanwhile. */
export function useFeed(pattern: EventPattern, isPaused: boolean) {
  const [live, setLive] = useState<Event[]>([]);
  const [held, setHeld] = useState<Event[]>([]);
  const list = useList(["events", pattern], (client, page, signal) =>
    listEvents({ client, query: { ...page, per_page: 50, "type[]": [pattern] }, signal }),
  );
  const add = isPaused ? setHeld : setLive;
  useEvents([], (event) => add((events) => [event, ...events].slice(0, MOST_LIVE)));
  useEffect(() => {
    if (isPaused || held.length === 0) return;
    setLive((shown) => join(held, shown).slice(0, MOST_LIVE));
    setHeld([]);
  }, [isPaused, held]);

  const isWanted = ({ type }: Event) => matches(type, pattern);
  return {
    list: { ...list, items: join(live.filter(isWanted), list.items) },
    /** The number of events since the feed was paused. */
    waiting: held.filter(isWanted).length,
    isNew: ({ id }: Event) => live.some((event) => event.id === id),
  };
}
