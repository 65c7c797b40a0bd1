// Items as Calendly sends them: https://developer.calendly.com/api-docs

const HOST = "https://api.calendly.com/scheduled_events";

type Changes = {
  /** The id of the invitee, and that of the one that it replaces. */
  id: string;
  old?: string;
  startsAt?: string;
  email?: string;
  at?: string;
  rescheduled?: boolean;
  /** The `utm_content` of the link that was followed. */
  content?: string;
};

const uriOf = (id: string) => `${HOST}/E${id}/invitees/I${id}`;

/** A webhook of Calendly's. */
export const calendlyItem = (
  event: "created" | "canceled",
  { id, old, startsAt = "2027-03-03T10:00:00.000000Z", email, at, ...more }: Changes,
) => ({
  event: `invitee.${event}`,
  created_at: at ?? "2026-11-01T09:00:05.000000Z",
  created_by: "https://api.calendly.com/users/U1",
  payload: {
    uri: uriOf(id),
    old_invitee: old === undefined ? null : uriOf(old),
    new_invitee: null,
    status: event === "created" ? "active" : "canceled",
    ...{ rescheduled: more.rescheduled ?? false, no_show: null },
    ...{ name: "Maud Renard", first_name: null, last_name: null },
    email: email ?? "maud@example.com",
    text_reminder_number: null,
    timezone: "Europe/Paris",
    questions_and_answers: [
      { question: "Your WhatsApp no.", answer: "06 39 98 04 05", position: 0 },
    ],
    tracking: { utm_content: more.content ?? null },
    cancel_url: `https://calendly.com/cancellations/I${id}`,
    reschedule_url: `https://calendly.com/reschedulings/I${id}`,
    scheduled_event: {
      name: "Discovery call",
      start_time: startsAt,
      end_time: startsAt.replace(":00:00", ":30:00"),
      location: { type: "zoom", join_url: "https://zoom.example/j/1" },
      event_memberships: [{ user_email: "sam@example.com", user_name: "Sam" }],
    },
  },
});
