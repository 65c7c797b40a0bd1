/** Canned replies, for the document. */
export const cannedReplyExamples = [
  {
    shortcut: "hours",
    text: "Hello {{first_name|there}}, we answer from 9 to 6.",
    platform: null,
  },
  {
    shortcut: "dates",
    type: "link_button",
    text: "Six places left",
    link_buttons: [{ title: "See dates", url: "https://example.com/dates" }],
  },
];

/** A canned reply as it is answered. */
export const shownExample = {
  id: 4,
  shortcut: "dates",
  type: "link_button" as const,
  text: "Six places left, {{first_name|you}}.",
  link_buttons: [{ title: "See dates", url: "https://example.com/dates" }],
  platform: null,
  created_at: "2026-11-12T08:30:00.000Z",
  updated_at: "2026-11-12T08:30:00.000Z",
};
