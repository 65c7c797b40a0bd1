import { describe, expect, it } from "vitest";
import type { TriggerOutcome } from "#domain/triggers";
import type { Cause } from "#features/automation/triggers/cause";
import { decide, type LeadRun, type LeadState } from "#features/automation/triggers/decide";
import type { Candidate } from "#features/automation/triggers/match";
import { workSpent } from "#lib/work";
import { aLead, aRun, HOUR_MS, NOW, SECOND_MS } from "#test/support/engine";

const DAY_MS = 24 * HOUR_MS;

const message = { eventId: 100, id: 9, channelId: 1, type: "text" as const, sentAt: NOW - 3_000 };
const spoken = { ...message, text: "Hi", payload: null, referral: null, story: null };
const speech = {
  type: "message.received",
  platform: "whatsapp",
  eventId: 100,
  at: NOW - 2 * SECOND_MS,
  leadId: 42,
  actor: "p",
  messages: [spoken],
  previousAt: null,
  isAssigned: false,
} satisfies Cause;
const fact: Cause = {
  type: "lead.tag_added",
  eventId: 100,
  at: NOW - SECOND_MS,
  leadId: 42,
  actor: "t1",
  tagId: 3,
};
const click: Cause = { ...fact, type: "link.clicked", shortLinkId: 7, clickId: 1 };

type More = Partial<Candidate["trigger"]> & { set?: Partial<Candidate["trigger"]["data"]> };

/** A candidate whose trigger is named after the scenario. */
const candidate = (scenarioId: number, { set, ...more }: More = {}): Candidate => ({
  rank: 10,
  trigger: {
    scenarioId,
    id: `t${scenarioId}`,
    type: "any_message",
    lane: "speech",
    platform: "whatsapp",
    place: 0,
    since: 50,
    ...more,
    data: { priority: 0, again: "always", ...set },
  },
});

const filtered: More["set"] = {
  filter: { all: [{ field: "first_name", op: "equals", value: "Anna" }] },
};

const state = (more: Partial<LeadState> = {}): LeadState => ({
  lead: aLead(),
  bookings: [],
  lastReplies: { whatsapp: "Hi" },
  workspace: aRun().workspace,
  runs: [],
  startsInHour: 0,
  entries: [],
  lastPersonAt: null,
  triggersWaitHours: 12,
  depth: 0,
  startsLeft: 100_000,
  roomAt: () => NOW,
  isBeingMerged: false,
  ...more,
});

const run = (more: Partial<LeadRun> = {}): LeadRun => ({
  scenarioId: 1,
  platform: "whatsapp",
  isTriggered: true,
  isAnswer: true,
  isActive: false,
  createdAt: NOW - 10 * 60 * SECOND_MS,
  ...more,
});
const started = (agoMs: number, scenarioId = 1, subject = "") => ({
  scenarioId,
  triggerId: `t${scenarioId}`,
  subject,
  at: NOW - agoMs,
});

const outcomesOf = (
  candidates: Candidate[],
  cause: Cause,
  more: Partial<LeadState> = {},
): [TriggerOutcome | null, ...TriggerOutcome[]] => {
  const { outcome, evaluated } = decide(candidates, cause, state(more), NOW);
  return [outcome, ...evaluated.map((one) => one.outcome)];
};

const never = { set: { again: "never" as const } };
const daily = { set: { again: { after_days: 1 } } };

describe("a date", () => {
  const date: Cause = {
    ...{ type: "date", eventId: 0, at: NOW, leadId: 42, actor: null },
    ...{ date: "2026-06-05", runsLate: false },
  };
  const own = (set: More["set"] = {}) => candidate(1, { type: "date", since: 1e15, set });
  const of = (again: More["set"], entries: LeadState["entries"]) =>
    decide([own(again)], date, state({ entries }), NOW).outcome;

  it("starts once, and another one as `again` allows", () => {
    const [same, other] = [started(HOUR_MS, 1, "2026-06-05"), started(HOUR_MS, 1, "2026-06-01")];
    expect(of({}, [])).toBe("started");
    expect(of({}, [same])).toBe("started_before");
    expect(of({}, [other])).toBe("started");
    expect(of({ again: "never" }, [other])).toBe("started_before");
    expect(of({ again: { after_days: 1 } }, [other])).toBe("started_before");
    expect(of({ again: { after_days: 1 } }, [{ ...other, at: NOW - 2 * DAY_MS }])).toBe("started");
    expect(of({ again: { after_days: 1 } }, [{ ...same, at: NOW - 2 * DAY_MS }])).toBe(
      "started_before",
    );
  });
});

describe("what a lead writes", () => {
  const two = [candidate(1), candidate(2)];

  it.each<[string, Candidate[], Cause, Partial<LeadState>, ...(TriggerOutcome | null)[]]>([
    ["starts one run", two, speech, {}, "started", "started", "outranked"],
    ["starts nothing without a trigger", [], speech, {}, null],
    ["came before the trigger was on", [candidate(1, { since: 100 })], speech, {}, null],
    [
      "was written on another platform",
      [candidate(1, { platform: "instagram" })],
      speech,
      {},
      null,
    ],
    [
      "was sent 12 hours ago",
      two,
      { ...speech, messages: [{ ...spoken, sentAt: NOW - 12 * HOUR_MS - 1 }] },
      {},
      "too_old",
      "too_old",
      "too_old",
    ],
    [
      "was sent just in time",
      [candidate(1)],
      { ...speech, messages: [{ ...spoken, sentAt: NOW - 12 * HOUR_MS }] },
      {},
      "started",
      "started",
    ],
    [
      "comes from a lead that has opted out",
      [candidate(1)],
      speech,
      { lead: aLead({ isOptout: true }) },
      "opted_out",
      "opted_out",
    ],
    [
      "comes while a run begins",
      [candidate(2)],
      speech,
      { runs: [run({ createdAt: speech.at - 4_999 })] },
      "run_beginning",
      "run_beginning",
    ],
    [
      "comes after a run has begun",
      [candidate(2)],
      speech,
      { runs: [run({ createdAt: speech.at - 5_000 })] },
      "started",
      "started",
    ],
    [
      "comes while a run begins that nobody's trigger has started",
      [candidate(2)],
      speech,
      { runs: [run({ createdAt: speech.at, isTriggered: false })] },
      "started",
      "started",
    ],
    [
      "comes while a run begins on another platform",
      [candidate(2)],
      speech,
      { runs: [run({ createdAt: speech.at, platform: "instagram" })] },
      "started",
      "started",
    ],
    [
      "is the eleventh in an hour",
      [candidate(2)],
      speech,
      { startsInHour: 10 },
      "too_many_starts",
      "too_many_starts",
    ],
    [
      "has the next try where a filter stops one",
      [candidate(1, { set: filtered }), candidate(2)],
      speech,
      {},
      "started",
      "filtered",
      "started",
    ],
    [
      "has the next try where `again` stops one",
      [candidate(1, never), candidate(2)],
      speech,
      { entries: [started(400 * DAY_MS)] },
      "started",
      "started_before",
      "started",
    ],
    [
      "may start again after a day",
      [candidate(1, daily)],
      speech,
      { entries: [started(DAY_MS)] },
      "started",
      "started",
    ],
    [
      "may not start again within a day",
      [candidate(1, daily)],
      speech,
      { entries: [started(DAY_MS - 1)] },
      "started_before",
      "started_before",
    ],
    [
      "is left to a run of the scenario",
      two,
      speech,
      { runs: [run({ isActive: true })] },
      "already_active",
      "already_active",
      "outranked",
    ],
    [
      "is left to whom it is assigned",
      two,
      { ...speech, isAssigned: true },
      {},
      "handled_by_person",
      "handled_by_person",
      "outranked",
    ],
    [
      "is left to a person who wrote today",
      two,
      speech,
      { lastPersonAt: NOW - 12 * HOUR_MS + 1 },
      "handled_by_person",
      "handled_by_person",
      "outranked",
    ],
    [
      "is not left to a person who wrote yesterday",
      [candidate(1)],
      speech,
      { lastPersonAt: NOW - 12 * HOUR_MS },
      "started",
      "started",
    ],
    [
      "is not left to a person where the wait is 0",
      [candidate(1)],
      speech,
      { lastPersonAt: NOW - 1, triggersWaitHours: 0 },
      "started",
      "started",
    ],
    [
      "starts beside a person if it may",
      [candidate(1, { set: { while_handled: true } })],
      { ...speech, isAssigned: true },
      {},
      "started",
      "started",
    ],
    [
      "meets the quota",
      two,
      speech,
      { startsLeft: 0 },
      "quota_reached",
      "quota_reached",
      "outranked",
    ],
  ])("%s", (_, candidates, cause, more, ...expected) => {
    expect(outcomesOf(candidates, cause, more)).toEqual(expected);
  });
});

describe("a fact", () => {
  it.each<[string, Candidate[], Partial<LeadState>, ...(TriggerOutcome | null)[]]>([
    [
      "starts each scenario once",
      [candidate(1), candidate(2), candidate(1, { id: "second" })],
      {},
      "started",
      "started",
      "started",
      "outranked",
    ],
    [
      "concerns each scenario by itself",
      [candidate(1), candidate(2, { set: filtered }), candidate(3)],
      { runs: [run({ isActive: true })] },
      "started",
      "already_active",
      "filtered",
      "started",
    ],
    [
      "has another trigger of the scenario try",
      [candidate(1, { set: filtered }), candidate(1, { id: "second" })],
      {},
      "started",
      "filtered",
      "started",
    ],
    ["starts beside a person", [candidate(1)], { lastPersonAt: NOW }, "started", "started"],
    [
      "starts while a run begins",
      [candidate(2)],
      { runs: [run({ createdAt: NOW })] },
      "started",
      "started",
    ],
    ["starts the fifth in a row", [candidate(1)], { depth: 5 }, "started", "started"],
    [
      "does not start the sixth in a row",
      [candidate(1)],
      { depth: 6 },
      "chain_too_long",
      "chain_too_long",
    ],
    [
      "waits for an hour with room",
      [candidate(1), candidate(2)],
      { roomAt: ({ scenarioId }) => (scenarioId === 1 ? NOW + 1 : NOW) },
      "started",
      "put_off",
      "started",
    ],
    [
      "waits for no hour that is too far",
      [candidate(1), candidate(1, { id: "second" })],
      { roomAt: () => null },
      "too_many_waiting",
      "too_many_waiting",
      "outranked",
    ],
    [
      "goes on where a trigger can't be asked",
      [candidate(1, { set: { filter: { all: [null] } as never } }), candidate(1, { id: "second" })],
      {},
      "started",
      "internal_error",
      "started",
    ],
    ["waits for a merge", [candidate(1)], { isBeingMerged: true }, "being_merged", "being_merged"],
    [
      "starts what is left of the lead's hour",
      [candidate(1), candidate(2)],
      { startsInHour: 9 },
      "started",
      "started",
      "too_many_starts",
    ],
    [
      "uses up the quota",
      [candidate(1), candidate(2)],
      { startsLeft: 1 },
      "started",
      "started",
      "quota_reached",
    ],
  ])("%s", (_, candidates, more, ...expected) => {
    expect(outcomesOf(candidates, fact, more)).toEqual(expected);
  });

  it("starts ten scenarios at most", () => {
    const many = Array.from({ length: 12 }, (_, index) => candidate(index + 1));
    const { starts } = decide(many, fact, state(), NOW);
    expect(starts.map(({ trigger }) => trigger.scenarioId)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it("asks no other filter once those before have taken long", () => {
    const clause = (op: string, value: unknown[]) =>
      ({ field: "variables.long", op, value }) as never;
    const slow = Array.from({ length: 50 }, () => clause("starts_with", ["b", "c", "d", "e"]));
    const many = Array.from({ length: 20 }, (_, index) =>
      candidate(index + 1, { set: { filter: { any: slow } } }),
    );
    const lead = aLead({ variables: { long: Array.from({ length: 10_000 }, () => "a") } });
    const before = workSpent();
    const { outcome, evaluated } = decide([...many, candidate(21)], fact, state({ lead }), NOW);
    expect(workSpent() - before).toBeLessThan(10_000_000);
    expect(evaluated.map((one) => one.outcome)).toEqual([
      ...Array(3).fill("filtered"),
      ...Array(17).fill("too_much_work"),
      "started",
    ]);
    expect(outcome).toBe("started");
  });

  it("is too old after 12 hours", () => {
    const late = { ...fact, at: NOW - 12 * HOUR_MS - 1 };
    expect(outcomesOf([candidate(1)], late)).toEqual(["too_old", "too_old"]);
  });

  it("tells apart what a trigger starts for once each", () => {
    const one = [candidate(1, { ...never, type: "link_clicked" })];
    expect(outcomesOf(one, click, { entries: [started(1, 1, "8")] })[0]).toBe("started");
  });
});
