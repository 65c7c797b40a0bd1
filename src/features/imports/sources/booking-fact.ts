import type { BookingFact, BookingFactName, BookingValues } from "#domain/bookings";
import { isHttpUrl } from "#lib/http-url";
import type { FieldErrors } from "#lib/problem";
import type { Region } from "#lib/region";
import { cut } from "#lib/text";
import { parseTimestamp } from "#lib/time";
import { isTimeZone } from "#lib/time-zone";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { readDate } from "#lib/written-date";
import { numberIn } from "#lib/written-number";
import type { ItemWarning } from "./item";
import { given } from "./kinds/members";
import type { BookingTarget } from "./mapping";
import { momentOf, plainText } from "./read-as";

/** The values that items and mappings have for a booking, by target. */
export type BookingDraft = Partial<Record<BookingTarget, unknown>>;

const text = (max: number) => (value: unknown) => {
  const plain = plainText(value);
  return plain === undefined ? undefined : cut(plain, max);
};
/** A link that people follow: whoever books may have written it. */
const link = (value: unknown) => {
  const url = plainText(value);
  return url !== undefined && url.length <= 2_048 && isHttpUrl(url) ? url : undefined;
};
const zone = (value: unknown) => {
  const name = plainText(value);
  return name !== undefined && isTimeZone(name) ? name : undefined;
};

/** A moment of a booking; undefined if it is none, as is a day without a time. */
function momentIn(value: unknown, region: Region): number | undefined {
  const plain = plainText(value) ?? "";
  if (/^\d{9,13}(\.\d+)?$/.test(plain)) return momentOf(Number(plain));
  const date = readDate(plain, region);
  const ms = parseTimestamp(plain) ?? (date && date.to - date.from === 1 ? date.from : null);
  return ms !== null && ms > 0 ? ms : undefined;
}

const READ: {
  [Name in Exclude<keyof BookingValues, "answers">]: [
    BookingTarget,
    (value: unknown, region: Region) => BookingValues[Name] | undefined,
  ];
} = {
  name: ["name", text(255)],
  startsAt: ["starts_at", momentIn],
  endsAt: ["ends_at", momentIn],
  timeZone: ["time_zone", zone],
  hostName: ["host.name", text(255)],
  hostEmail: ["host.email", text(255)],
  location: ["location", text(1_000)],
  joinUrl: ["join_url", link],
  rescheduleUrl: ["reschedule_url", link],
  cancelUrl: ["cancel_url", link],
  outcome: ["outcome", text(255)],
  outcomeValue: [
    "outcome_value",
    (value, { country }) =>
      typeof value === "number" && Number.isFinite(value)
        ? value
        : numberIn(plainText(value) ?? "", country),
  ],
  cancelledBy: ["cancelled_by", text(255)],
  cancelReason: ["cancel_reason", text(1_000)],
};

/** The most characters of all answers of a booking. */
const [MAX_ANSWER, MAX_ANSWERS] = [2_000, 32_768];

function answersOf(answers: Record<string, unknown>) {
  const texts: [string, string][] = [];
  let size = 0;
  for (const [question, answer] of Object.entries(answers)) {
    const plain = cut(plainText(answer) ?? "", MAX_ANSWER);
    size += question.length + plain.length;
    if (plain !== "" && size <= MAX_ANSWERS) texts.push([question, plain]);
  }
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

/** The facts that need not name an id: a booking of the lead near their time is meant. */
const NAMELESS: ReadonlySet<BookingFactName> = new Set(["outcome", "no_show"]);
const MAX_ID = 500;

const idOf = (value: unknown) => {
  const id = plainText(value);
  return id !== undefined && id.length <= MAX_ID ? id : null;
};

export type BookingRead = { booking: BookingFact; errors: FieldErrors; warnings: ItemWarning[] };

/** Makes a fact of what is known of a booking. No booking ends before it begins. */
export function bookingFact(
  fact: BookingFactName,
  draft: BookingDraft,
  answers: Record<string, unknown>,
  { region, at }: { region: Region; at: number },
): BookingRead {
  const local = { ...region, timeZone: zone(draft.time_zone) ?? region.timeZone };
  const values: Partial<BookingValues> = given({
    ...Object.fromEntries(
      Object.entries(READ).map(([name, [target, read]]) => [name, read(draft[target], local)]),
    ),
    answers: answersOf(answers),
  });
  const { startsAt, endsAt } = values;
  const isReversed = startsAt !== undefined && endsAt !== undefined && endsAt < startsAt;
  if (isReversed) delete values.endsAt;
  const [externalId, replaces] = [idOf(draft.external_id), idOf(draft.replaces)];
  return {
    booking: {
      ...{ fact, externalId, replaces: replaces === externalId ? null : replaces, values },
      at: momentIn(draft.updated_at, local) ?? at,
    },
    errors: errorsOf(fact, draft, { externalId, startsAt }),
    warnings: isReversed ? ["ends_before_start"] : [],
  };
}

function errorsOf(
  fact: BookingFactName,
  draft: BookingDraft,
  { externalId, startsAt }: { externalId: string | null; startsAt: number | undefined },
): FieldErrors {
  const isNamed = externalId !== null || (NAMELESS.has(fact) && startsAt !== undefined);
  const isTimed = fact !== "booked" || startsAt !== undefined;
  const { required, date } = validationMessages;
  return {
    ...(!isNamed && fieldErrors(["booking.external_id"], required)),
    ...(!isTimed &&
      fieldErrors(["booking.starts_at"], draft.starts_at === undefined ? required : date)),
  };
}
