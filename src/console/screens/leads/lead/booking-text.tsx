import type { ReactNode } from "react";
import type { Event } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Soft } from "#console/ui/text";
import { timelineTexts } from "./timeline-texts";

type BookingEvent = Extract<Event, { data: { booking_id: number; starts_at: string | null } }>;

export const isOfBooking = (event: Event): event is BookingEvent => "booking_id" in event.data;

/** Something that happened to a booking: which one, and when it was to begin then. */
export function BookingText({ event, by }: { event: BookingEvent; by: ReactNode }) {
  const { events } = useTexts(timelineTexts);
  const format = useFormat();
  const { booking, starts_at: at } = event.data;
  const about = [
    event.type === "booking.outcome" && booking?.outcome,
    booking?.name,
    at && format.dateTime(at),
  ];
  return (
    <p>
      {events[event.type]}
      <Soft as="span"> · {about.filter(Boolean).join(" · ")}</Soft>
      {by}
    </p>
  );
}
