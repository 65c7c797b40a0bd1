import { foldCase, foldText } from "../../src/lib/text.ts";

/** When each was written, in days before the load, its shortcut and its text. */
const replies = [
  [98, "hello", "Hello {{first_name|there}}, thank you for writing! How can I help you?"],
  [
    98,
    "bonjour",
    "Bonjour {{first_name|à vous}}, merci de votre message ! Comment puis-je vous aider ?",
  ],
  [95, "hours", "The evening course is on Tuesdays and Thursdays, from 18:00 to 20:30."],
  [95, "price", "The whole programme costs 2,400 €, in up to ten instalments without interest."],
  [70, "financing", "Many employers pay half of it. Here is how: http://localhost:8787/guide"],
  [70, "call", "The easiest is to talk for ten minutes. Your hour: http://localhost:8787/call"],
  [33, "later", "No hurry at all, {{first_name|there}}. May I write to you again in the spring?"],
];

export const cannedReplyRows = replies.map(([days, shortcut, text], index) => ({
  id: index + 1,
  workspace_id: 1,
  shortcut,
  shortcut_key: foldCase(shortcut),
  text,
  search: [shortcut, text].map(foldText).join("\n"),
  created_at: days,
  updated_at: days,
}));
