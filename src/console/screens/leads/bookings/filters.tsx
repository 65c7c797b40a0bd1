import type { Booking } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { ChoiceSelect } from "#console/ui/choice-select";
import styles from "./bookings.module.css";
import { useSourceNames } from "./queries";
import type { BookingsSearch } from "./search";
import { texts } from "./texts";
import { hostOf } from "./week";

type Change = (change: BookingsSearch) => void;

/** The hosts among bookings, and the one that is chosen. */
const hostsOf = (bookings: readonly Booking[], chosen: string | undefined) =>
  [...new Set([...bookings.map(hostOf), chosen ?? ""])].filter(Boolean).toSorted();

/** Narrows the bookings down. */
export function Filters({
  search,
  bookings,
  onChange,
}: {
  search: BookingsSearch;
  bookings: readonly Booking[];
  onChange: Change;
}) {
  const t = useTexts(texts);
  const { bookingStates } = useTexts(nameTexts);
  const sources = useSourceNames();
  const { state, host, source } = search;
  const isFiltered = [state, host, source].some((one) => one !== undefined);
  return (
    <div className={styles.filters}>
      <ChoiceSelect
        aria-label={t.state}
        none={t.anyState}
        options={bookingStates}
        value={state}
        onChange={(one) => onChange({ state: one ?? undefined })}
      />
      <ChoiceSelect
        aria-label={t.host}
        none={t.anyHost}
        options={hostsOf(bookings, host).map((one) => [one, one] as const)}
        value={host}
        onChange={(one) => onChange({ host: one ?? undefined })}
      />
      {sources.size > 0 && (
        <ChoiceSelect
          aria-label={t.source}
          none={t.anySource}
          options={[...sources]}
          value={source}
          onChange={(one) => onChange({ source: one ?? undefined })}
        />
      )}
      {isFiltered && (
        <Button
          kind="quiet"
          onClick={() => onChange({ state: undefined, host: undefined, source: undefined })}
        >
          {t.clear}
        </Button>
      )}
    </div>
  );
}
