import { edge, node } from "./graph.mjs";
import { reminders } from "./reminders.mjs";

/** A template for leads outside the window. It names the lead, and may have a button with a URL. */
const template = (name, language, fallback, url) => ({
  name,
  language,
  components: [
    { type: "body", parameters: [{ type: "text", text: `{{first_name|${fallback}}}` }] },
    ...(url
      ? [{ type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: url }] }]
      : []),
  ],
});

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The scenarios, in the order of their ids. */
export const scenarios = [
  {
    name: "Webinar follow-up",
    platform: "whatsapp",
    active: true,
    triggers: [
      {
        id: "the-day-after",
        type: "date",
        data: { of: "variables.webinar_at", offset_days: 1, at: "10:00", time_zone: "lead" },
      },
    ],
    trackedTags: [3, 6],
    days: 80,
    nodes: [
      node("start", "start", 0, 200),
      node("language", "condition", 220, 200, {
        branches: [
          { handle: "french", all: [{ field: "variables.language", op: "equals", value: "fr" }] },
        ],
      }),
      node("hello-fr", "message", 460, 80, {
        text: "Bonjour {{first_name|à vous}} 👋 Le replay de l'atelier est là : http://localhost:8787/webinar",
        on_window_closed: template(
          "webinar_replay",
          "fr",
          "à vous",
          "http://localhost:8787/webinar",
        ),
      }),
      node("hello-en", "message", 460, 320, {
        text: "Hello {{first_name|there}} 👋 The replay of the workshop: http://localhost:8787/webinar",
        on_window_closed: template(
          "webinar_replay",
          "en_US",
          "there",
          "http://localhost:8787/webinar",
        ),
      }),
      node("watched", "wait_for_event", 700, 200, {
        event: "link_clicked",
        timeout_seconds: 2 * DAY,
      }),
      node("attendee", "add_tag", 940, 80, { tag_ids: [3] }),
      node("pause", "delay", 1180, 80, { seconds: 4 * HOUR }),
      node("question", "message", 1420, 80, {
        text: "What did you think of it? Answer 1 to talk about it on a call, 2 for the guide.",
        on_window_closed: template("after_the_webinar", "en_US", "there"),
      }),
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
    active: true,
    triggers: [
      { id: "hello", type: "first_message", data: {} },
      { id: "story", type: "story_reply", data: {} },
      {
        id: "price",
        type: "comment",
        data: { words: ["PRICE", "PRICES", "prix", "precio", "preço"] },
      },
    ],
    trackedTags: [1],
    days: 45,
    nodes: [
      node("start", "start", 0, 160),
      node("begun", "condition", 240, 160, {
        branches: [
          { handle: "comment", all: [{ field: "trigger.type", op: "equals", value: "comment" }] },
          { handle: "now", all: [{ field: "window_open", op: "equals", value: true }] },
        ],
      }),
      node("late", "exit", 480, 320, { reason: "Wrote more than a day ago" }),
      node("under", "comment_reply", 480, 0, {
        texts: ["Thank you! We have written to you ✨", "See your messages 💌"],
      }),
      node("prices", "message", 720, 0, {
        type: "link_button",
        text: "Hello {{first_name|there}} ✨ The whole programme costs 2,400 €. What would you like to make?",
        link_buttons: [{ title: "See the guide", url: "http://localhost:8787/guide" }],
      }),
      node("thanks", "message", 720, 160, {
        text: "Thank you for writing, {{first_name|you}} ✨ What would you like to make?",
      }),
      node("dream", "wait_for_reply", 960, 160, { timeout_seconds: 20 * HOUR, save_to: "dream" }),
      node("half", "split", 1200, 160, {
        branches: [
          { handle: "guide", percent: 50 },
          { handle: "webinar", percent: 50 },
        ],
      }),
      node("guide", "message", 1440, 80, { text: "This will help: http://localhost:8787/guide" }),
      node("webinar", "message", 1440, 240, {
        text: "We made a film about it: http://localhost:8787/webinar",
      }),
      node("warm", "update_lead", 1680, 160, { warmth: "warm" }),
      node("end", "exit", 1920, 240, { reason: "Welcomed" }),
    ],
    edges: [
      edge("start", "begun"),
      edge("begun", "under", "comment"),
      edge("begun", "thanks", "now"),
      edge("begun", "late", "else"),
      edge("under", "prices"),
      edge("under", "prices", "failed"),
      edge("prices", "dream"),
      edge("thanks", "dream"),
      edge("dream", "half", "reply"),
      edge("dream", "end", "timeout"),
      edge("half", "guide", "guide"),
      edge("half", "webinar", "webinar"),
      edge("guide", "warm"),
      edge("webinar", "warm"),
      edge("warm", "end"),
    ],
  },
  {
    name: "Guide or call",
    platform: "whatsapp",
    active: true,
    triggers: [
      {
        id: "guide",
        type: "keyword",
        data: {
          words: ["GUIDE", "le guide", "guía", "la guía"],
          match: "begins",
          again: { after_days: 7 },
          filter: { all: [{ field: "pipeline_stage", op: "not_equals", value: "won" }] },
        },
      },
      { id: "newsletter", type: "tag_added", data: { tag_ids: [2] } },
    ],
    trackedTags: [4, 6],
    days: 30,
    nodes: [
      node("start", "start", 0, 160),
      node("ask", "message", 240, 160, {
        text: "Thank you for writing, {{first_name|you}}! Answer 1 for our guide, 2 to choose an hour for a call.",
        on_window_closed: "skip",
      }),
      node("answer", "wait_for_reply", 480, 160, {
        timeout_seconds: DAY,
        save_to: "wish",
        matches: [
          { handle: "guide", op: "in", value: ["1", "guide"] },
          { handle: "call", op: "in", value: ["2", "call"] },
        ],
      }),
      node("send-guide", "message", 720, 0, { text: "Here it is: http://localhost:8787/guide" }),
      node("send-call", "message", 720, 160, {
        text: "Here are our free hours: http://localhost:8787/call",
      }),
      node("opened", "wait_for_event", 960, 80, {
        event: "link_clicked",
        timeout_seconds: 2 * DAY,
      }),
      node("warm", "update_lead", 1200, 0, { warmth: "hot" }),
      node("vip", "add_tag", 1440, 0, { tag_ids: [7] }),
      node("person", "handoff", 720, 320, { reason: "Answered in their own words" }),
      node("end", "exit", 1200, 240, { reason: "Never answered or never looked" }),
    ],
    edges: [
      edge("start", "ask"),
      edge("ask", "answer"),
      edge("answer", "send-guide", "guide"),
      edge("answer", "send-call", "call"),
      edge("answer", "person", "reply"),
      edge("answer", "end", "timeout"),
      edge("send-guide", "opened"),
      edge("send-call", "opened"),
      edge("opened", "warm", "event"),
      edge("opened", "end", "timeout"),
      edge("warm", "vip"),
    ],
  },
  reminders,
];

const [webinar] = scenarios;
/** The webinar's graph with other data of one node. */
const webinarWith = (id, data) =>
  webinar.nodes.map((one) => (one.id === id ? { ...one, data: { ...one.data, ...data } } : one));

/** Older versions: of which scenario, and from when to when, in days before the load. */
export const olderVersions = [
  {
    scenario: 1,
    days: 80,
    until: 50,
    name: "Webinar",
    nodes: webinarWith("pause", { seconds: DAY }),
    edges: webinar.edges,
  },
];

/** The draft of a scenario, with what its graph refers to. */
export const drafts = [
  {
    scenario: 1,
    days: 0.4,
    nodes: [
      ...webinarWith("question", {
        text: "How did you like it? Answer 1 to talk about it on a call, 2 for the guide.",
      }),
      node("remind", "message", 1900, 440, {
        text: "Still curious? The guide is here: http://localhost:8787/guide",
        on_window_closed: "skip",
      }),
    ],
    edges: [
      ...webinar.edges.filter(({ id }) => id !== "answer-timeout-end"),
      edge("answer", "remind", "timeout"),
      edge("remind", "end"),
    ],
    mentions: {
      tag: [3],
      scenario: [],
      link: [],
      slug: ["webinar", "call", "guide"],
      template: ["webinar_replay", "after_the_webinar"],
    },
  },
];

// The runs, in the order in which they began: by a trigger, or by an enrolment. Times are days
// before the load; a negative `next` is still to come; that of a run which
// waits for a booking follows from it.
export const runs = `
scenario | lead | enrolled | state | node | next | ended | reason | trigger
1 | 6 | 78 | completed | book | | 73 | reached_end
1 | 9 | 77.5 | completed | book | | 72 | reached_end
1 | 14 | 62 | exited | watched | | 58.7 | opted_out
1 | 16 | 60 | exited | end | | 58 | exit_node
1 | 23 | 44 | handed_off | person | | 42.1 | handoff
2 | 22 | 40 | exited | end | | 39.6 | exit_node
2 | 31 | 38 | exited | end | | 37.167 | exit_node
1 | 33 | 30 | cancelled | answer | | 25 | cancelled
3 | 42 | 23.8 | exited | end | | 22.8 | exit_node | newsletter
2 | 47 | 14 | exited | end | | 13.4 | exit_node
3 | 35 | 12 | completed | vip | | 10.9 | reached_end
4 | 50 | 11.2 | waiting | day | | | | booked
3 | 51 | 9.8 | exited | end | | 8.8 | exit_node | newsletter
4 | 23 | 9 | exited | end | | 7 | exit_node | booked
1 | 44 | 6.5 | waiting | answer | -0.9 | |
4 | 54 | 6 | waiting | hour | | | | booked
3 | 52 | 5.446 | exited | end | | 4.446 | exit_node | guide
1 | 38 | 3 | waiting | answer | -1.2 | |
4 | 46 | 3 | waiting | day | | | | booked
4 | 28 | 1.9 | waiting | day | | | | booked
4 | 40 | 1.45 | waiting | day | | | | booked
3 | 58 | 1.2 | exited | end | | 0.2 | exit_node | newsletter
1 | 54 | 1.1 | waiting | watched | -0.9 | |
3 | 48 | 0.62 | waiting | answer | -0.4 | | | guide
1 | 56 | 0.5 | waiting | watched | -1.5 | |
3 | 54 | 0.42 | waiting | answer | -0.6 | | | guide
2 | 57 | 0.3 | waiting | dream | -0.533 | |
3 | 56 | 0.22 | waiting | answer | -0.8 | | | guide
1 | 59 | 0.1 | waiting | watched | -1.9 | |
`;
