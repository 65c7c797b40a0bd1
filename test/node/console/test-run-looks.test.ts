import { expect, it } from "vitest";
import type { PlayedTestRun } from "#client";
import { nextLook } from "#console/screens/scenarios/panels/simulation/tested";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const later = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const run = (next_at: string | null, ahead_seconds = 0, ended_at: string | null = null) =>
  ({ next_at, ahead_seconds, ended_at }) as PlayedTestRun;

it.each([
  ["never once it has ended", run(null, 0, later(-1)), false],
  ["now and then while it waits for no time", run(null), 15_000],
  ["now and then while its time is far", run(later(3_600)), 15_000],
  ["when its time comes", run(later(5)), 5_000],
  ["when its time comes by its own clock", run(later(3_605), 3_600), 5_000],
  ["soon when its time has come", run(later(-5)), 1_000],
])("a test run is looked at again %s", (_, played, wait) => {
  expect(nextLook(played, NOW)).toBe(wait);
});
