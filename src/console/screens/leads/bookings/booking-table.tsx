import type { Booking } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { DataTable } from "#console/ui/data-table";
import { Soft } from "#console/ui/text";
import styles from "./bookings.module.css";
import { BookingBadge, LeadOf } from "./parts";
import { texts } from "./texts";
import { hostOf } from "./week";

/** Bookings, one below the other. */
export function BookingTable({
  bookings,
  onOpen,
}: {
  bookings: readonly Booking[];
  onOpen: (id: number) => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  return (
    <DataTable
      rows={bookings}
      keyOf={({ id }) => id}
      aria-label={t.title}
      columns={[
        [
          t.when,
          ({ id, starts_at: at }) => (
            <button type="button" className={styles.open} onClick={() => onOpen(id)}>
              {at ? format.dateTime(at) : t.noTime}
            </button>
          ),
        ],
        [t.lead, ({ lead_id }) => <LeadOf id={lead_id} />],
        [t.appointment, ({ name }) => name && <bdi>{name}</bdi>],
        [t.host, (one) => hostOf(one) && <bdi>{hostOf(one)}</bdi>],
        [t.state, ({ state }) => <BookingBadge state={state} />],
        [t.outcome, ({ outcome }) => outcome && <Soft as="span">{outcome}</Soft>],
      ]}
    />
  );
}
