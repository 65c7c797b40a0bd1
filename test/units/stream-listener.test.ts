import { describe, expect, it } from "vitest";
import { ends } from "#features/events/stream/ends";
import {
  acknowledge,
  endOf,
  endTimes,
  framesFor,
  isReady,
  newListener,
  type Outgoing,
} from "#features/events/stream/listener";

const NOW = 1_800_000_000_000;
const fresh = newListener({ tokenId: 1, expiresAt: null, types: null, after: 0 });

/** Events with the ids from `first` to `last`. */
const events = (first: number, last: number, bytes = 100): Outgoing[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    id: first + index,
    type: index % 2 === 0 ? "lead.created" : "tag.deleted",
    text: String(first + index),
    bytes,
  }));

const ask = (id: number) => `{"stream":"ack","last_event_id":${id}}`;

describe("a listener", () => {
  it("is sent what it wants, once, and passes what it doesn't want", () => {
    const some = { ...fresh, types: ["lead.created" as const], after: 2 };
    const { frames, listener } = framesFor(some, events(1, 6), 9, NOW);
    expect(frames).toEqual(["3", "5"]);
    expect(listener).toMatchObject({ after: 9, events: 2, bytes: 200 });
    expect(framesFor(listener, events(1, 6), 9, NOW)).toEqual({ frames: [], listener });
  });

  it.each([
    ["50 events", 100, 50],
    ["16 KiB", 4_096, 4],
    ["one event", 20_000, 1],
  ])("is asked to acknowledge after %s, and held when it owes two", (_, bytes, each) => {
    const { frames, listener } = framesFor(fresh, events(1, 3 * each, bytes), 999, NOW);
    expect(frames).toHaveLength(2 * each + 2);
    expect([frames[each], frames.at(-1)]).toEqual([ask(each), ask(2 * each)]);
    expect(listener).toMatchObject({ after: 2 * each, asked: [each, 2 * each], heldSince: NOW });
    expect(isReady(listener)).toBe(false);
    expect(endTimes(listener)).toEqual([NOW + 15_000]);
    expect([endOf(listener, NOW + 14_999), endOf(listener, NOW + 15_000)]).toEqual([
      undefined,
      ends.slow,
    ]);
    const later = acknowledge(listener, ask(each));
    expect(later).toMatchObject({ asked: [2 * each], heldSince: null });
    const all = acknowledge(listener, `{ "last_event_id": ${2 * each}, "stream": "ack" }`);
    expect(all).toMatchObject({ asked: [], heldSince: null });
    expect(acknowledge(all!, ask(each))).toBeNull();
  });

  it("ends when its token expires", () => {
    const brief = { ...fresh, expiresAt: NOW };
    expect([endOf(brief, NOW - 1), endOf(brief, NOW)]).toEqual([undefined, ends.unauthenticated]);
    expect(endTimes(brief)).toEqual([NOW]);
  });

  it("fits into what a socket can keep", () => {
    const long = { ...fresh, types: Array.from({ length: 38 }, () => "lead.profile_updated") };
    expect(JSON.stringify({ ...long, asked: [NOW * 1000, NOW * 1000] }).length).toBeLessThan(2_000);
  });
});
