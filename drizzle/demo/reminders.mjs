import { edge, node } from "./graph.mjs";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A text for who has written within a day: nobody else gets it. */
const text = (words) => ({ text: words, on_window_closed: "skip" });

const before = (seconds) => ({ until: { booking: "starts_at", offset_seconds: -seconds } });

/** The console's starting point of that name. */
export const reminders = {
  name: "Reminders of bookings",
  platform: "whatsapp",
  active: true,
  triggers: [{ id: "booked", type: "booking", data: { states: ["booked"] } }],
  trackedTags: [],
  days: 13,
  /** Nobody has booked for the same day. */
  unused: ["soon"],
  nodes: [
    node("start", "start", 0, 0),
    node(
      "confirm",
      "message",
      240,
      0,
      text("Hello {{first_name|there}}! You’re booked for {{booking.day}} at {{booking.time}}."),
    ),
    node("soon", "condition", 480, 0, {
      branches: [
        { handle: "soon", all: [{ field: "booking.starts_at", op: "within_days", value: 1 }] },
      ],
    }),
    node("day", "delay", 720, 80, before(DAY)),
    node(
      "remind-day",
      "message",
      960,
      80,
      text(
        "A reminder: we meet on {{booking.day}} at {{booking.time}}. Need another time? {{booking.reschedule_url|Just answer here.}}",
      ),
    ),
    node("hour", "delay", 480, 300, before(HOUR)),
    node(
      "remind-hour",
      "message",
      720,
      300,
      text("We meet in an hour, at {{booking.time}}. {{booking.join_url}}"),
    ),
    node("missed", "wait_for_event", 960, 300, {
      event: "booking",
      filter: { states: ["no_show"] },
      timeout_seconds: 2 * DAY,
    }),
    node(
      "new-time",
      "message",
      1200,
      300,
      text(
        "We missed each other today. Choose another time whenever it suits you: {{booking.reschedule_url|just answer here.}}",
      ),
    ),
    node("again", "wait_for_event", 1440, 300, {
      event: "booking",
      filter: { states: ["booked", "moved"] },
      timeout_seconds: 7 * DAY,
    }),
    node("end", "exit", 1440, 520),
  ],
  edges: [
    edge("start", "confirm"),
    edge("confirm", "soon"),
    edge("soon", "hour", "soon"),
    edge("soon", "day", "else"),
    edge("day", "remind-day"),
    edge("day", "end", "cancelled"),
    edge("remind-day", "hour"),
    edge("hour", "remind-hour"),
    edge("hour", "end", "cancelled"),
    edge("remind-hour", "missed"),
    edge("missed", "new-time", "event"),
    edge("missed", "end", "timeout"),
    edge("new-time", "again"),
    edge("again", "confirm", "event"),
    edge("again", "end", "timeout"),
  ],
};
