import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Booking, getBooking, listBookings, listSources } from "#client";
import { BOOKING_EVENTS } from "#console/data/booking-events";
import { useList } from "#console/data/lists";
import { useLiveQueries } from "#console/live/live";
import { useClient, useMay } from "#console/session/session";
import type { BookingsSearch, View } from "./search";
import { rangeOf, weekOf } from "./week";

export const bookingKey = (id: number) => ["booking", id];

/** More in a week are found by filters. */
const MOST_OF_A_WEEK = 500;

/** Whole minutes, so that the list is not asked for anew all the time. */
const thisMinute = () => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();

const rangeIn = (view: View, week: string | undefined) => {
  if (view === "week") return { order: "starts_at" as const, ...rangeOf(weekOf(week)) };
  return view === "upcoming" ? { order: "starts_at" as const, starts_from: thisMinute() } : {};
};

/** The bookings of a view. A week is read to its end. */
export function useBookings({ view = "week", week, state, host, source }: BookingsSearch) {
  const filters = {
    ...(state && { state }),
    ...(host && { host }),
    ...(source !== undefined && { source_id: source }),
  };
  const key = ["bookings", view, view === "week" ? (week ?? null) : null, filters];
  const list = useList(key, (client, page, signal) =>
    listBookings({
      client,
      query: { ...page, per_page: 100, ...filters, ...rangeIn(view, week) },
      signal,
    }),
  );
  useLiveQueries(BOOKING_EVENTS, [["bookings"]]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, items, isError } = list;
  const wantsMore = view === "week" && items.length < MOST_OF_A_WEEK;
  useEffect(() => {
    if (wantsMore && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [wantsMore, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  return list;
}

export function useBooking(id: number, known?: Booking) {
  const client = useClient();
  useLiveQueries(BOOKING_EVENTS, [bookingKey(id)], {
    concerns: ({ data }) => "booking_id" in data && data.booking_id === id,
  });
  return useQuery({
    queryKey: bookingKey(id),
    queryFn: async ({ signal }) =>
      (await getBooking({ client, path: { booking: id }, signal })).data,
    ...(known && { placeholderData: known }),
  });
}

/** The names of the sources by their ids, for those who may read them. */
export function useSourceNames(isWanted = true): ReadonlyMap<number, string> {
  const mayRead = useMay("sources:read");
  const list = useList(
    ["sources", "names"],
    (client, page, signal) => listSources({ client, query: { ...page, per_page: 50 }, signal }),
    { enabled: mayRead && isWanted },
  );
  return new Map(list.items.map(({ id, name }) => [id, name]));
}
