import { type GraphNode, isObject, type Settings, settingsOf, textFor } from "./graph";
import { isNodeType, type NodeType } from "./node-kinds";
import {
  fieldName,
  linkName,
  listOf,
  lookup,
  nameById,
  seconds,
  sourceName,
  tagName,
  textOf,
  valueText,
  type Words,
} from "./words";

/** The work of a node, in words made from its settings. */
export type Summary = {
  /** The text that the lead gets. */
  text?: string;
  lines: string[];
};

const closedWindow = ({ t }: Words, action: unknown) => {
  if (action === "skip") return [t.window.skip];
  return isObject(action) && textOf(action.name) ? [t.window.template(textFor(action.name))] : [];
};

/** The hours that a node keeps to. */
const kept = ({ t }: Words, { within }: Settings) => (within == null ? [] : [t.keptHours]);

/** The types of messages that a word tells of. */
const KINDS = ["request_phone", "request_location", "location", "contacts"] as const;

function messageLines(words: Words, data: Settings) {
  const { t, f } = words;
  const lines: string[] = [];
  const buttons = listOf(data.buttons).filter(isObject);
  if (isObject(data.media)) {
    const type = data.media.type ?? data.type ?? "image";
    lines.push(
      [lookup(words.messageTypes, type), textOf(data.media.filename)].filter(Boolean).join(" · "),
    );
  }
  const kind = KINDS.find(
    (one) => data.type === one || isObject(data[one]) || listOf(data[one])[0],
  );
  if (kind) lines.push(words.messageTypes[kind]);
  if (buttons.length > 0) lines.push(t.buttons(f.list(buttons.map(({ title }) => textFor(title)))));
  const links = listOf(data.link_buttons).filter(isObject);
  if (links.length > 0) lines.push(t.linkButtons(f.list(links.map(({ title }) => textFor(title)))));
  const cards = listOf(data.cards).filter(isObject);
  if (cards.length > 0)
    lines.push(t.cards(f.list(cards.map(({ title, text }) => textOf(title) ?? textFor(text)))));
  if (isObject(data.flow))
    lines.push(words.g.pair(words.messageTypes.flow, textFor(data.flow.cta)));
  if (isObject(data.list)) {
    const rows = listOf(data.list.sections)
      .filter(isObject)
      .flatMap((one) => listOf(one.rows));
    lines.push(t.list(textFor(data.list.button), rows.length));
  }
  return [
    ...lines,
    ...waitLines(words, data),
    ...closedWindow(words, data.on_window_closed),
    ...kept(words, data),
  ];
}

function waitLines({ t }: Words, { wait }: Settings) {
  if (!isObject(wait)) return [];
  const limit = wait.timeout_seconds == null ? [t.waitsForever] : [];
  return [...(textOf(wait.save_to) ? [t.saves(textFor(wait.save_to))] : []), ...limit];
}

/** The texts of a template's parameters, which are what is known of what it says. */
const templateTexts = (data: Settings) =>
  listOf(data.components)
    .filter(isObject)
    .flatMap(({ parameters }) => listOf(parameters).filter(isObject))
    .flatMap(({ text }) => textOf(text) ?? []);

function delayLine(words: Words, { seconds: wait, until, at }: Settings) {
  const { t, f } = words;
  if (isObject(at)) {
    const days = listOf(at.weekdays).map(
      (day) => lookup(words.fields.weekdays, textFor(day)) ?? "",
    );
    const named = days.length > 0 ? f.list(days) : undefined;
    return t.untilTime(textFor(at.time), named, textFor(at.timezone));
  }
  if (isObject(until)) {
    const offset = typeof until.offset_seconds === "number" ? until.offset_seconds : 0;
    const time = offset === 0 ? undefined : f.duration(Math.abs(offset));
    const moment = lookup(t.ofBooking, until.booking);
    if (moment && time) return t.offset(time, moment, offset < 0);
    const text =
      lookup(t.untilBooking, until.booking) ??
      (until.variable === undefined
        ? t.untilDate(textFor(until.date))
        : t.untilVariable(textFor(until.variable)));
    if (!time) return text;
    return offset < 0 ? t.before(time, text) : t.after(time, text);
  }
  return t.waits(f.duration(typeof wait === "number" ? wait : 0));
}

function replyLines({ t }: Words, { validate, save_to: saved }: Settings) {
  const regex = isObject(validate) ? textOf(validate.regex) : undefined;
  const must = regex ? t.must.regex(regex) : lookup(t.must, validate);
  return [...(must ? [must] : []), ...(textOf(saved) ? [t.saves(textFor(saved))] : [])];
}

function eventLines(words: Words, { event, filter, timeout_seconds: timeout }: Settings) {
  const { t, f, g } = words;
  const only = isObject(filter) ? filter : {};
  const line =
    event === "custom" ? t.events.custom(textFor(only.name ?? "…")) : lookup(t.events, event);
  const wanted = [
    ...listOf(only.short_link_ids).map((id) => linkName(words, id)),
    ...listOf(only.node_ids).map(textFor),
    ...listOf(only.tag_ids).map((id) => tagName(words, id)),
    ...listOf(only.stages).map((stage) => lookup(g.stages, stage) ?? textFor(stage)),
    ...listOf(only.states).map((state) => valueText(words, "booking.state", state)),
    ...listOf(only.source_ids).map((id) => sourceName(words, id)),
  ];
  const limit = seconds(words, timeout) === undefined ? [t.waitsForever] : [];
  return [line ?? textFor(event), ...(wanted.length > 0 ? [t.only(f.list(wanted))] : []), ...limit];
}

function goalLines(words: Words, { goal }: Settings) {
  if (!isObject(goal)) return [];
  const { t } = words;
  const event =
    goal.event === "custom"
      ? t.goalEvents.custom(textFor(goal.name ?? "…"))
      : (lookup(t.goalEvents, goal.event) ?? "…");
  const whats: Record<string, () => string> = {
    tag: () => t.goals.tag(tagName(words, goal.tag_id)),
    stage: () => t.goals.stage(valueText(words, "pipeline_stage", goal.stage)),
    node: () => t.goals.node(textFor(goal.node_id ?? "…")),
    event: () => t.goals.event(event),
  };
  const type = textFor(goal.type);
  const what = Object.hasOwn(whats, type) && whats[type];
  return what ? [t.goal(what())] : [];
}

function changeLines(words: Words, { variables, ...columns }: Settings) {
  const { t } = words;
  const all = [...Object.entries(columns), ...Object.entries(isObject(variables) ? variables : {})];
  const lines = all
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const field = fieldName(words, name);
      return value === null ? t.clears(field) : t.sets(field, valueText(words, name, value));
    });
  return lines.length > 0 ? lines : [t.noChange];
}

const tagLines = (words: Words, { tag_ids: ids }: Settings) => [
  listOf(ids).length > 0
    ? words.f.list(listOf(ids).map((id) => tagName(words, id)))
    : words.t.noTags,
];

/** The summaries of types whose settings tell more than what the type is for. */
const SUMMARIES: Partial<Record<NodeType, (words: Words, data: Settings) => Summary>> = {
  start: ({ t }) => ({ lines: [t.begins] }),
  message: (words, data) => {
    const text = textOf(data.text);
    const lines = messageLines(words, data);
    const hasContent = [data.media, data.cards, data.location, data.contacts].some(
      (one) => one != null,
    );
    const isEmpty = !text && !hasContent;
    return { ...(text && { text }), lines: isEmpty ? [words.t.noText, ...lines] : lines };
  },
  template: (words, data) => {
    const { t } = words;
    const name = textOf(data.name);
    const text = templateTexts(data).join(" · ");
    const line = name ? [name, textOf(data.language)].filter(Boolean).join(" · ") : t.noTemplate;
    return { lines: [line, ...(text ? [text] : []), ...kept(words, data)] };
  },
  comment_reply: ({ t }, data) => {
    const [text, ...others] = listOf(data.texts).flatMap((one) => textOf(one) ?? []);
    return text ? { text, lines: others } : { lines: [t.noText] };
  },
  delay: (words, data) => ({ lines: [delayLine(words, data), ...kept(words, data)] }),
  wait_for_reply: (words, data) => {
    const limit = data.timeout_seconds == null ? [words.t.waitsForever] : [];
    return { lines: [...replyLines(words, data), ...limit] };
  },
  wait_for_event: (words, data) => ({ lines: eventLines(words, data) }),
  condition: () => ({ lines: [] }),
  split: (words, data) => ({ lines: goalLines(words, data) }),
  add_tag: (words, data) => ({ lines: tagLines(words, data) }),
  remove_tag: (words, data) => ({ lines: tagLines(words, data) }),
  update_lead: (words, data) => ({ lines: changeLines(words, data) }),
  webhook: ({ t }, data) => {
    const url = textOf(data.url);
    const saved = textOf(data.save_to);
    const call = url ? `${textFor(data.method ?? "POST")} ${url}` : t.noUrl;
    return { lines: [call, ...(saved ? [t.saves(saved)] : [])] };
  },
  start_scenario: ({ t, names }, { scenario_id: id }) => ({
    lines: [id == null ? t.noScenario : nameById(names.scenarios, id, t.unknownScenario)],
  }),
  handoff: ({ t, names }, { reason, assignee_id: id }) => ({
    lines: [
      id == null ? t.toAnybody : t.assigned(nameById(names.assignees, id, String)),
      ...(textOf(reason) ? [textFor(reason)] : []),
    ],
  }),
  exit: ({ t }, { reason }) => ({ lines: [textOf(reason) ?? t.about.exit] }),
};

export function summaryOf(words: Words, node: GraphNode): Summary {
  if (!isNodeType(node.type)) return { lines: [] };
  const about = { lines: [words.t.about[node.type]] };
  return SUMMARIES[node.type]?.(words, settingsOf(node)) ?? about;
}

/** A node in one line, for lists and screen readers. */
export function lineOf(words: Words, node: GraphNode) {
  const { text, lines } = summaryOf(words, node);
  return [text, ...lines].filter(Boolean).join(" · ");
}
