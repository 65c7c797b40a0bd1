import { Suspense, useState } from "react";
import { type Booking, type Lead, listBookings } from "#client";
import { useList } from "#console/data/lists";
import { LoadMoreButton } from "#console/data/load-more";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Card } from "#console/ui/layout";
import { lazily } from "#console/ui/lazily";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { all } from "../bookings/catalogue";
import { BookingBadge } from "../bookings/parts";
import { leadKey } from "../lead-key";
import styles from "./cards.module.css";
import { leadTexts } from "./texts";

const BookingDialog = lazily(() => import("../bookings/booking-dialog"), all);

const PER_PAGE = 10;

const isAhead = ({ state, starts_at: at }: Booking) =>
  state === "booked" && at !== null && Date.parse(at) > Date.now();

/** By the time at which they begin. */
const lastFirst = (one: Booking, other: Booking) =>
  (other.starts_at ?? "").localeCompare(one.starts_at ?? "");

/** The booking that comes next, of those that are known. */
const nextOf = (bookings: readonly Booking[]) =>
  bookings.filter(isAhead).toSorted((one, other) => lastFirst(other, one))[0];

function Line({ booking, onOpen }: { booking: Booking; onOpen: () => void }) {
  const t = useTexts(leadTexts);
  const format = useFormat();
  const { name, starts_at: at, host, outcome } = booking;
  const about = [name, host.name ?? host.email, outcome].filter(Boolean).join(" · ");
  return (
    <li className={styles.run}>
      <span className={styles.runName}>
        <button type="button" className={styles.booking} onClick={onOpen}>
          {at ? format.dateTime(at) : t.bookingWithoutTime}
        </button>
        {about && <Soft as="span">{about}</Soft>}
      </span>
      <BookingBadge state={booking.state} />
    </li>
  );
}

/** The lead's next booking, and the others. */
export function BookingsCard({ lead }: { lead: Lead }) {
  const t = useTexts(leadTexts);
  const format = useFormat();
  const [open, setOpen] = useState<Booking | null>(null);
  const list = useList([...leadKey(lead.id), "bookings"], (client, page, signal) =>
    listBookings({ client, query: { lead_id: lead.id, per_page: PER_PAGE, ...page }, signal }),
  );
  const next = nextOf(list.items);
  const others = list.items.filter(({ id }) => id !== next?.id).toSorted(lastFirst);
  if (list.items.length === 0) return null;
  return (
    <Card title={t.bookings}>
      <Stack gap={3}>
        {next?.starts_at && (
          <Stack gap={1}>
            <Soft size="medium">{t.nextBooking(format.relative(next.starts_at))}</Soft>
            <ul className={styles.list}>
              <Line booking={next} onOpen={() => setOpen(next)} />
            </ul>
          </Stack>
        )}
        {others.length > 0 && (
          <Stack gap={1}>
            {next && <Soft size="medium">{t.otherBookings}</Soft>}
            <ul className={styles.list}>
              {others.map((one) => (
                <Line key={one.id} booking={one} onOpen={() => setOpen(one)} />
              ))}
            </ul>
          </Stack>
        )}
      </Stack>
      <LoadMoreButton list={list} size="small" kind="quiet" />
      {open && (
        <Suspense>
          <BookingDialog id={open.id} known={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  );
}
