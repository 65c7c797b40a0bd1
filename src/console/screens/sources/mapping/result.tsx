import type { SourcePreview } from "#client";
import { nameTexts } from "#console/names/texts";
import { LeadOf } from "#console/screens/leads/bookings/parts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Facts } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { DeliveryFaults } from "../deliveries/faults";
import { ResultBadge } from "../deliveries/result-badge";
import styles from "./mapping.module.css";
import { useTargetName } from "./targets";
import { texts } from "./texts";

const plainText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** The fields of a lead, with the members of `variables` and `data` one by one. */
const fieldsOf = (lead: SourcePreview["lead"]) =>
  Object.entries(lead).flatMap(([field, value]): [string, unknown][] =>
    (field === "variables" || field === "data") && typeof value === "object" && value !== null
      ? Object.entries(value).map(([key, member]) => [`${field}.${key}`, member])
      : [[field, value]],
  );

function LeadPart({ lead, lead_id }: Pick<SourcePreview, "lead" | "lead_id">) {
  const t = useTexts(texts);
  const nameOf = useTargetName();
  const fields = fieldsOf(lead);
  return (
    <section className={styles.result}>
      <Row gap={2} justify="between">
        <h3>{t.lead}</h3>
        {lead_id !== null && <LeadOf id={lead_id} />}
      </Row>
      {fields.length === 0 && <Soft>{t.noLead}</Soft>}
      <Facts
        facts={fields.map(([field, value]) => [
          nameOf(field),
          <bdi key={field}>{plainText(value)}</bdi>,
        ])}
      />
    </section>
  );
}

function BookingPart({ booking }: { booking: NonNullable<SourcePreview["booking"]> }) {
  const t = useTexts(texts);
  const { bookingStates } = useTexts(nameTexts);
  const format = useFormat();
  const { host, starts_at: from, ends_at: to } = booking;
  return (
    <section className={styles.result}>
      <h3>{t.groups.booking}</h3>
      <Facts
        facts={[
          [t.booking.state, bookingStates[booking.state]],
          [t.booking.starts_at, from && format.dateTime(from)],
          [t.booking.ends_at, to && format.dateTime(to)],
          [t.booking.name, booking.name],
          [t.booking.host_name, [host.name, host.email].filter(Boolean).join(" · ")],
          [t.booking.location, booking.location],
          [t.booking.join_url, booking.join_url],
          [t.booking.outcome, booking.outcome],
          ...Object.entries(booking.answers).map(([ask, answer]) => [ask, answer] as const),
        ]}
      />
    </section>
  );
}

/** The lead and the booking that come of a body, and what stands in the way. */
export function Result({ preview }: { preview: SourcePreview }) {
  const t = useTexts(texts);
  const { sourceFacts } = useTexts(nameTexts);
  const { status, fact, booking, items } = preview;
  return (
    <div className={styles.result} aria-live="polite">
      <Row gap={2} wraps>
        <ResultBadge status={status} />
        {fact && <Soft as="span">{sourceFacts[fact]}</Soft>}
      </Row>
      {items > 1 && <Note>{t.firstOf(items)}</Note>}
      {fact === null && <Note>{t.ignored}</Note>}
      <DeliveryFaults of={preview} />
      <LeadPart lead={preview.lead} lead_id={preview.lead_id} />
      {booking && <BookingPart booking={booking} />}
    </div>
  );
}
