import type { SourceDeliveryStatus } from "#client";

export default {
  title: "Received",
  received: "Received",
  fact: "What it is",
  status: "Result",
  lead: "Lead",
  booking: "Booking",
  openBooking: "Open the booking",
  wrong: "What is wrong",
  all: "All results",
  none: "Nothing has come yet",
  noneAbout: "Send a test from the other service. If nothing shows up here, check the URL there.",
  noMatch: "Nothing with this result",
  showAll: "Show all",
  kept:
    "Results are kept for 30 days. What came is kept of the newest 50, and for 7 days of those that " +
    "need you.",
  consentNot:
    "The consent was not entered: this person has opted out before, or may not be written to.",
  forReaders: "You lack the right to read leads, which are in what comes.",
  delivery: "What came",
  replayed: "Replayed",
  body: "As it came",
  bodyGone: "It is no longer kept, so it can’t be replayed.",
  mend: "Open in mapping",
  replay: "Replay",
  replayAll: "Replay all",
  replaying: (count: string, of: number) =>
    of === 0
      ? "Nothing is left to replay: what came is no longer kept."
      : of === 1
        ? "One is replayed now."
        : `${count} are replayed now.`,
  replayMore: "Replay again for the rest.",
  conflict: (field: string) => `${field} belongs to another lead.`,
  conflictWith: (field: string) => `${field} belongs to another lead:`,
  warnings: {
    times_disagree:
      "The scheduler names two times that don’t agree. Check the booking; if it is off by some " +
      "hours, choose the other times under Stages.",
    ends_before_start: "It would end before it begins, so its end was left out.",
  },
  explained: {
    created: "A new lead or a new booking came of it.",
    updated: "A known lead, or its booking, was changed.",
    unchanged: "It brought nothing that was not known.",
    ignored:
      "Nobody wants to know of it: it is about no contact and no booking that is known here.",
    conflict:
      "Its fields belong to several leads. Merge them, or change what leads are known by, and " +
      "replay it.",
    invalid: "Something of it can’t be used. Mend the mapping, and replay it.",
    spam: "A robot has sent it, by all appearances. Nothing came of it.",
    held: "It waits, and goes on by itself once it may: when you resume, or on the next day.",
    failed: "A quota was full, or it failed five times. Replay it.",
  } satisfies Record<SourceDeliveryStatus, string>,
};
