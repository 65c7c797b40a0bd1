import type { SourceFact } from "#domain/sources";
import { iso, MINUTE_MS, parseTimestamp } from "#lib/time";
import { factOfWord } from "../booking-words";
import type { Item } from "../item";
import type { ReadingSettings, SourceTimes } from "../mapping";
import { answersBy, phoneAmong } from "./answers";
import type { KindDefinition } from "./definition";
import { given, type Members, memberAt, membersOf, textAt, textOf } from "./members";

const isTrue = (value: unknown) => value === true || value === "true";

/** The names of hooks differ, so the members of an item tell what it is about. */
function factOf(item: Members): SourceFact | null {
  if (textAt(item, "callOutcome") !== undefined) return "outcome";
  if (/delet/i.test(textAt(item, "hookType") ?? "")) return null;
  const isCanceled = [item.event, item.invitee].some((one) => isTrue(memberAt(one, ["canceled"])));
  if (isCanceled) return "cancelled";
  const isMoved = isTrue(memberAt(item.invitee, ["is_reschedule"]));
  const moved = textAt(item, "event", "old_start_time");
  const isCall = isMoved || moved !== undefined || textAt(item, "event", "uuid") !== undefined;
  return isCall ? "booked" : "contact";
}

/** Answers stand by number, which are dropped, and by question. */
const NUMBERED = /^\d+_(question|response)$/;

function answersOf(item: Members) {
  const asked = [item, membersOf(item.invitee), membersOf(item.event)].flatMap((holder) => [
    holder.questionsAndAnswers,
    holder.questions_and_answers,
  ]);
  const pairs = asked.flatMap((one): [unknown, unknown][] =>
    Array.isArray(one)
      ? one.map(membersOf).map(({ question, answer, response }) => [question, answer ?? response])
      : Object.entries(membersOf(one)).filter(([question]) => !NUMBERED.test(question)),
  );
  return answersBy(pairs);
}

function read(
  input: unknown,
  { times, country }: Pick<ReadingSettings, "times" | "country">,
): Item {
  const item = membersOf(input);
  const answers = answersOf(item);
  const fact = factOf(item);
  const isContact = fact === "contact" || fact === null;
  const written = timesOf(item, times);
  return {
    fact,
    // Calls have no time of their change, and those that they have can't be trusted.
    at: null,
    lead: leadOf(item, phoneAmong(answers, country)),
    booking: isContact ? null : fact === "outcome" ? outcomeOf(item) : callOf(item, written),
    answers,
    tracking: { ...membersOf(memberAt(item.invitee, ["tracking"])), ...membersOf(item.tracking) },
    raw: input,
    warnings: !isContact && fact !== "outcome" && written.areContrary ? ["times_disagree"] : [],
  };
}

const NAMES = { first: ["firstName", "first_name"], last: ["lastName", "last_name"] };
const PHONES = ["phoneNumber", "phone_number", "phone"];

function leadOf(item: Members, answered: string | undefined): Members {
  const people = [membersOf(item.invitee), item];
  const first = (names: string[]) =>
    people.flatMap((one) => names.map((name) => textOf(one[name]))).find(Boolean);
  return given({
    full_name: first(["name"]),
    first_name: first(NAMES.first),
    last_name: first(NAMES.last),
    email: first(["email"]),
    phone: first(PHONES),
    answered_phone: answered,
    second_phone: first(["secondary_phoneNumber"]),
    // A state of the contact. `QUALIFIED_CALL_BOOKED` is no booking.
    status: first(["status"]),
  });
}

function callOf(item: Members, { starts, ends }: Times): Members {
  const [event, kind] = [membersOf(item.event), membersOf(item.event_type)];
  const hosts = Object.values(membersOf(event.extended_assigned_to));
  const host = hosts.find((one) => isTrue(memberAt(one, ["primary"]))) ?? hosts[0];
  const place = textAt(event, "location");
  const isLink = place !== undefined && /^https?:/i.test(place);
  return given({
    external_id: textAt(event, "uuid"),
    name: textAt(kind, "name"),
    starts_at: starts,
    ends_at: ends,
    time_zone: textAt(item, "invitee", "timezone") ?? textAt(item, "invitee", "timeZone"),
    host: given({ name: textAt(host, "name"), email: textAt(host, "email") }),
    location: isLink ? undefined : place,
    join_url: isLink ? place : undefined,
    reschedule_url: textAt(item, "invitee", "reschedule_url"),
    cancel_url: textAt(item, "invitee", "cancel_url"),
    cancelled_by: textAt(event, "canceler_name") ?? textAt(item, "invitee", "canceler_name"),
    cancel_reason: textAt(event, "cancel_reason") ?? textAt(item, "invitee", "cancel_reason"),
  });
}

/** The `uuid` of an outcome is its own, not that of the call, which is found by its time. */
function outcomeOf(item: Members): Members {
  const outcome = textAt(item, "callOutcome") ?? "";
  return given({
    name: textAt(item, "eventName"),
    starts_at: textAt(item, "startTime"),
    host: given({ email: textAt(item, "closerEmail") }),
    outcome,
    outcome_value: item.dealValue ?? memberAt(item.deal, ["value"]) ?? undefined,
    no_show: factOfWord(outcome) === "no_show" ? "no_show" : undefined,
  });
}

type Times = { starts: string | undefined; ends: string | undefined; areContrary: boolean };

/** A time whose offset is not meant: the clock shows UTC. */
const asUtc = (time: string | undefined) => time?.replace(/(Z|[+-]\d\d:?\d\d)$/, "Z");
const msOf = (time: string | undefined) => parseTimestamp(time ?? "") ?? undefined;

/** The time behind another by so many milliseconds. */
const after = (starts: string | undefined, ms: number | undefined) => {
  const from = msOf(starts);
  return from === undefined || ms === undefined ? undefined : iso(from + ms);
};

/**
 * The times of a call. `utc_start_time` has an offset that is not UTC, and `utc_end_time` may be
 * the start: the length is that of the other times, else that of the kind of call.
 */
function timesOf(item: Members, times: SourceTimes | null): Times {
  const [local, until] = [textAt(item, "event", "start_time"), textAt(item, "event", "end_time")];
  const utc = textAt(item, "event", "utc_start_time");
  const [from, to] = [msOf(local), msOf(until)];
  const isLong = from !== undefined && to !== undefined && to > from;
  const length = isLong ? to - from : lengthOf(membersOf(item.event_type));
  const starts = times === "utc" ? (asUtc(utc) ?? local) : (local ?? asUtc(utc));
  const areContrary = from !== undefined && utc !== undefined && msOf(utc) !== from;
  const ends = times === "utc" ? undefined : until;
  return {
    starts,
    ends: ends ?? after(starts, length),
    areContrary: times === null && areContrary,
  };
}

const UNITS: Record<string, number> = { MINUTES: MINUTE_MS, HOURS: 60 * MINUTE_MS };

/** Durations are texts. */
function lengthOf(kind: Members): number | undefined {
  const duration = Number(textAt(kind, "duration"));
  const unit = UNITS[textAt(kind, "durationUnit")?.toUpperCase() ?? "MINUTES"];
  return duration > 0 && duration <= 1_440 && unit !== undefined ? duration * unit : undefined;
}

export const iclosed: KindDefinition = {
  read,
  paths: "read",
  matchBy: ["lead_ref", "email", "phone"],
  verification: { scheme: "none" },
  mapping: [
    { to: "lead_ref", from: ["tracking.utm_content"] },
    { to: "full_name", from: ["lead.full_name"] },
    { to: "first_name", from: ["lead.first_name"] },
    { to: "last_name", from: ["lead.last_name"] },
    { to: "email", from: ["lead.email"] },
    { to: "phone", from: ["lead.phone", "lead.answered_phone", "lead.second_phone"], as: "phone" },
    { to: "variables.iclosed_status", from: ["lead.status"] },
    { to: "booking.state", from: ["booking.no_show"] },
  ],
};
