import { type GraphTrigger, isObject, type Settings, settingsOf, textFor } from "../graph";
import {
  linkName,
  listOf,
  lookup,
  nameById,
  sourceName,
  tagName,
  textOf,
  valueText,
  type Words,
} from "../words";
import { isTriggerType, type TriggerType } from "./kinds";

const quoted = (words: Words, list: unknown) =>
  words.f.either(listOf(list).map((one) => words.t.quoted(textFor(one))));

const orNone = (list: unknown, none: string, say: (list: unknown) => string) =>
  listOf(list).length > 0 ? say(list) : none;

const orNothing = (list: unknown[], say: (list: unknown[]) => string) =>
  list.length > 0 ? [say(list)] : [];

function keywordLines(words: Words, { words: wanted, patterns, match, exclude }: Settings) {
  const { triggers: t } = words;
  const say = (text: string) => {
    const kind = textFor(match ?? "word");
    return Object.hasOwn(t.matches, kind) ? t.matches[kind as keyof typeof t.matches](text) : text;
  };
  const found =
    listOf(patterns).length > 0
      ? t.patterns(words.f.either(listOf(patterns).map(textFor)))
      : orNone(wanted, t.noWords, (list) => say(quoted(words, list)));
  return [found, ...withoutLines(words, { exclude })];
}

const withoutLines = (words: Words, { exclude }: Settings) =>
  listOf(exclude).length > 0 ? [words.triggers.without(quoted(words, exclude))] : [];

const hasWords = (data: Settings) => [...listOf(data.words), ...listOf(data.patterns)].length > 0;

/** Posts and words, both of which may be left out. */
function commentLines(words: Words, data: Settings) {
  const { triggers: t, f } = words;
  const { media_ids: posts } = data;
  return [
    orNone(posts, t.anyPost, (list) => t.posts(f.either(listOf(list).map(textFor)))),
    ...(hasWords(data) ? keywordLines(words, data) : withoutLines(words, data)),
  ];
}

/** The moment that a date trigger looks at. */
function momentOf({ t, triggers }: Words, of: unknown) {
  const text = textFor(of);
  return lookup(triggers.moments, text) ?? t.quoted(text.replace(/^variables\./, ""));
}

function dateLines(words: Words, data: Settings) {
  const { triggers: t, f } = words;
  const { of, offset_days: days, offset_minutes: minutes, yearly } = data;
  if (!textOf(of) || of === "variables.") return [t.noDate];
  const moment = momentOf(words, of);
  const at = textFor(data.at);
  const line = () => {
    if (typeof minutes === "number") {
      const time = f.duration(Math.abs(minutes) * 60);
      if (minutes === 0) return t.exactly(moment);
      return minutes < 0 ? t.timeBefore(time, moment) : t.timeAfter(time, moment);
    }
    const count = typeof days === "number" ? days : 0;
    if (count === 0) return t.onDay(moment, at);
    return count < 0 ? t.daysBefore(-count, moment, at) : t.daysAfter(count, moment, at);
  };
  return [line(), ...(yearly === true ? [t.eachYear] : [])];
}

function recurringLines(words: Words, data: Settings) {
  const { triggers: t, f, fields, names } = words;
  const at = textFor(data.at);
  const days = listOf(data.weekdays).map((day) => lookup(fields.weekdays, textFor(day)) ?? "");
  const when: Record<string, () => string> = {
    day: () => t.eachDay(at),
    week: () => t.eachWeek(f.list(days), at),
    month: () => t.eachMonth(textFor(data.day ?? "…"), at),
  };
  const every = textFor(data.every);
  const line = Object.hasOwn(when, every) ? when[every]?.() : undefined;
  const segment = data.segment_id;
  return [
    line ?? every,
    segment == null ? t.noSegment : t.segment(nameById(names.segments, segment, t.unknownSegment)),
  ];
}

const stagesIn = (words: Words, list: unknown) =>
  words.f.either(listOf(list).map((one) => valueText(words, "pipeline_stage", one)));

const LINES: Record<TriggerType, (words: Words, data: Settings) => string[]> = {
  keyword: keywordLines,
  tap: (words, { payloads }) => [
    orNone(payloads, words.triggers.noPayloads, (list) => quoted(words, list)),
  ],
  link_referral: (words, { refs, texts }) => [
    orNone([...listOf(texts), ...listOf(refs)], words.triggers.noRefs, (list) =>
      quoted(words, list),
    ),
  ],
  ad_click: ({ triggers: t, f }, { ad_ids: ids }) => [
    orNone(ids, t.anyAd, (list) => t.ads(f.either(listOf(list).map(textFor)))),
  ],
  story_reply: (words, { story_ids: ids, ...data }) => [
    orNone(ids, words.triggers.anyStory, (list) =>
      words.triggers.stories(words.f.either(listOf(list).map(textFor))),
    ),
    ...(hasWords(data) ? keywordLines(words, data) : withoutLines(words, data)),
  ],
  story_mention: () => [],
  first_message: () => [],
  comment: commentLines,
  any_message: ({ triggers: t, f, messageTypes }, { types }) => [
    orNone(types, t.anyMessage, (list) =>
      f.either(listOf(list).map((one) => lookup(messageTypes, one) ?? textFor(one))),
    ),
  ],
  tag_added: (words, { tag_ids: ids }) => [
    orNone(ids, words.t.noTags, (list) =>
      words.f.either(listOf(list).map((id) => tagName(words, id))),
    ),
  ],
  stage_changed: (words, { to, from }) => [
    orNone(to, words.triggers.noStages, (list) => words.triggers.to(stagesIn(words, list))),
    ...(listOf(from).length === 0 ? [] : [words.triggers.from(stagesIn(words, from))]),
  ],
  lead_created: (words, { sources }) => [
    orNone(sources, words.triggers.noSources, (list) =>
      words.f.either(listOf(list).map((one) => valueText(words, "source", one))),
    ),
  ],
  link_clicked: (words, { short_link_ids: ids }) => [
    orNone(ids, words.triggers.noLinks, (list) =>
      words.f.either(listOf(list).map((id) => linkName(words, id))),
    ),
  ],
  booking: (words, { states, source_ids: ids }) => [
    orNone(states, words.triggers.noStates, (list) =>
      words.f.either(listOf(list).map((one) => valueText(words, "booking.state", one))),
    ),
    ...orNothing(listOf(ids), (some) =>
      words.t.only(words.f.either(some.map((id) => sourceName(words, id)))),
    ),
  ],
  event: ({ triggers: t }, { name }) => [textOf(name) ?? t.noName],
  date: dateLines,
  recurring: recurringLines,
};

/** The conditions and the channels that keep a trigger from starting each time. */
function limitLines({ triggers: t, names, f }: Words, { filter, channel_ids: ids }: Settings) {
  const clauses = isObject(filter) ? [...listOf(filter.all), ...listOf(filter.any)].length : 0;
  const channels = listOf(ids).map((id) => nameById(names.channels, id, t.unknownChannel));
  return [
    ...(clauses > 0 ? [t.filtered(clauses)] : []),
    ...(channels.length > 0 ? [t.on(f.either(channels))] : []),
  ];
}

/** The things that a trigger reacts to, in words made from its settings. */
export function triggerLines(words: Words, trigger: Pick<GraphTrigger, "type" | "data">) {
  if (!isTriggerType(trigger.type)) return [];
  const data = settingsOf(trigger);
  return [...LINES[trigger.type](words, data), ...limitLines(words, data)];
}

export const triggerName = (
  { triggers, triggerTypes }: Pick<Words, "triggers" | "triggerTypes">,
  type: string,
) => (isTriggerType(type) ? triggerTypes[type] : triggers.unknownType(type));

/** A trigger in one line. */
export const headLine = (words: Words, trigger: Pick<GraphTrigger, "type" | "data">) =>
  [triggerName(words, trigger.type), ...triggerLines(words, trigger)].join(" · ");
