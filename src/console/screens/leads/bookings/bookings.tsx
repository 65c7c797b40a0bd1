import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { Suspense } from "react";
import { ListView } from "#console/data/list-view";
import { nameTexts } from "#console/names/texts";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { BackLink } from "#console/ui/back-link";
import { Button, buttonClass, IconButton } from "#console/ui/button";
import { Card, Screen, Segmented } from "#console/ui/layout";
import { lazily } from "#console/ui/lazily";
import { Row } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { BookingTable } from "./booking-table";
import styles from "./bookings.module.css";
import { Filters } from "./filters";
import { useBookings } from "./queries";
import { type BookingsSearch, searchOf, VIEWS } from "./search";
import { texts } from "./texts";
import { addDays, dayText, weekOf } from "./week";
import { WeekView } from "./week-view";

const BookingDialog = lazily(() => import("./booking-dialog"));

type Change = (change: BookingsSearch) => void;

/** The search of the address, and how it changes. */
function useAddress() {
  const { bookingStates } = useTexts(nameTexts);
  const navigate = useNavigate();
  const search = searchOf(useSearch({ from: "/leads/bookings" }), bookingStates);
  const change: Change = (changes) => {
    const next = Object.entries({ ...search, ...changes });
    void navigate({
      to: "/leads/bookings",
      search: Object.fromEntries(next.filter(([, value]) => value !== undefined)),
      replace: true,
    });
  };
  return [search, change] as const;
}

/** Goes from week to week. */
function WeekPicker({ search, onChange }: { search: BookingsSearch; onChange: Change }) {
  const t = useTexts(texts);
  const format = useFormat();
  const [first = new Date()] = weekOf(search.week);
  const to = (days: number) => () => onChange({ week: dayText(addDays(first, days)) });
  return (
    <Row gap={2}>
      <IconButton label={t.earlier} icon={<ChevronLeft />} onClick={to(-7)} />
      <strong role="status">{t.span(format.day(first), format.date(addDays(first, 6)))}</strong>
      <IconButton label={t.later} icon={<ChevronRight />} onClick={to(7)} />
      <Button size="small" onClick={() => onChange({ week: undefined })}>
        {t.today}
      </Button>
    </Row>
  );
}

/** Says why there is nothing, and how to get something. */
function Nothing({ search }: { search: BookingsSearch }) {
  const t = useTexts(texts);
  const mayRead = useMay("sources:read");
  const { view = "week", state, host, source } = search;
  const icon = <CalendarDays />;
  if (state ?? host ?? source) return <EmptyState icon={icon} title={t.noMatch} />;
  if (view === "week") return <EmptyState icon={icon} title={t.noneWeek} />;
  if (view === "upcoming") return <EmptyState icon={icon} title={t.noneUpcoming} />;
  const link = mayRead && (
    <Link to="/channels/sources" className={buttonClass("primary")}>
      {t.sources}
    </Link>
  );
  return (
    <EmptyState icon={icon} title={t.none} actions={link}>
      {t.noneAbout}
    </EmptyState>
  );
}

type Shown = { search: BookingsSearch; list: ReturnType<typeof useBookings>; onChange: Change };

function Week({ search, list, onChange }: Shown) {
  if (list.isPending) return <LoadingRows />;
  if (list.error) return <ProblemNote error={list.error} onRetry={() => void list.refetch()} />;
  if (list.items.length === 0)
    return <Card>{list.hasNextPage ? <LoadingRows /> : <Nothing search={search} />}</Card>;
  const open = (booking: number) => onChange({ booking });
  return <WeekView bookings={list.items} days={weekOf(search.week)} onOpen={open} />;
}

function List({ search, list, onChange }: Shown) {
  return (
    <Card isPadded={false}>
      <ListView list={list} empty={<Nothing search={search} />}>
        {(items) => <BookingTable bookings={items} onOpen={(booking) => onChange({ booking })} />}
      </ListView>
    </Card>
  );
}

/** The appointments of all leads: a week by days and hosts, or a list. */
export default function Bookings() {
  const t = useTexts(texts);
  const [search, change] = useAddress();
  const list = useBookings(search);
  const { view = "week", booking } = search;
  const shown = { search, list, onChange: change };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Screen title={t.title} about={t.about} back={<BackLink to="/leads">{t.leads}</BackLink>}>
      <Row wraps className={styles.tools}>
        <Segmented
          label={t.view}
          value={view}
          options={VIEWS.map((one) => [one, t.views[one]])}
          onChange={(one) => change({ view: one })}
        />
        {view === "week" && <WeekPicker search={search} onChange={change} />}
        <Filters search={search} bookings={list.items} onChange={change} />
      </Row>
      {view === "week" ? <Week {...shown} /> : <List {...shown} />}
      <Soft size="small">
        {t.zone(zone)} {view === "all" && t.newestFirst}
      </Soft>
      {booking !== undefined && (
        <Suspense>
          <BookingDialog
            id={booking}
            known={list.items.find(({ id }) => id === booking)}
            onClose={() => change({ booking: undefined })}
          />
        </Suspense>
      )}
    </Screen>
  );
}
