import type { BookingFactName } from "#domain/bookings";
import { optoutFields } from "#domain/lead-fields";
import { MAX_ITEM_DEPTH, type SourceFact, type SourceKind } from "#domain/sources";
import { cleaned } from "#lib/json";
import { Draft, plainOf } from "../reading/lead";
import { type BookingDraft, bookingFact } from "./booking-fact";
import { factOfWord } from "./booking-words";
import type { Item, Mapped } from "./item";
import { memberAt, membersOf } from "./kinds/members";
import { kinds } from "./kinds/registry";
import {
  answerTarget,
  bookingTarget,
  bookingTargets,
  type MappingRow,
  type Path,
  type ReadingSettings,
} from "./mapping";
import { pathText, valueAt } from "./path";
import { plainText, readAs } from "./read-as";

type Lookup = (path: Path) => unknown;

/** Paths lead through what the kind has read, and through the item, in the kind's order. */
function lookupIn(kind: SourceKind, item: Item): Lookup {
  // Once for all paths: each may lead to all of a large item.
  const read = cleaned(item, MAX_ITEM_DEPTH + 1);
  const raw = memberAt(read, ["raw"]);
  const [first, second] = kinds[kind].paths === "read" ? [read, raw] : [raw, read];
  return (path) => valueAt(first, path) ?? valueAt(second, path);
}

const isEmpty = (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** The value of a row; undefined if all its paths are blank. */
function valueFor(row: MappingRow, lookup: Lookup, settings: ReadingSettings): unknown {
  const plain = plainOf(row.to);
  for (const path of row.from) {
    const found = lookup(path);
    const value = plain(row.as ? readAs(row.as, found, settings) : found);
    if (value !== undefined && !isEmpty(value)) return value;
  }
  return row.default ?? undefined;
}

/** The parts of an item that a mapping fills. */
class Filled {
  readonly draft: Draft;
  readonly booking: BookingDraft;
  readonly answers: Record<string, unknown>;
  leadRef: string | null = null;
  /** True if a row has set something of the booking. */
  isBookingSet = false;

  constructor(item: Item, settings: ReadingSettings) {
    this.draft = new Draft(settings);
    const known = bookingTargets.map((name) => [name, memberAt(item.booking, name.split("."))]);
    this.booking = Object.fromEntries(known.filter(([, value]) => value !== undefined));
    this.answers = item.booking === null ? {} : { ...item.answers };
  }

  set(target: string, value: unknown) {
    const [field, question] = [bookingTarget(target), answerTarget(target)];
    if (target === "lead_ref") this.leadRef ??= plainText(value) ?? null;
    else if (field === undefined && question === undefined) this.draft.set(target, value);
    else this.isBookingSet = true;
    if (question !== undefined) this.answers[question] = value;
    else if (field === "answers") Object.assign(this.answers, membersOf(value));
    else if (field !== undefined) this.booking[field] = value;
  }
}

/**
 * The fact of an item by the state that its mapping names, else by its kind. An item whose mapping
 * names one that no scheduler has is nobody's business, unless its kind knows better.
 */
function factOf(item: Item, { booking, isBookingSet }: Filled): SourceFact | null {
  const state = plainText(booking.state);
  const named = state === undefined ? undefined : factOfWord(state);
  if (named !== undefined) return named;
  if (item.fact !== "contact") return item.fact;
  return state !== undefined ? null : isBookingSet ? "booked" : "contact";
}

const isOfBooking = (fact: SourceFact | null): fact is BookingFactName =>
  fact !== null && fact !== "contact";

/** A source never subscribes anybody again. */
const withoutOptIns = (lead: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(lead).filter(
      ([field, value]) => value !== false || !Object.values(optoutFields).some((f) => f === field),
    ),
  );

/**
 * Makes a lead, and a fact about a booking, of an item. It never throws: what can't be read is an
 * error of its field. `receivedAt` is the time of a fact whose sender tells none.
 */
export function mapItem(
  kind: SourceKind,
  item: Item,
  settings: ReadingSettings,
  receivedAt: number,
): Mapped {
  const lookup = lookupIn(kind, item);
  const filled = new Filled(item, settings);
  const blank: string[] = [];
  for (const row of settings.mapping) {
    const value = valueFor(row, lookup, settings);
    if (value === undefined) blank.push(...row.from.map(pathText));
    else filled.set(row.to, value);
  }
  const { lead, tags, errors } = filled.draft.done();
  const fact = factOf(item, filled);
  const of = { region: settings, at: item.at ?? receivedAt };
  const read = isOfBooking(fact)
    ? bookingFact(fact, filled.booking, filled.answers, of)
    : { booking: null, errors: {}, warnings: [] };
  return {
    fact,
    lead: withoutOptIns(lead),
    tags,
    errors: { ...errors, ...read.errors },
    leadRef: filled.leadRef,
    booking: read.booking,
    consent: consentIn(lookup, settings),
    warnings: [...item.warnings, ...read.warnings],
    blank,
  };
}

const consentIn = (lookup: Lookup, { consent }: ReadingSettings) =>
  consent === null ? null : (plainText(lookup(consent)) ?? null);
