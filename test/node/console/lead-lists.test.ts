import { describe, expect, it } from "vitest";
import type { Event, Message, Run } from "#client";
import {
  type Entry,
  entriesOfEvent,
  entriesOfRun,
  entryOfMessage,
  merged,
  type Stream,
} from "#console/screens/leads/lead/timeline";
import { type Slot, START, settle, startsOf } from "#console/screens/leads/pages";
import { searchOf } from "#console/screens/leads/search";

const of = (...ids: number[]) => ids;

describe("the pages of a long list", () => {
  const two = settle(settle(START, 0, of(9, 8), "b"), 1, of(7, 6), "c");

  it("are found again by their cursors", () => {
    expect(two.map(({ cursor }) => cursor)).toEqual([null, "b", "c"]);
    expect(startsOf(two).starts).toEqual([0, 2, 4]);
  });

  it("stay the same when a page is read again as it was", () => {
    expect(settle(two, 0, of(9, 8), "b")).toBe(two);
  });

  it("keep their places when the first page has a new lead", () => {
    const changed = settle(two, 0, of(10, 9), "b2");
    expect(changed.map(({ cursor }) => cursor)).toEqual([null, "b2", "c"]);
    expect(startsOf(changed).starts).toEqual([0, 2, 4]);
  });

  it("end where the API has no more", () => {
    const whole: readonly Slot[] = settle(two, 1, of(7), null);
    expect(whole).toHaveLength(2);
    expect(startsOf(whole).count).toBe(3);
  });
});

describe("an address of the list of leads", () => {
  it.each([
    [
      { pipeline_stage: "won", is_optout: false },
      { pipeline_stage: "won", is_optout: false },
    ],
    [{ pipeline_stage: "gone", warmth: 7, is_lost: "maybe" }, {}],
    [
      { tag_ids: [1, 1, -2, "x"], name: 12 },
      { tag_ids: [1], name: "12" },
    ],
    [{ created_from: "2026-11-28", created_to: "yesterday" }, { created_from: "2026-11-28" }],
    [{ age_min: 18, age_max: -1 }, { age_min: 18 }],
    [{ segment_id: 5, unknown: 1 }, { segment_id: 5 }],
  ])("%j finds by %j", (raw, search) => {
    expect(searchOf(raw)).toEqual(search);
  });
});

describe("the timeline of a lead", () => {
  const entry = (at: string): Entry => ({ kind: "created", key: at, at, actor: null });
  const stream = (hasMore: boolean, read: string[], name: string, ...times: string[]): Stream => ({
    entries: times.map(entry),
    hasMore,
    readMore: () => void read.push(name),
  });

  it("goes down to where all streams have been read, and reads on those that end there", () => {
    const read: string[] = [];
    const { entries, hasMore, readMore } = merged([
      stream(true, read, "messages", "2026-03", "2026-02"),
      stream(true, read, "events", "2026-04", "2026-01"),
      stream(false, read, "clicks", "2026-05", "2025-01"),
    ]);
    expect(entries.map(({ at }) => at)).toEqual(["2026-05", "2026-04", "2026-03", "2026-02"]);
    expect(hasMore).toBe(true);
    readMore();
    expect(read).toEqual(["messages"]);
  });

  it("puts what happened in one second in the order of its causes", () => {
    const at = (ms: number) => `2026-11-20T10:15:30.${ms}Z`;
    const run = { id: 7, enrolled_at: at(100), ended_at: at(300) } as Run;
    const message = { id: 10, run_id: 7, direction: "outbound", created_at: at(302) };
    const sent = (more: object) => entryOfMessage({ ...message, ...more } as Message);
    const tagged = {
      id: 1,
      type: "lead.tag_added",
      timestamp: at(305),
      actor: { type: "run", id: 7 },
    } as Event;
    const { entries } = merged([
      {
        entries: [sent({ id: 9, sent_at: at(900) }), sent({ sent_at: null })],
        hasMore: false,
        readMore: () => {},
      },
      { entries: entriesOfRun(run), hasMore: false, readMore: () => {} },
      { entries: entriesOfEvent(tagged), hasMore: false, readMore: () => {} },
      stream(false, [], "created", at(100)),
    ]);
    expect(entries.map(({ key }) => key)).toEqual([
      "run-7-end",
      "event-1",
      "message-10",
      "message-9",
      "run-7",
      at(100),
    ]);
  });

  it("puts a message that waited where it was sent", () => {
    const message = { id: 1, direction: "outbound", created_at: "2026-11-20T22:00:00.000Z" };
    const sent = { ...message, sent_at: "2026-11-21T08:00:00.000Z" } as Message;
    expect(entryOfMessage(sent).at).toBe(sent.sent_at);
  });

  it("shows nothing before each stream has been read once", () => {
    const { entries } = merged([stream(true, [], "messages"), stream(false, [], "clicks", "2026")]);
    expect(entries).toEqual([]);
  });
});
