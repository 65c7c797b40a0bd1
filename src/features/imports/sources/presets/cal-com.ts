import type { SourceMapping } from "../mapping";
import { linkStep, preset, signature } from "./preset";

/** A path inside the payload, and the same one in the flat bodies of started and ended meetings. */
const both = (path: string) => [`payload.${path}`, path];

const lead: SourceMapping = [
  { to: "lead_ref", from: ["tracking.lead_ref", "tracking.utm_content"] },
  { to: "full_name", from: ["payload.attendees.0.name", ...both("responses.name")], as: "name" },
  { to: "email", from: ["payload.attendees.0.email", ...both("responses.email")], as: "email" },
  {
    to: "phone",
    from: [
      "payload.attendees.0.phoneNumber",
      ...both("responses.attendeePhoneNumber"),
      ...both("responses.smsReminderNumber"),
      "lead.phone",
    ],
    as: "phone",
  },
];

const booking: SourceMapping = [
  // A no-show that is taken back has the same event: the message tells.
  { to: "booking.state", from: ["payload.message", "triggerEvent"] },
  { to: "booking.external_id", from: ["payload.uid", "payload.bookingUid", "uid"] },
  { to: "booking.replaces", from: ["payload.rescheduleUid"] },
  // The `createdAt` of a flat body is the booking's, not that of the event.
  { to: "booking.updated_at", from: ["endTime", "createdAt"] },
  { to: "booking.name", from: ["payload.eventTitle", "payload.title", "title"] },
  { to: "booking.starts_at", from: both("startTime") },
  { to: "booking.ends_at", from: both("endTime") },
  { to: "booking.time_zone", from: ["payload.attendees.0.timeZone"] },
  { to: "booking.host.name", from: ["payload.organizer.name", "user.name"] },
  { to: "booking.host.email", from: ["payload.organizer.email", "user.email"] },
  { to: "booking.location", from: both("location") },
  {
    to: "booking.join_url",
    from: ["payload.videoCallData.url", ...both("metadata.videoCallUrl"), ...both("location")],
  },
  { to: "booking.answers", from: ["answers"] },
  { to: "booking.cancelled_by", from: ["payload.cancelledBy"] },
  {
    to: "booking.cancel_reason",
    from: ["payload.cancellationReason", "payload.rejectionReason"],
  },
];

export const calCom = preset({
  name: "cal_com",
  label: "Cal.com",
  verification: signature("X-Cal-Signature-256", { encoding: "hex" }),
  mapping: [...lead, ...booking],
  steps: [
    "In Cal.com, open Settings, then Webhooks, and add one with the inbound URL.",
    "Choose the events of bookings: created, rescheduled, cancelled, no-show, meeting ended.",
    "Paste the secret as its secret.",
    linkStep("your booking page", "?metadata[lead_ref]={{lead_ref}}"),
  ],
});
