import { describe, expect, it } from "vitest";
import { messageTypes, type ReceivedType, receivedTypes } from "#domain/messaging";
import type { ActiveTrigger } from "#features/automation/triggers/match";
import { activeTrigger, candidates, rankedOn, rankedPairs, speech } from "#test/support/triggers";

/** A message that fits all of these, each with its rank. */
const CAUSE = speech(
  [{ text: "GUIDE", payload: "GET", referral: { adId: "7", ref: "spring" }, channelId: 5 }],
  null,
);
const RANKED = rankedOn(5);

/** The ids of the candidates, the first to be tried first. */
const orderOf = (...triggers: ActiveTrigger[]) =>
  candidates(triggers, CAUSE).map(({ trigger }) => trigger.id);

describe("the order of candidates", () => {
  it("is that of the ranks", () => {
    const triggers = RANKED.map(([, type, data], index) =>
      activeTrigger(type, data, { id: `${index}` }),
    );
    const found = candidates(triggers.toReversed(), CAUSE);
    expect(found.map(({ rank }) => rank)).toEqual(RANKED.map(([rank]) => rank));
  });

  it.each(rankedPairs(5))("goes by priority, then rank, then age: $higher, $lower", (pair) => {
    const { higher, lower } = pair;
    const one = (priority: number, since: number) =>
      activeTrigger(higher.type, { ...higher.data, priority }, { id: "one", since });
    const other = (priority: number, since: number) =>
      activeTrigger(lower.type, { ...lower.data, priority }, { id: "other", since });
    expect(orderOf(one(0, 1), other(0, 2))).toEqual(["one", "other"]);
    expect(orderOf(one(0, 2), other(1, 1))).toEqual(["other", "one"]);
    expect(orderOf(other(0, 1), { ...other(0, 2), id: "newer" })).toEqual(["newer", "other"]);
  });

  it("goes by scenario and place where all else is equal", () => {
    const [first, second] = [{ id: "first" }, { id: "second", place: 1 }];
    const newer = { id: "newer", scenarioId: 2, place: 3 };
    const triggers = [second, newer, first].map((more) => activeTrigger("any_message", {}, more));
    expect(orderOf(...triggers)).toEqual(["newer", "first", "second"]);
  });
});

it.each(receivedTypes)("starts by %s if the team would read it", (type: ReceivedType) => {
  const triggers = [activeTrigger("any_message", {}), activeTrigger("first_message", {})];
  const fits = candidates(triggers, speech([{ type }], null)).length > 0;
  expect(fits).toBe(messageTypes[type].isUnread);
});

it("takes the message of a burst that fits, on its platform and channels", () => {
  const burst = speech([
    { id: 1, text: "Hi" },
    { id: 2, text: "the guide" },
  ]);
  const words = { words: ["guide"] };
  const found = (data: object, more: Partial<ActiveTrigger> = {}) =>
    candidates([activeTrigger("keyword", { ...words, ...data }, more)], burst).map(
      ({ message }) => message?.id,
    );
  expect(found({})).toEqual([2]);
  expect(found({ channel_ids: [5, 6] })).toEqual([2]);
  expect(found({ channel_ids: [6] })).toEqual([]);
  expect(found({}, { platform: "instagram" })).toEqual([]);
});

it("fits facts", () => {
  const fact = { eventId: 10, at: 0, leadId: 1, actor: null };
  const fitting = (type: string, data: object, cause: object) =>
    candidates([activeTrigger(type, data)], { ...fact, ...cause } as never).length > 0;
  const moved = { type: "lead.stage_changed", from: null, to: "won" };
  const created = { type: "lead.created", source: "import" };
  const clicked = { type: "link.clicked", shortLinkId: 7, clickId: 1 };
  const reported = { type: "lead.event_reported", name: "paid", data: {} };
  expect([
    fitting("tag_added", { tag_ids: [3] }, { type: "lead.tag_added", tagId: 3 }),
    fitting("tag_added", { tag_ids: [3] }, { type: "lead.tag_added", tagId: 4 }),
    fitting("stage_changed", { to: ["won"] }, moved),
    fitting("stage_changed", { to: ["won"], from: ["new"] }, moved),
    fitting("lead_created", { sources: ["import"] }, created),
    fitting("lead_created", { sources: ["api"] }, created),
    fitting("link_clicked", { short_link_ids: [7] }, clicked),
    fitting("link_clicked", { short_link_ids: [8] }, clicked),
    fitting("event", { name: "paid" }, reported),
    fitting("event", { name: "Paid" }, reported),
  ]).toEqual([true, false, true, false, true, false, true, false, true, false]);
});

it("counts at most 20,000 steps of patterns, of those that were on first", () => {
  const patterns = { patterns: ["^g", `x{190}|x{190}|x{190}|x{190}|x{190}`.slice(0, 40)] };
  const triggers = Array.from({ length: 40 }, (_, since) =>
    activeTrigger("keyword", patterns, { id: `${since}`, since }),
  );
  const found = candidates(triggers, CAUSE).map(({ trigger }) => Number(trigger.id));
  expect(found).toEqual(Array.from(found, (_, index) => found.length - 1 - index));
  expect([found.length > 5, found.length < 40]).toEqual([true, true]);
});

it("tells words that begin like those of a text from them, among thousands", () => {
  const words = Array.from({ length: 50 }, (_, index) => `guide${index}x`);
  const triggers = Array.from({ length: 500 }, (_, index) =>
    activeTrigger("keyword", { words, match: index % 2 ? "word" : "contains" }, { id: `${index}` }),
  );
  const text = "the guide of guides ".repeat(200);
  expect(candidates(triggers, speech([{ text }]))).toEqual([]);
  expect(candidates(triggers, speech([{ text: `${text}guide7x` }]))).toHaveLength(500);
});
