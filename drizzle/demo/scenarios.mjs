const node = (id, type, x, y, data = {}) => ({ id, type, position: { x, y }, data });
const edge = (source, target, handle) => ({
  id: `${source}-${handle ?? "next"}-${target}`,
  source,
  target,
  ...(handle && { source_handle: handle }),
});

const HOUR = 3600;
const DAY = 24 * HOUR;

/** In the order of their ids. */
export const scenarios = [
  {
    name: "Webinar follow-up",
    platform: "whatsapp",
    active: true,
    trackedTags: [3, 6],
    webhook: "https://example.com/hooks/webinar",
    days: 80,
    nodes: [
      node("start", "start", 0, 200),
      node("language", "condition", 220, 200, {
        branches: [{ handle: "french", all: [{ field: "variables.language", op: "equals", value: "fr" }] }],
      }),
      node("hello-fr", "message", 460, 80, {
        text: "Bonjour {{first_name|à vous}} 👋 Le replay de l'atelier est là : http://localhost:8787/webinar",
      }),
      node("hello-en", "message", 460, 320, {
        text: "Hello {{first_name|there}} 👋 The replay of the workshop: http://localhost:8787/webinar",
      }),
      node("watched", "wait_for_event", 700, 200, { event: "link_clicked", timeout_seconds: 2 * DAY }),
      node("attendee", "add_tag", 940, 80, { tag_ids: [3] }),
      node("pause", "delay", 1180, 80, { seconds: 4 * HOUR }),
      node("question", "message", 1420, 80, { text: "What did you think of it? Answer 1 to talk about it on a call, 2 for the guide." }),
      node("answer", "wait_for_reply", 1660, 80, {
        timeout_seconds: 3 * DAY,
        save_to: "webinar_answer",
        matches: [
          { handle: "call", op: "equals", value: "1" },
          { handle: "guide", op: "equals", value: "2" },
        ],
      }),
      node("book", "message", 1900, -40, { text: "Choose your hour: http://localhost:8787/call" }),
      node("send-guide", "message", 1900, 120, { text: "Here it is: http://localhost:8787/guide" }),
      node("person", "handoff", 1900, 280, { reason: "Answered in their own words" }),
      node("cold", "update_lead", 940, 320, { warmth: "cold" }),
      node("end", "exit", 2140, 200, { reason: "End of the follow-up" }),
    ],
    edges: [
      edge("start", "language"),
      edge("language", "hello-fr", "french"),
      edge("language", "hello-en", "else"),
      edge("hello-fr", "watched"),
      edge("hello-en", "watched"),
      edge("watched", "attendee", "event"),
      edge("watched", "cold", "timeout"),
      edge("attendee", "pause"),
      edge("pause", "question"),
      edge("question", "answer"),
      edge("answer", "book", "call"),
      edge("answer", "send-guide", "guide"),
      edge("answer", "person", "reply"),
      edge("answer", "end", "timeout"),
      edge("cold", "end"),
    ],
  },
  {
    name: "Instagram welcome",
    platform: "instagram",
    active: false,
    trackedTags: [1],
    days: 45,
    nodes: [
      node("start", "start", 0, 160),
      node("thanks", "message", 240, 160, { text: "Thank you for writing, {{first_name|you}} ✨ What would you like to make?" }),
      node("dream", "wait_for_reply", 480, 160, { timeout_seconds: 20 * HOUR, save_to: "dream" }),
      node("half", "split", 720, 80, {
        branches: [
          { handle: "guide", percent: 50 },
          { handle: "webinar", percent: 50 },
        ],
      }),
      node("guide", "message", 960, 0, { text: "This will help: http://localhost:8787/guide" }),
      node("webinar", "message", 960, 160, { text: "We made a film about it: http://localhost:8787/webinar" }),
      node("warm", "update_lead", 1200, 80, { warmth: "warm" }),
      node("end", "exit", 1440, 160, { reason: "Welcomed" }),
    ],
    edges: [
      edge("start", "thanks"),
      edge("thanks", "dream"),
      edge("dream", "half", "reply"),
      edge("dream", "end", "timeout"),
      edge("half", "guide", "guide"),
      edge("half", "webinar", "webinar"),
      edge("guide", "warm"),
      edge("webinar", "warm"),
    ],
  },
];

// Leads in the scenarios, in the order in which they were enrolled: days before the load; a negative `next` is still to come.
export const runs = `
scenario | lead | enrolled | state | node | next | ended | reason
1 | 6 | 78 | completed | book | | 73 | reached_end
1 | 9 | 77.5 | completed | book | | 72 | reached_end
1 | 14 | 62 | exited | watched | | 58.7 | opted_out
1 | 16 | 60 | exited | end | | 58 | exit_node
1 | 23 | 44 | handed_off | person | | 42.1 | handoff
2 | 22 | 40 | completed | warm | | 39 | reached_end
2 | 31 | 38 | waiting | dream | -0.4 | |
1 | 33 | 30 | cancelled | answer | | 25 | cancelled
2 | 47 | 14 | waiting | dream | -0.6 | |
1 | 44 | 6.5 | waiting | answer | -0.9 | |
1 | 38 | 3 | waiting | answer | -1.2 | |
1 | 54 | 1.1 | waiting | watched | -0.9 | |
1 | 56 | 0.5 | waiting | watched | -1.5 | |
2 | 57 | 0.3 | pending | | | |
1 | 59 | 0.1 | pending | | -0.01 | |
`;
