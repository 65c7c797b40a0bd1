import { createHash } from "node:crypto";
import { conversationRows, messages, talks } from "./conversations.mjs";

// The team at work: who answers, what is done, and what they note for each other.

/** Tokens that nobody has: the demo has a token of its own. */
export const people = ["Camille", "Noah"].map((name, index) => ({
  id: index + 2,
  workspace_id: 1,
  name,
  hash: createHash("sha256").update(`${name} has no token`).digest("hex"),
  abilities: ["conversations:read", "conversations:write", "leads:read"],
  last_used_at: 0.5,
  created_at: 100,
}));

const NOTES = [
  "Prefers to be called after 6 p.m.",
  "Her employer may pay half: ask for the quote by Friday.",
  "Wants to speak to someone who has done the programme.",
  "Do not send the brochure again, he has it.",
];

const lastAt = (id) => talks.find((talk) => talk.id === id).messages.at(-1).at;
const noted = conversationRows
  .map(({ id }) => id)
  .toSorted((one, other) => lastAt(one) - lastAt(other))
  .slice(0, NOTES.length);

export const noteRows = noted.map((conversation, index) => ({
  id: messages.length + 1 + index,
  workspace_id: 1,
  conversation_id: conversation,
  direction: "internal",
  type: "note",
  text: NOTES[index],
  author: { id: people[index % 2].id, name: people[index % 2].name },
  status: "noted",
  changed_by: `t${people[index % 2].id}`,
  created_at: lastAt(conversation) * 0.9,
}));

const DAY_MS = 86_400_000;

/**
 * The last three days are unread. What is a month old is closed, some of the rest is snoozed, and
 * most of it is somebody's.
 */
export const INBOX = `with loaded as (select updated_at as ms from workspaces where id = 1),
last as (
  select conversations.id as talk_id, max(messages.created_at) as at
  from conversations join messages on conversation_id = conversations.id
  where direction <> 'internal' group by 1
)
update conversations set
  unread_count = (
    select count(*) from messages
    where conversation_id = conversations.id and messages.created_at > ms - ${3 * DAY_MS}
      and direction = 'inbound' and type not in ('system', 'reaction')),
  state = iif(ms - at > ${30 * DAY_MS}, 'closed', iif(talk_id % 7 = 0, 'snoozed', 'open')),
  snoozed_until = iif(ms - at <= ${30 * DAY_MS} and talk_id % 7 = 0, ms + ${2 * DAY_MS}, null),
  assignee_id = iif(talk_id % 3 = 0, 0, talk_id % 3 + 1),
  assignee_name = iif(talk_id % 3 = 0, null, (select name from tokens where id = talk_id % 3 + 1)),
  changed_by = 't1'
from loaded, last
where conversations.id = talk_id;`;
