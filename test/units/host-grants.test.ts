import { describe, expect, it } from "vitest";
import { grantOf, type Other, UNPROVED_PER_HOUR } from "#features/events/hosts/grant";
import { DAY_MS, HOUR_MS } from "#lib/time";

const NOW = 1_800_000_000_000;
const proved = { provedAt: NOW - DAY_MS + 1, sentAt: [] };
const unproved = { provedAt: null, sentAt: [] };
const grant = (known: Parameters<typeof grantOf>[0], others: Other[] = [], since = NOW) =>
  grantOf(known, others, { wanted: 6, since }, NOW);
const active = (lanes: number): Other => ({ lanes, since: NOW - 100 });
const waiting = (since: number): Other => ({ lanes: 0, since });

describe("a grant at a host that has taken a request", () => {
  it.each<[string, Other[], number, number]>([
    ["alone", [], NOW, 6],
    ["beside one that has half of the lanes", [active(3)], NOW, 3],
    ["beside one that has all lanes", [active(6)], NOW, 0],
    ["when another waits since before", [waiting(NOW - 1)], NOW, 3],
    ["when another waits since later", [waiting(NOW - 1)], NOW - 2, 3],
    ["when more wait since before than there are lanes", Array(6).fill(waiting(NOW - 1)), NOW, 0],
    ["when many wait since later", Array(20).fill(waiting(NOW)), NOW - 1, 1],
    ["when one lane is free, and another waits for it", [active(5), waiting(NOW - 1)], NOW, 0],
  ])("is for a share of six lanes: %s", (_, others, since, lanes) => {
    expect(grant(proved, others, since).lanes).toBe(lanes);
  });

  it("is for no more lanes than are wanted", () => {
    expect(grantOf(proved, [], { wanted: 5, since: NOW }, NOW).lanes).toBe(5);
  });
});

describe("a grant at a host that has taken none yet", () => {
  it("is for one request, and one at a time", () => {
    expect(grant(unproved)).toMatchObject({ lanes: 1, most: 1 });
    expect(grant(unproved, [active(1)])).toMatchObject({ lanes: 0 });
  });

  it("is the same a day after it has taken the last one", () => {
    expect(grant({ ...proved, provedAt: NOW - DAY_MS })).toMatchObject({ lanes: 1, most: 1 });
  });

  it(`is one of ${UNPROVED_PER_HOUR} in an hour, whenever the hour begins`, () => {
    const sentAt = (count: number) =>
      Array.from({ length: count }, (_, n) => NOW - HOUR_MS + 1 + n);
    expect(grant({ ...unproved, sentAt: sentAt(59) }).lanes).toBe(1);
    expect(grant({ ...unproved, sentAt: sentAt(60) })).toEqual({
      lanes: 0,
      most: 0,
      at: NOW + 1,
    });
    expect(grant({ ...unproved, sentAt: [NOW - HOUR_MS, ...sentAt(59)] }).lanes).toBe(1);
    expect(grant({ ...proved, sentAt: sentAt(60) }).lanes).toBe(6);
  });
});
