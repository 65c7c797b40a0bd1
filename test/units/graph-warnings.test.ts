import { describe, expect, it } from "vitest";
import type { Platform } from "#domain/platforms";
import type { Known } from "#features/automation/engine/nodes/definition";
import type { Node, Trigger } from "#features/automation/scenarios/schema";
import { Warning } from "#features/automation/scenarios/warnings";
import { TRIGGER_WARNINGS } from "#test/support/triggers";
import {
  ask,
  chain,
  chained,
  check,
  clause,
  condition,
  delay,
  node,
  reply,
  say,
  split,
  start,
  template,
  urge,
} from "../support/graph-parts";

/** Each warning as its code, node or edge, and field. */
const described = (warnings: Warning[]) =>
  warnings.map(({ code, node_id, edge_id, path, params: { handle } }) =>
    [code, node_id, edge_id, path, handle].filter(Boolean).join(" "),
  );

const long = "x".repeat(4097);
const offer = {
  type: "limited_time_offer",
  parameters: [
    { type: "limited_time_offer", limited_time_offer: { expires_at: "2020-12-24T18:00:00Z" } },
  ],
};

type Row = [
  why: string,
  nodes: Node[],
  edges: string,
  expected: string[],
  platform?: Platform,
  more?: Partial<Known>,
];

/** Instagram's hours are not those of a channel of WhatsApp. */
const noHours: Partial<Known> = { hours: new Set(["instagram"]) };

const faulty: Row[] = [
  [
    "hours that nobody has set",
    [
      start,
      node("d", "delay", { seconds: 1, within: "business_hours" }),
      say("m", { within: "business_hours" }),
      node("t", "template", { ...template, within: "business_hours" }),
      condition(
        "c",
        { any: [clause("warmth", "is_set"), clause("business_open", "equals", true)] },
        { all: [clause("business_open", "equals", false)] },
      ),
    ],
    "s>d d>m m>t t>c c:b0>s c:b1>s c:else>s",
    [
      "no_business_hours d data.within",
      "no_business_hours m data.within",
      "no_business_hours t data.within",
      "no_business_hours c data.branches.0.any.1",
      "no_business_hours c data.branches.1.all.0",
    ],
    "whatsapp",
    noHours,
  ],
  ["nothing at all", [], "", ["missing_entry"]],
  [
    "an assignee that there is not",
    [start, node("h", "handoff", { assignee_id: 5 })],
    "s>h",
    ["unknown_assignee h data.assignee_id"],
  ],
  [
    "a source that there is not",
    [
      start,
      node("w", "wait_for_event", {
        event: "booking",
        filter: { source_ids: [2, 3] },
        timeout_seconds: 60,
      }),
    ],
    "s>w w:event>w w:timeout>w",
    ["unknown_source w data.filter.source_ids.1"],
  ],
  [
    "texts and a delay that may come without a booking",
    [
      start,
      say("m", { text: "{{booking.day}} {{booking.time|soon}} {{ booking.day }}" }),
      node("o", "message", { text: "{{booking.time|soon}}", on_window_closed: "skip" }),
      node("d", "delay", { until: { booking: "starts_at" } }),
      say("n", { text: "On {{booking.day}}" }),
    ],
    "s>m m>o o>d d>n",
    ["booking_not_certain m data.text", "booking_not_certain d data.until.booking"],
  ],
  ["a circle without a start", [say("a"), delay("b", 60)], "a>b b>a", ["missing_entry"]],
  ["two starts", [start, node("t", "start")], "", ["several_entries t"]],
  ["two beginnings", [say("a"), say("b")], "", ["several_entries b"]],
  ["a type that is none", [start, node("x", "teleport")], "s>x", ["unknown_type x"]],
  ["a type that is a member of objects", [start, node("x", "toString")], "s>x", ["unknown_type x"]],
  ["a type in capitals", [start, node("x", "Message")], "s>x", ["unknown_type x"]],
  ["no settings", [start, node("m", "message")], "s>m", ["missing_setting m data.text"]],
  [
    "settings that are null",
    [start, node("m", "template", null)],
    "s>m",
    ["missing_setting m data.name", "missing_setting m data.language"],
  ],
  [
    "settings that are a text",
    [start, node("m", "delay", "1 h")],
    "s>m",
    ["invalid_setting m data"],
  ],
  [
    "several wrong settings",
    [
      start,
      node("d", "delay", {}),
      node("w", "webhook", { url: "", method: "LOOK", timeout_seconds: 60 }),
    ],
    "s>d d>w",
    [
      "missing_setting d data.seconds",
      "missing_setting w data.url",
      "invalid_setting w data.method",
      "invalid_setting w data.timeout_seconds",
    ],
  ],
  [
    "an analysis that would be waited for too long",
    [start, node("a", "ai_analyze", { timeout_seconds: 601 })],
    "s>a",
    ["invalid_setting a data.timeout_seconds"],
  ],
  [
    "a delay of two kinds",
    [start, node("d", "delay", { seconds: 1, until: { variable: "x" } })],
    "s>d",
    ["invalid_setting d data.until"],
  ],
  [
    "a date that the country does not have",
    [
      start,
      node("d", "delay", { until: { date: "03/04/2027" } }),
      node("e", "delay", { until: { date: "31/04/2027" } }),
    ],
    "s>d d>e",
    ["unreadable_date e data.until.date"],
  ],
  [
    "a template that lacks its language",
    [start, node("m", "message", { text: "Hi", on_window_closed: { name: "revive" } })],
    "s>m",
    ["missing_setting m data.on_window_closed.language"],
  ],
  [
    "patterns that are none",
    [
      start,
      reply("w", {
        matches: [{ handle: "a", op: "matches", value: "(" }],
        validate: { regex: "[" },
      }),
    ],
    "s>w",
    ["invalid_setting w data.matches.0.value", "invalid_setting w data.validate.regex"],
  ],
  [
    "a clause without a value, and one on no field",
    [start, condition("c", { all: [clause("email", "equals"), clause("shoe_size", "is_set")] })],
    "s>c",
    [
      "missing_setting c data.branches.0.all.0.value",
      "invalid_setting c data.branches.0.all.1.field",
    ],
  ],
  [
    "messages of a node that is not there",
    [
      start,
      node("w", "wait_for_event", {
        event: "message_read",
        timeout_seconds: 60,
        filter: { node_ids: ["s", "z"] },
      }),
      node("e", "exit"),
    ],
    "s>w w:event>e w:timeout>e",
    ["unknown_node w data.filter.node_ids.1"],
  ],
  [
    "a text that is too long",
    [start, say("m", { text: long })],
    "s>m",
    ["content_too_long m data.text"],
  ],
  [
    "a text that is too long beside buttons",
    [
      start,
      say("m", {
        text: long.slice(0, 1025),
        buttons: [{ title: "Yes" }, { title: "A title of more than twenty" }],
      }),
    ],
    "s>m",
    ["content_too_long m data.text", "content_too_long m data.buttons.1.title"],
  ],
  [
    "a text for Instagram",
    [start, say("m", { text: long.slice(0, 1001) })],
    "s>m",
    ["content_too_long m data.text"],
    "instagram",
  ],
  [
    "a text of 501 letters of two bytes for Instagram",
    [start, say("m", { text: "é".repeat(501) })],
    "s>m",
    ["content_too_long m data.text"],
    "instagram",
  ],
  [
    "a text that a link makes too long",
    [start, say("m", { text: `${long.slice(0, 4060)} https://sho.rt/guide` })],
    "s>m",
    ["content_too_long m data.text"],
  ],
  [
    "a default that is too long",
    [start, say("m", { buttons: [{ title: "{{city|A title of more than twenty}}" }] })],
    "s>m",
    ["content_too_long m data.buttons.0.title"],
  ],
  [
    "an open placeholder",
    [start, say("m", { text: "Hi {{first_name" })],
    "s>m",
    ["unclosed_placeholder m data.text"],
  ],
  [
    "placeholders that resemble a field, and are neither a variable of leads nor of the graph",
    [
      start,
      say("m", {
        text: "{{First_Name}} {{frist_name}} {{name|you}} {{nam}} {{variables.name}} {{city}} {{mail}}",
        buttons: [{ title: "Hi {{Last Name}}" }],
      }),
      node("u", "update_lead", { variables: { mail: "{{e-mail}}" } }),
      node("w", "webhook", {
        url: "https://example.com/",
        body: { a: [{ b: "{{phone_number}}" }] },
      }),
      node("e", "exit", { reason: "{{frist_name}}" }),
    ],
    "s>m m>u u>w w:success>e w:failed>e",
    [
      "unknown_placeholder m data.text",
      "unknown_placeholder m data.text",
      "unknown_placeholder m data.buttons.0.title",
      "unknown_placeholder u data.variables.mail",
      "unknown_placeholder w data.body.a.0.b",
    ],
  ],
  [
    "a blank parameter",
    [
      start,
      node("m", "template", {
        ...template,
        components: [{ type: "body", parameters: [{ type: "text", text: " " }] }],
      }),
    ],
    "s>m",
    ["missing_setting m data.components.0.parameters.0.text"],
  ],
  [
    "texts that are empty for some leads",
    [
      start,
      say("m", { text: "{{first_name}} {{last_name| }}", buttons: [{ title: "{{city}}" }] }),
      say("n", { text: "{{first_name|You}}", buttons: [{ title: "{{city}}!" }] }),
      say("i", { text: "{{city}}", media: { url: "https://example.com/a.jpg" } }),
      say("l", { text: "{{lead_id}}", on_window_closed: { ...template, components: [] } }),
      node("t", "template", {
        ...template,
        components: [{ type: "body", parameters: [{ type: "text", text: "{{ first_name }}" }] }],
      }),
    ],
    "s>m m>n n>i i>l l>t",
    [
      "may_be_empty m data.text",
      "may_be_empty m data.buttons.0.title",
      "may_be_empty t data.components.0.parameters.0.text",
    ],
  ],
  [
    "a document for Instagram, with a text",
    [start, say("m", { media: { type: "document", url: "https://example.com/a.pdf" } })],
    "s>m",
    ["invalid_content m data.text"],
    "instagram",
  ],
  [
    "templates for Instagram",
    [start, node("t", "template", template), say("m", { on_window_closed: template })],
    "s>t t>m",
    ["template_on_instagram t data", "template_on_instagram m data.on_window_closed"],
    "instagram",
  ],
  [
    "templates that WhatsApp would refuse",
    [
      start,
      node("a", "template", { name: "ghost", language: "en" }),
      node("b", "template", { name: "paused", language: "en" }),
      node("c", "template", { name: "hello", language: "en" }),
      say("d", { on_window_closed: { name: "hello", language: "de" } }),
      node("e", "template", { name: "flagged", language: "en" }),
      node("f", "template", { name: "products", language: "en" }),
      node("g", "template", { name: "revive", language: "en", components: [offer] }),
    ],
    "s>a a>b b>c c>d d>e e>f f>g",
    [
      "unknown_template a data.name",
      "template_not_approved b data.name",
      "template_parameters c data.components",
      "unknown_template d data.on_window_closed.language",
      "template_flagged e data.name",
      "template_unsupported f data.name",
      "offer_expired g data.components.0.parameters.0.limited_time_offer.expires_at",
    ],
  ],
  [
    "clauses that never hold",
    [
      start,
      condition("c", {
        any: [
          clause("variables.a", "greater_than", "many"),
          clause("variables.a", "at_most", ["many", "7"]),
          clause("variables.a", "before", "someday"),
          clause("variables.a", "after", "03/04/2027"),
          clause("variables.a", "before", "31/31/2027"),
          clause("variables.a", "equals", " "),
          clause("variables.a", "in", []),
          clause("variables.a", "not_in", []),
          clause("warmth", "equals", "burning"),
          clause("warmth", "equals", "HOT"),
          clause("warmth", "in", ["hot", "tepid"]),
          clause("warmth", "not_equals", "burning"),
          clause("warmth", "starts_with", "co"),
          clause("warmth", "matches", "^(luke)?warm$"),
          clause("warmth", "contains", "x"),
          clause("warmth", "at_least", 5),
          clause("lost_reason", "is_not_set"),
          clause("is_lost", "equals", "no"),
          clause("is_lost", "equals", 0),
          clause("age", "equals", "old"),
          clause("age", "in", ["old", "34"]),
          clause("age", "before", "now"),
          clause("pipeline_stage", "after", "now"),
          clause("last_reply", "within_days", 7),
        ],
      }),
      node("e", "exit"),
    ],
    "s>c c:b0>e c:else>e",
    [
      ...[0, 2, 4, 5, 6, 8].map((index) => `never_holds c data.branches.0.any.${index}`),
      "never_holds c data.branches.0.any.10.value.1",
      ...[14, 15, 17, 19, 21, 22].map((index) => `never_holds c data.branches.0.any.${index}`),
    ],
  ],
  ...[
    ["warmth", ["equals", "hot"], ["equals", "cold"]],
    ["warmth", ["equals", "hot"], ["not_equals", "hot"]],
    ["warmth", ["in", ["hot", "warm"]], ["is_not_set"]],
    ["is_lost", ["equals", true], ["equals", false]],
    ["age", ["greater_than", 30], ["less_than", 30]],
    ["age", ["greater_than", 30], ["at_most", 30]],
    ["age", ["at_least", 31], ["at_most", "30"]],
    ["age", ["equals", 30], ["greater_than", 30]],
    ["variables.a", ["before", "2027-01-05"], ["after", "2027-01-05"]],
    ["variables.a", ["after", "06/01/2027"], ["before", "5 janvier 2027"]],
    ["variables.a", ["after", "2027-01-05"], ["before", "2027-01-05T18:00"]],
    ["variables.a", ["equals", "x"], ["is_not_set"]],
    ["variables.a", ["is_set"], ["is_not_set"]],
    ["variables.a", ["greater_than", 5], ["is_not_set"]],
    ["variables.a", ["equals", ["x", "y"]], ["starts_with", "z"]],
    ["variables.a", ["in", [5, 6]], ["at_least", 7]],
    ["variables.a", ["equals", "d’accord"], ["not_equals", "d'accord"]],
  ].map(([field, ...both]): Row => {
    const all = (both as [string, unknown][]).map(([op, value]) =>
      clause(field as string, op, value),
    );
    return [
      `clauses that contradict each other: ${JSON.stringify([field, both])}`,
      [start, condition("c", { all }, { any: all }), node("e", "exit")],
      "s>c c:b0>e c:b1>e c:else>e",
      ["never_holds c data.branches.0.all.1"],
    ];
  }),
  [
    "settings that the type of node does not have",
    [
      start,
      say("m", { txt: "Hi", buttons: [{ titel: "Yes", title: "Yes" }] }),
      say("f", { media: { type: "image", url: "https://example.com/a.png", caption: "A" } }),
      say("o", { on_window_closed: { ...template, lang: "fr" } }),
      node("d", "delay", { until: { variable: "at", offset: 5 } }),
      node("w", "webhook", { url: "https://example.com/", body: { any: { thing: 1 } } }),
      node("u", "update_lead", { variables: { any: "thing" } }),
      node("e", "exit", { reason: "x", label: "The end" }),
    ],
    "s>m m>f f>o o>d d>w w:success>u w:failed>u u>e",
    [
      "unknown_setting m data.txt",
      "unknown_setting m data.buttons.0.titel",
      "unknown_setting f data.media.caption",
      "unknown_setting o data.on_window_closed.lang",
      "unknown_setting d data.until.offset",
      "unknown_setting e data.label",
    ],
  ],
  [
    "unknown settings beside invalid ones, and of a node that has none",
    [
      node("s", "start", { trigger: "keyword" }),
      node("m", "message", { txt: "Hi" }),
      node("x", "teleport", { to: "the moon" }),
    ],
    "s>m m>x",
    [
      "unknown_setting s data.trigger",
      "missing_setting m data.text",
      "unknown_setting m data.txt",
      "unknown_type x",
    ],
  ],
  [
    "percentages of less than 100",
    [start, split("x", 50, 49.5), node("e", "exit")],
    "s>x x:a>e x:b>e",
    ["percentages x data.branches"],
  ],
  [
    "unknown tags",
    [
      start,
      node("a", "add_tag", { tag_ids: [1, 2] }),
      node("r", "remove_tag", { tag_ids: [3] }),
      node("w", "wait_for_event", {
        event: "tag_added",
        timeout_seconds: 60,
        filter: { tag_ids: [4] },
      }),
      condition("c", {
        any: [clause("tags", "contains", 5), clause("tags", "in", [1, "1", "6", "VIP"])],
      }),
    ],
    "s>a a>r r>w w:event>c w:timeout>c c:b0>a c:else>a",
    [
      "unknown_tag a data.tag_ids.1",
      "unknown_tag r data.tag_ids.0",
      "unknown_tag w data.filter.tag_ids.0",
      "unknown_tag c data.branches.0.any.0.value",
      "unknown_tag c data.branches.0.any.1.value.2",
      "unknown_tag c data.branches.0.any.1.value.3",
    ],
  ],
  [
    "an unknown tag of a goal",
    [
      start,
      node("x", "split", {
        branches: [{ handle: "a", percent: 100 }],
        goal: { type: "tag", tag_id: 7 },
      }),
      node("e", "exit"),
    ],
    "s>x x:a>e",
    ["unknown_tag x data.goal.tag_id"],
  ],
  [
    "an unknown file",
    [
      start,
      say("a", { text: null, media: { type: "image", id: 6 } }),
      say("b", { text: null, media: { id: 7 } }),
    ],
    "s>a a>b",
    ["unknown_medium b data.media.id"],
  ],
  [
    "an unknown scenario",
    [start, node("x", "start_scenario", { scenario_id: 9 })],
    "s>x",
    ["unknown_scenario x data.scenario_id"],
  ],
  [
    "unknown links",
    [
      start,
      say("m", {
        text: "https://sho.rt/Guide https://sho.rt/gone https://sho.rt/{{city}} https://sho.rt/my{{city}} https://sho.rt/a/b",
      }),
      node("t", "template", {
        ...template,
        components: [
          {
            type: "button",
            sub_type: "url",
            index: "0",
            parameters: [{ type: "text", text: "https://sho.rt/lost" }],
          },
        ],
      }),
      node("w", "wait_for_event", {
        event: "link_clicked",
        timeout_seconds: 60,
        filter: { short_link_ids: [1, 8] },
      }),
      node("e", "exit"),
    ],
    "s>m m>t t>w w:event>e w:timeout>e",
    [
      "unknown_link m data.text",
      "unknown_link t data.components.0.parameters.0.text",
      "unknown_link w data.filter.short_link_ids.1",
    ],
  ],
  [
    "a webhook to this machine",
    [start, node("w", "webhook", { url: "http://localhost:9000/" }), node("e", "exit")],
    "s>w w:success>e w:failed>e",
    ["webhook_url_refused w data.url"],
  ],
  [
    "waits without an end",
    [
      start,
      reply("w", { timeout_seconds: null }),
      node("v", "wait_for_event", { event: "custom", filter: { name: "paid" } }),
      node("e", "exit"),
    ],
    "s>w w:reply>v v:event>e",
    ["wait_without_timeout w data.timeout_seconds", "wait_without_timeout v data.timeout_seconds"],
  ],
  [
    "handles that nothing follows",
    [
      start,
      split("x", 50, 50),
      condition("c", { all: [clause("email", "is_set")] }),
      reply("w", { matches: [{ handle: "yes", value: "1" }], validate: "email" }),
      node("v", "wait_for_event", { event: "message_read", timeout_seconds: 60 }),
      node("h", "webhook", { url: "https://example.com/" }),
      node("a", "ai_analyze"),
    ],
    "s>a a>x x:a>c c:b0>w w:reply>v v:event>h",
    [
      "unconnected_handle x b",
      "unconnected_handle c else",
      "unconnected_match w yes",
      "unconnected_handle w invalid",
      "unconnected_handle w timeout",
      "unconnected_handle v timeout",
      "unconnected_handle h success",
      "unconnected_handle h failed",
      "unconnected_handle a failed",
    ],
  ],
  [
    "buttons that nothing follows, and a wait without an end",
    [start, ask("m"), ask("n", { wait: {} }), node("e", "exit")],
    "s>m m:yes>n m:reply>n m:next>e n:yes>e n:no>e",
    [
      "unconnected_match m no",
      "unconnected_handle m timeout",
      "wait_without_timeout n data.wait.timeout_seconds",
      "unconnected_handle n reply",
      "unknown_handle m->e next",
    ],
  ],
  [
    "a button whose id is another handle",
    [start, ask("m", { buttons: [{ id: "timeout", title: "Later" }] }), node("e", "exit")],
    "s>m m:timeout>e m:reply>e",
    ["reserved_id m data.buttons.0.id timeout"],
  ],
  [
    "a form that a gateway does not take",
    [start, say("m", { flow: { flow_id: "1", cta: "Open" } }), node("e", "exit")],
    "s>m m>e",
    ["not_accepted m data.type"],
  ],
  [
    "a loop of a message that can't be sent",
    [start, ask("m")],
    "s>m m:failed>m m:yes>m m:no>m m:reply>m m:timeout>m",
    ["loop_without_wait m"],
  ],
  ["a node that nothing leads to", [start, say("m"), say("n")], "s>m", ["unreachable_node n"]],
  [
    "what comes after an exit",
    [start, node("e", "exit"), say("m")],
    "s>e e>m",
    ["unreachable_node m", "unknown_handle e->m next"],
  ],
  [
    "a circle that nothing leads to",
    [start, delay("a", 60), say("b")],
    "a>b b>a",
    ["unreachable_node a", "unreachable_node b"],
  ],
  ["a node that leads to itself", [start, say("m")], "s>m m>m", ["loop_without_wait m"]],
  [
    "a loop, but not what stands between it and another",
    [
      start,
      say("a"),
      node("x", "add_tag", { tag_ids: [1] }),
      split("y", 50, 50),
      say("b"),
      say("c"),
    ],
    "s>a a>x x>y y:a>a y:b>b b>c c:failed>b",
    [
      "loop_without_wait a",
      "loop_without_wait x",
      "loop_without_wait y",
      "loop_without_wait b",
      "loop_without_wait c",
    ],
  ],
  [
    "a loop of analyses",
    [start, node("a", "ai_analyze")],
    "s>a a>a a:failed>a",
    ["loop_without_wait a"],
  ],
  [
    "a loop whose delays don't last",
    [start, say("m"), delay("d", 0)],
    "s>m m>d d>m",
    ["loop_without_wait m", "loop_without_wait d"],
  ],
  [
    "a loop that waits for the same day again",
    [start, say("m"), node("d", "delay", { until: { date: "2026-12-24T10:00:00Z" } })],
    "s>m m>d d>m",
    ["loop_without_wait m", "loop_without_wait d"],
  ],
  [
    "a hundred and one nodes without a wait",
    [start, ...chain(100)],
    `s>n1 ${chained(100)}`,
    ["path_without_wait s"],
  ],
  [
    "as many behind a wait, of which any edge may lead on, but not of fewer",
    [start, reply("w"), ...chain(101)],
    `s>w w:reply>n1 w:timeout>n2 ${chained(101)}`,
    ["path_without_wait n1"],
  ],
  [
    "an edge by a handle that is not there",
    [start, say("m"), say("n")],
    "s>m m:reply>n#7",
    ["unknown_handle 7 reply"],
  ],
  [
    "an edge of a wait without a handle",
    [start, reply("w"), say("n")],
    "s>w w>n w:timeout>n",
    ["unconnected_handle w reply", "unknown_handle w->n next"],
  ],
  [
    "two edges by one handle",
    [start, say("m"), say("n")],
    "s>m s>n#second",
    ["several_edges second next"],
  ],
  [
    "links of a person that everybody would read",
    [
      start,
      node("c", "comment_reply", {
        texts: ["Thanks", "See https://sho.rt/guide", "{{preferences_url|below}}"],
      }),
    ],
    "s>c",
    ["public_link c data.texts.1", "public_link c data.texts.2"],
    "instagram",
  ],
  [
    "free text to an unknown lead",
    [start, urge("m")],
    "s>m",
    ["window_may_be_closed m data.on_window_closed"],
  ],
];

describe("the check of a condition", () => {
  it.each([
    ["age", ["at_least", 30], ["at_most", 30]],
    ["age", ["greater_than", 30], ["less_than", 30.5]],
    ["age", ["greater_than", [30, 10]], ["less_than", 20]],
    ["warmth", ["in", ["hot", "warm"]], ["not_equals", "hot"]],
    ["warmth", ["is_not_set"], ["not_equals", "hot"]],
    ["variables.a", ["after", "2027-01-05"], ["before", "2027-01-07"]],
    ["variables.a", ["after", "2020-01-05"], ["before", "now"]],
    ["variables.a", ["after", "2020-01-05"], ["within_days", -7]],
    ["variables.a", ["equals", "Élodie"], ["contains", "ELO"]],
    ["variables.a", ["is_not_set"], ["not_contains", "x"]],
    ["tags", ["contains", 1], ["equals", "1"]],
    ["blockers", ["contains", "price"], ["contains", "time"]],
    ["last_reply", ["contains", "yes"], ["contains", "no"]],
  ])("says nothing of clauses on %s that may hold together: %j %j", (field, ...both) => {
    const all = both.map(([op, value]) => clause(field, op as string, value));
    const nodes = [start, condition("c", { all }), node("e", "exit")];
    expect(described(check(nodes, "s>c c:b0>e c:else>e"))).toEqual([]);
  });

  it("is quick with as many clauses as a graph can have", () => {
    const values = Array.from({ length: 100 }, (_, index) => `v${index}`);
    const some = clause("variables.a", "in", values.slice(0, 20));
    const all = Array.from({ length: 49 }, () => clause("variables.a", "not_in", values));
    const branches = Array.from({ length: 50 }, (_, index) => ({
      all: index < 10 ? [some, ...all] : [...all, some],
    }));
    const warnings = check([start, condition("c", ...branches)], "s>c");
    expect(warnings.filter(({ code }) => code === "never_holds")).toHaveLength(10 * 49 + 40);
  });
});

describe("the check of bookings", () => {
  const says = say("m", { text: "{{booking.day}}" });
  const isCertain = (nodes: Node[], edges: string, triggers: Trigger[] = []) =>
    !check([start, ...nodes], edges, "whatsapp", triggers).some(
      ({ code }) => code === "booking_not_certain",
    );
  const waits = node("w", "wait_for_event", { event: "booking", timeout_seconds: 60 });
  const booked = { id: "t", type: "booking", data: { states: ["booked"] } };
  const paid = { id: "u", type: "event", data: { name: "paid" } };
  const has = clause("has_booking", "equals", true);
  const hasNone = clause("has_booking", "equals", false);

  it.each<[string, Node[], string, boolean]>([
    ["a wait for one", [waits, says], "s>w w:event>m", true],
    ["but not its timeout", [waits, says], "s>w w:timeout>m", false],
    ["a condition", [condition("c", { all: [has] }), says], "s>c c:b0>m", true],
    ["but not its other way", [condition("c", { all: [has] }), says], "s>c c:else>m", false],
    [
      "one of two",
      [condition("c", { any: [has, clause("age", "is_set")] }), says],
      "s>c c:b0>m",
      false,
    ],
    [
      "a way of those without one",
      [condition("c", { all: [hasNone] }), says],
      "s>c c:else>m",
      true,
    ],
    [
      "a condition on a field of it",
      [condition("c", { all: [clause("booking.state", "in", ["booked"])] }), says],
      "s>c c:b0>m",
      true,
    ],
    [
      "but not one that holds without",
      [condition("c", { all: [clause("booking.state", "not_in", ["held"])] }), says],
      "s>c c:b0>m",
      false,
    ],
  ])("is silent behind %s", (_, nodes, edges, expected) => {
    expect(isCertain(nodes, edges)).toBe(expected);
  });

  it("is silent where each trigger brings one", () => {
    expect(isCertain([says], "s>m", [booked])).toBe(true);
    expect(isCertain([says], "s>m", [booked, paid])).toBe(false);
    const byType = condition("c", { all: [clause("trigger.type", "equals", "booking")] });
    expect(isCertain([byType, says], "s>c c:b0>m", [booked, paid])).toBe(true);
  });
});

describe("the check of a graph", () => {
  it.each(faulty)("warns of %s", (_, nodes, edges, expected, platform, more) => {
    expect(described(check(nodes, edges, platform, [], more))).toEqual(expected);
  });

  // test/automation/paused-channels.test.ts has the pauses, test/units/triggers the triggers, and
  // graph-window.test.ts the private replies.
  it("is tested here for every warning of the graph itself, but that there are too many", () => {
    const tried = new Set(
      faulty.flatMap(([, , , expected]) => expected.map((warning) => warning.split(" ")[0])),
    );
    const replies = ["private_reply_spent", "private_reply_late"];
    const others = [
      "channel_paused",
      "large_voice_note",
      "too_many_warnings",
      ...replies,
      ...TRIGGER_WARNINGS,
    ];
    expect([...tried, ...others].sort()).toEqual([...Warning.shape.code.options].sort());
  });

  it("says what to do, in texts that can be shown", () => {
    for (const [, nodes, edges, , platform, more] of faulty)
      for (const { message } of check(nodes, edges, platform, [], more))
        expect(message).toMatch(/^(?!.*(:f|undefined|NaN|\[object)).{15,560}\.$/);
  });
});
