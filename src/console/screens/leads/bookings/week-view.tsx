import type { ReactNode } from "react";
import type { Booking } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import { Card } from "#console/ui/layout";
import { NARROW, useMedia } from "#console/ui/media";
import { Stack } from "#console/ui/stack";
import { Table } from "#console/ui/table";
import { Soft } from "#console/ui/text";
import tones from "#console/ui/tones.module.css";
import styles from "./bookings.module.css";
import { LeadName, TONES } from "./parts";
import { texts } from "./texts";
import { byHost, dayText, hostOf, onDay } from "./week";

/** Short enough for a column. */
const dayName = (locale: string, day: Date) =>
  day.toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short" });

type Shown = { bookings: readonly Booking[]; days: readonly Date[]; onOpen: (id: number) => void };

function Slot({
  booking,
  onOpen,
  children,
}: {
  booking: Booking;
  onOpen: Shown["onOpen"];
  children?: ReactNode;
}) {
  const { bookingStates } = useTexts(nameTexts);
  const format = useFormat();
  const { state, starts_at: at } = booking;
  const isOff = state === "cancelled" || state === "moved";
  return (
    <button
      type="button"
      className={classes(styles.slot, tones[TONES[state]])}
      data-off={isOff || undefined}
      onClick={() => onOpen(booking.id)}
    >
      <strong>{at && format.time(at)}</strong>
      <LeadName id={booking.lead_id} />
      {children}
      {state !== "booked" && <Soft as="span">{bookingStates[state]}</Soft>}
    </button>
  );
}

/** A week as a table of hosts and days. */
function HostsAndDays({ bookings, days, onOpen }: Shown) {
  const t = useTexts(texts);
  const format = useFormat();
  const today = dayText(new Date());
  return (
    <Card isPadded={false}>
      <Table phone="columns" className={styles.week} aria-label={t.views.week}>
        <thead>
          <tr>
            <th scope="col">{t.host}</th>
            {days.map((day) => (
              <th
                key={dayText(day)}
                scope="col"
                className={classes(dayText(day) === today && styles.isToday)}
                aria-current={dayText(day) === today ? "date" : undefined}
              >
                {dayName(format.locale, day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byHost(bookings, days).map(({ host, days: theirs }) => (
            <tr key={host}>
              <th scope="row">{host ? <bdi>{host}</bdi> : <Soft as="span">{t.noHost}</Soft>}</th>
              {theirs.map((ofDay, index) => (
                <td key={dayText(days[index] ?? new Date(0))}>
                  <div className={styles.slots}>
                    {ofDay.map((booking) => (
                      <Slot key={booking.id} booking={booking} onOpen={onOpen} />
                    ))}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

/** A week as its days that have bookings, one below the other. */
function Days({ bookings, days, onOpen }: Shown) {
  const { noHost } = useTexts(texts);
  const format = useFormat();
  const shown = days.flatMap((day) => {
    const ofDay = onDay(bookings, day);
    return ofDay.length > 0 ? [{ day, ofDay }] : [];
  });
  return (
    <div className={styles.days}>
      {shown.map(({ day, ofDay }) => (
        <section key={dayText(day)} className={styles.day}>
          <h2>{format.weekday(day)}</h2>
          <Stack gap={1}>
            {ofDay.map((booking) => (
              <Slot key={booking.id} booking={booking} onOpen={onOpen}>
                <Soft as="span">{hostOf(booking) || noHost}</Soft>
              </Slot>
            ))}
          </Stack>
        </section>
      ))}
    </div>
  );
}

export function WeekView(shown: Shown) {
  const isNarrow = useMedia(NARROW);
  return isNarrow ? <Days {...shown} /> : <HostsAndDays {...shown} />;
}
