// Parses the dialogues. A conversation begins with the lead, the platform, and the time of its last
// message in days before the load. Each further line is a message:
//
//   # 9 whatsapp 18.7
//   20h > [buttons Friday 10:00 / Friday 15:00, read] Which hour suits you?
//
// A line has the time since the message before (four minutes by default); the author (`<` the lead,
// `>` the team); in brackets the type and the status; and the text, or the parameters of a
// template.
const DAYS = { m: 1 / 1440, h: 1 / 24, d: 1 };
const USUAL_GAP = 4 * DAYS.m;
const LINE = /^(?:(\d+)([mhd]) )?([<>])(?: \[([^\]]+)\])?(?: (.+))?$/;
const STATUSES = ["sent", "delivered", "read", "failed"];

function lineOf(line) {
  const [, gap, unit, side, notes = "", text = null] = LINE.exec(line);
  const noted = notes.split(", ").map((note) => note.split(/ (.*)/s));
  const [status, reason] = noted.find(([name]) => STATUSES.includes(name)) ?? [];
  const [kind, detail] = noted.find(([name]) => name && !STATUSES.includes(name)) ?? ["text"];
  return {
    gap: gap ? Number(gap) * DAYS[unit] : USUAL_GAP,
    isOurs: side === ">",
    kind,
    detail,
    text,
    status,
    reason,
  };
}

function talkOf(block) {
  const [head, ...lines] = block.split("\n");
  const [, lead, platform, last] = /^(\d+) (\w+) ([\d.]+)$/.exec(head);
  let at = Number(last);
  const messages = [];
  for (const { gap, ...message } of lines.map(lineOf).toReversed()) {
    messages.unshift({ ...message, at });
    at += gap;
  }
  return { lead: Number(lead), platform, messages };
}

/**
 * The status of an outbound message without one: a lead who answers has read it. `read` is when.
 */
function withStatus(message, index, { messages }) {
  if (!message.isOurs) return { ...message, status: "received" };
  const answer = messages.slice(index + 1).find(({ isOurs }) => !isOurs);
  const status = message.status ?? (answer ? "read" : "delivered");
  return {
    ...message,
    status,
    read:
      status === "read" ? (answer ? (message.at + answer.at) / 2 : message.at - 10 * DAYS.m) : null,
  };
}

/**
 * The conversations and their messages in the order in which they began, which is that of their
 * ids.
 */
export function talksOf(...texts) {
  const talks = texts
    .flatMap((text) => text.trim().split(/\n*# /).slice(1).map(talkOf))
    .toSorted((a, b) => b.messages[0].at - a.messages[0].at)
    .map((talk, index) => ({ ...talk, id: index + 1 }));
  const messages = talks
    .flatMap((talk) =>
      talk.messages.map((message, index) => ({ ...withStatus(message, index, talk), talk })),
    )
    .toSorted((a, b) => b.at - a.at)
    .map((message, index) => ({ ...message, id: index + 1 }));
  return { talks, messages };
}

/** The times of a conversation's last outbound and inbound message, in days before the load. */
export const lastOf = ({ messages }, isOurs) =>
  messages.findLast((message) => message.isOurs === isOurs && message.status !== "failed")?.at ??
  null;
