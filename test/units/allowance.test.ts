import { describe, expect, it } from "vitest";
import { nextRoom, usedAt } from "#features/messaging/outbound/worker/allowance";
import { HOUR_MS } from "#lib/time";

const NOW = 1_000 * HOUR_MS + 5;
const at = (...hours: [number, number][]) => new Map(hours.map(([hour, n]) => [1_000 + hour, n]));

describe("a number's limit", () => {
  it("counts who was written to in the 24 hours before, and the hour in which they began", () => {
    expect(usedAt(NOW, at([0, 3], [-1, 2], [-23, 5], [-24, 7], [-25, 100]))).toBe(17);
  });

  it("has room in the first hour in which enough is over", () => {
    const room = (started: Map<number, number>, planned: Map<number, number>, limit: number) => {
      const { hour, room: left } = nextRoom(NOW, started, planned, limit);
      return [hour - 1_000, left];
    };
    expect(room(at([0, 10]), at(), 10)).toEqual([25, 10]);
    expect(room(at([-20, 4], [-3, 6]), at(), 10)).toEqual([5, 4]);
    expect(room(at([-20, 4], [-3, 6]), at([5, 4]), 10)).toEqual([22, 6]);
    expect(room(at([-20, 4], [-3, 6]), at([5, 3]), 10)).toEqual([5, 1]);
    expect(room(at([0, 10]), at([25, 10], [50, 10]), 10)).toEqual([75, 10]);
    expect(room(at([0, 500]), at(), 0)).toEqual([25, 1]);
  });
});
