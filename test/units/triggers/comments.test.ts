import { describe, expect, it } from "vitest";
import { hasStarted } from "#features/automation/triggers/again";
import { DAY_MS } from "#lib/time";
import { activeTrigger, candidates, commented } from "#test/support/triggers";

const fits = (data: object, comment: object) =>
  candidates([activeTrigger("comment", data)], commented(comment)).length > 0;

describe("a trigger for comments", () => {
  it.each<[rank: number, data: object]>([
    [75, { media_ids: ["9"], words: ["price"] }],
    [70, { patterns: ["^pr"] }],
    [65, { media_ids: ["8", "9"] }],
    [20, {}],
  ])("has the rank %i with %j", (rank, data) => {
    const [found] = candidates([activeTrigger("comment", data)], commented({ text: "Price?" }));
    expect(found).toMatchObject({ rank, comment: { mediaId: "9" } });
  });

  it.each<[string, object, object, boolean]>([
    ["another post", { media_ids: ["8"] }, {}, false],
    ["other words", { words: ["price"] }, { text: "Nice" }, false],
    ["no text where words are wanted", { words: ["price"] }, {}, false],
    ["no text", {}, {}, true],
    ["an excluded word", { exclude: ["giveaway"] }, { text: "This GIVEAWAY!" }, false],
    [
      "a word beside an excluded one",
      { words: ["price"], exclude: ["no"] },
      { text: "no price" },
      false,
    ],
    ["a reply", {}, { parentId: "3" }, false],
    ["a reply that counts", { replies: true }, { parentId: "3" }, true],
    ["a broadcast", {}, { isLive: true }, false],
    ["a broadcast that counts", { live: "also" }, { isLive: true }, true],
    ["a post where broadcasts count, too", { live: "also" }, {}, true],
    ["a post where only broadcasts count", { live: "only" }, {}, false],
    ["another channel", { channel_ids: [6] }, {}, false],
  ])("fits or not: %s", (_, data, comment, expected) => {
    expect(fits(data, comment)).toBe(expected);
  });

  it.each<[again: unknown, samePost: boolean, otherPost: boolean]>([
    [undefined, true, false],
    ["always", false, false],
    ["never", true, true],
    [{ after_days: 1 }, false, false],
    [{ after_days: 3 }, true, true],
  ])("bars another start with again: %j", (again, ...barred) => {
    const trigger = activeTrigger("comment", { again });
    const found = ["9", "8"].map((subject) => {
      const entry = { scenarioId: 1, triggerId: "t", subject, at: 1 };
      return hasStarted(trigger, commented(), [entry], 2 * DAY_MS);
    });
    expect(found).toEqual(barred);
  });
});
