import type { Booking } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Facts } from "#console/ui/layout";
import { Part } from "#console/ui/part";
import { Row } from "#console/ui/stack";
import styles from "./bookings.module.css";
import { BookingBadge, LeadOf } from "./parts";
import { useSourceNames } from "./queries";
import { texts } from "./texts";

/** A link that another service has given, in a tab of its own. */
function Away({ to, children }: { to: string | null; children: string }) {
  if (!to || !/^https?:/i.test(to)) return null;
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** The clock of the invitee, where it is not the reader's. */
function useTheirTime({ starts_at: at, time_zone: zone }: Booking) {
  const { locale } = useFormat();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!at || !zone || zone === own) return null;
  try {
    const shown = new Intl.DateTimeFormat(locale, {
      ...{ dateStyle: "medium", timeStyle: "short" },
      timeZone: zone,
    });
    return `${shown.format(new Date(at))} (${zone})`;
  } catch {
    return zone;
  }
}

function useWhen({ starts_at: from, ends_at: to }: Booking) {
  const { noTime } = useTexts(texts);
  const format = useFormat();
  if (!from) return noTime;
  const start = `${format.weekday(from)}, ${format.time(from)}`;
  return to ? `${start} – ${format.time(to)}` : start;
}

function useWas({ previous_starts_at: before, moves }: Booking) {
  const t = useTexts(texts);
  const format = useFormat();
  return before && `${format.dateTime(before)} (${t.moves(moves)})`;
}

function Links({ booking }: { booking: Booking }) {
  const t = useTexts(texts);
  const { reschedule_url: move, cancel_url: cancel } = booking;
  return (
    <Row gap={3} wraps>
      <Away to={move}>{t.reschedule}</Away>
      <Away to={cancel}>{t.cancelLink}</Away>
    </Row>
  );
}

export function BookingFacts({ booking }: { booking: Booking }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { host, join_url: join, reschedule_url, cancel_url, outcome_value: value } = booking;
  const source = useSourceNames().get(booking.source_id ?? 0);
  return (
    <Facts
      facts={[
        [t.state, <BookingBadge key="state" state={booking.state} />],
        [t.lead, <LeadOf key="lead" id={booking.lead_id} />],
        [t.when, useWhen(booking)],
        [t.forThem, useTheirTime(booking)],
        [t.was, useWas(booking)],
        [t.host, [host.name, host.email].filter(Boolean).join(" · ")],
        [t.place, booking.location],
        [t.join, join && <Away to={join}>{t.joinLink}</Away>],
        [t.inScheduler, (reschedule_url || cancel_url) && <Links booking={booking} />],
        [t.outcome, booking.outcome],
        [t.value, value !== null && format.number(value)],
        [t.by, booking.cancelled_by],
        [t.why, booking.cancel_reason],
        [t.source, source],
        [t.created, format.dateTime(booking.created_at)],
      ]}
    />
  );
}

export function Answers({ booking }: { booking: Booking }) {
  const t = useTexts(texts);
  const answers = Object.entries(booking.answers);
  if (answers.length === 0) return null;
  return (
    <Part title={t.answers}>
      <dl className={styles.answers}>
        {answers.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>
              <bdi>{answer}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
