// Reads the dialogues. A talk begins with the lead, the platform, and how many days before the load its last message was sent; each line
// after that is a message:
//
//   # 9 whatsapp 18.7
//   20h > [buttons Friday 10:00 / Friday 15:00, read] Which hour suits you?
//
// First how long after the message before it (four minutes where nothing is said), then whose it is (`<` the lead's, `>` ours), in
// brackets what it is but text and what became of it, and the text; of a template, the parameters.
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

/** What became of a message of ours, unless it is said: who answers has read it. `read` is when. */
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

/** The talks in the order in which they began, and so the messages: their ranks are their ids. */
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

/** When messages of a talk were last sent and received, in days before the load. */
export const lastOf = ({ messages }, isOurs) =>
  messages.findLast((message) => message.isOurs === isOurs && message.status !== "failed")?.at ??
  null;
