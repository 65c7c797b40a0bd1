import { cut } from "#lib/text";
import { iso, isoOrNull } from "#lib/time";

// The members by which events show the rows that they are about. Times are in milliseconds.

type Members = Record<string, unknown>;
type ClickRow = Members & { clicked_at: number };
type MessageRow = Members & {
  text: string | null;
  error: { retry_at: number | null } | null;
  sent_at: number | null;
  delivered_at: number | null;
  read_at: number | null;
  edited_at: number | null;
};

type CommentRow = Members & {
  text: string | null;
  is_live: 0 | 1;
  author_id: string;
  author_name: string | null;
  at: number;
};

type BookingRow = Members & {
  starts_at: number | null;
  ends_at: number | null;
  previous_starts_at: number | null;
  host_name: string | null;
  host_email: string | null;
};

const texts = (names: string[], characters: number) =>
  names.map((name) => `'${name}', substr(${name}, 1, ${characters})`);

/** The members of a `BookingRow`, for `json_object`. */
export const bookingColumns = [
  ...["id", "lead_id", "source_id", "state", "moves", "outcome_value"].map(
    (name) => `'${name}', ${name}`,
  ),
  ...["starts_at", "ends_at", "previous_starts_at"].map((name) => `'${name}', ${name}`),
  ...texts(["name", "time_zone", "host_name", "host_email", "location", "outcome"], 255),
  ...texts(["external_id", "cancelled_by", "cancel_reason"], 255),
  ...texts(["join_url", "reschedule_url", "cancel_url"], 512),
].join(", ");

/** `stored` has the time as it was stored with the event. */
export const bookingData = (
  stored: Members,
  booking: BookingRow | null,
  maxCharacters: number,
) => ({
  ...stored,
  starts_at: isoOrNull((stored.starts_at ?? null) as number | null),
  booking: booking && bookingOf(booking, maxCharacters),
});

function bookingOf(booking: BookingRow, maxCharacters: number) {
  const short = Object.entries(booking).map(([name, value]) => [
    name,
    typeof value === "string" && name !== "state" ? cut(value, maxCharacters) : value,
  ]);
  const { host_name: name, host_email: email, ...members } = Object.fromEntries(short);
  return {
    ...members,
    starts_at: isoOrNull(booking.starts_at),
    ends_at: isoOrNull(booking.ends_at),
    previous_starts_at: isoOrNull(booking.previous_starts_at),
    host: { name, email },
  };
}

export const clickOf = (click: ClickRow | null) =>
  click && { ...click, clicked_at: iso(click.clicked_at) };

export function commentOf(comment: CommentRow | null, maxCharacters: number) {
  if (!comment) return null;
  const { author_id, author_name, text, ...members } = comment;
  return {
    ...members,
    is_live: comment.is_live === 1,
    author: { id: author_id, username: author_name },
    text: text && cut(text, maxCharacters),
    at: iso(comment.at),
  };
}

export function messageOf(message: MessageRow | null, maxCharacters: number) {
  if (!message) return null;
  const { text, error } = message;
  return {
    ...message,
    text: text && cut(text, maxCharacters),
    error: error && { ...error, retry_at: isoOrNull(error.retry_at) },
    sent_at: isoOrNull(message.sent_at),
    delivered_at: isoOrNull(message.delivered_at),
    read_at: isoOrNull(message.read_at),
    edited_at: isoOrNull(message.edited_at ?? null),
  };
}
