import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { type Booking, listBookings } from "#client";
import { BOOKING_EVENTS } from "#console/data/booking-events";
import { useLiveQueries } from "#console/live/live";
import { all } from "#console/screens/leads/bookings/catalogue";
import { BookingBadge } from "#console/screens/leads/bookings/parts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { lazily } from "#console/ui/lazily";
import { Row, Stack } from "#console/ui/stack";
import styles from "./lead.module.css";
import { Section } from "./section";
import { texts } from "./texts";

const BookingDialog = lazily(() => import("#console/screens/leads/bookings/booking-dialog"), all);

/** The booking of a lead that comes next, for those who may read it. */
function useNextBooking(lead_id: number) {
  const client = useClient();
  const enabled = useMay("bookings:read");
  const key = ["bookings", "next", lead_id];
  useLiveQueries(BOOKING_EVENTS, [key], {
    concerns: ({ data }) => "lead_id" in data && data.lead_id === lead_id,
  });
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const next = { state: "booked", order: "starts_at", per_page: 10 } as const;
      const query = { ...next, lead_id, starts_from: new Date().toISOString() };
      return (await listBookings({ client, query, signal })).data[0] ?? null;
    },
    enabled,
  });
}

function Line({ booking }: { booking: Booking }) {
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { id, name, host, starts_at: at, state } = booking;
  return (
    <Stack gap="hair">
      <Row gap={2} justify="between">
        <button type="button" className={styles.booking} onClick={() => setOpen(true)}>
          {at && format.dateTime(at)}
        </button>
        <BookingBadge state={state} />
      </Row>
      <p dir="auto" className={styles.about}>
        {[name, host.name ?? host.email].filter(Boolean).join(" · ")}
      </p>
      {isOpen && (
        <Suspense>
          <BookingDialog id={id} known={booking} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

/** The lead's next booking; nothing if there is none. */
export function NextBooking({ lead }: { lead: number }) {
  const t = useTexts(texts);
  const { data: booking } = useNextBooking(lead);
  if (!booking) return null;
  return (
    <Section name="booking" title={t.nextBooking}>
      <Line key={booking.id} booking={booking} />
    </Section>
  );
}
