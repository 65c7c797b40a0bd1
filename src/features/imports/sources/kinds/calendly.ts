import type { SourceFact } from "#domain/sources";
import { parseTimestamp } from "#lib/time";
import type { Item } from "../item";
import { answersBy, phoneAmong } from "./answers";
import type { KindDefinition } from "./definition";
import { given, itemsIn, type Members, memberAt, membersOf, textAt } from "./members";

/** The facts of Calendly's events. Nobody wants to know of the others. */
const FACTS: Record<string, (payload: Members) => SourceFact> = {
  "invitee.created": () => "booked",
  // A move is a cancellation of the old invitee, beside the creation of a new one.
  "invitee.canceled": ({ rescheduled }) => (rescheduled === true ? "moved" : "cancelled"),
  "invitee_no_show.created": () => "no_show",
  "invitee_no_show.deleted": () => "attended",
};

const eventOf = (item: unknown) => textAt(item, "event") ?? "";
const payloadOf = (item: unknown) => membersOf(memberAt(item, ["payload"]));

function factOf(item: unknown): SourceFact | null {
  const event = eventOf(item);
  return Object.hasOwn(FACTS, event) ? (FACTS[event]?.(payloadOf(item)) ?? null) : null;
}

function read(item: unknown, { country }: { country: string | null }): Item {
  const payload = payloadOf(item);
  const questions = itemsIn(payload.questions_and_answers).map(membersOf);
  const answers = answersBy(questions.map(({ question, answer }) => [question, answer]));
  return {
    fact: factOf(item),
    at: parseTimestamp(textAt(item, "created_at") ?? ""),
    lead: leadOf(payload, phoneAmong(answers, country)),
    booking: bookingOf(payload),
    answers,
    tracking: membersOf(payload.tracking),
    raw: item,
    warnings: [],
  };
}

/** The number that the host calls is the invitee's; that of an `inbound_call` is the host's. */
const CALLED = "outbound_call";

function leadOf(payload: Members, answered: string | undefined): Members {
  const place = memberAt(payload, ["scheduled_event", "location"]);
  return given({
    full_name: textAt(payload, "name"),
    first_name: textAt(payload, "first_name"),
    last_name: textAt(payload, "last_name"),
    email: textAt(payload, "email"),
    text_reminder_number: textAt(payload, "text_reminder_number"),
    answered_phone: answered,
    called_phone: textAt(place, "type") === CALLED ? textAt(place, "location") : undefined,
  });
}

function bookingOf(payload: Members): Members {
  const event = membersOf(payload.scheduled_event);
  const [host] = itemsIn(event.event_memberships);
  return given({
    external_id: textAt(payload, "uri"),
    replaces: textAt(payload, "old_invitee"),
    name: textAt(event, "name"),
    starts_at: textAt(event, "start_time"),
    ends_at: textAt(event, "end_time"),
    time_zone: textAt(payload, "timezone"),
    host: given({ name: textAt(host, "user_name"), email: textAt(host, "user_email") }),
    location: textAt(event, "location", "location"),
    join_url: textAt(event, "location", "join_url"),
    reschedule_url: textAt(payload, "reschedule_url"),
    cancel_url: textAt(payload, "cancel_url"),
    cancelled_by: textAt(payload, "cancellation", "canceled_by"),
    cancel_reason: textAt(payload, "cancellation", "reason"),
  });
}

/** The invitee's URI is the same in all events about it. */
function dedupe(item: unknown) {
  const [event, uri] = [eventOf(item), textAt(item, "payload", "uri")];
  if (event === "invitee_no_show.deleted" || !uri) return null;
  return [event, uri, textAt(item, "payload", "no_show", "uri") ?? ""].join(" ");
}

export const calendly: KindDefinition = {
  read,
  paths: "read",
  dedupe,
  matchBy: ["lead_ref", "email", "phone"],
  verification: {
    scheme: "hmac",
    header: "Calendly-Webhook-Signature",
    algorithm: "sha256",
    encoding: "hex",
    prefix: "v1=",
    timestamp: "signature",
    tolerance_seconds: 300,
  },
  mapping: [
    { to: "lead_ref", from: ["tracking.utm_content"] },
    { to: "full_name", from: ["lead.full_name"] },
    { to: "first_name", from: ["lead.first_name"] },
    { to: "last_name", from: ["lead.last_name"] },
    { to: "email", from: ["lead.email"] },
    {
      to: "phone",
      from: ["lead.text_reminder_number", "lead.answered_phone", "lead.called_phone"],
      as: "phone",
    },
  ],
};
