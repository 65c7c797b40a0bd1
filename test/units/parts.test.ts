import { describe, expect, it } from "vitest";
import { inParts } from "#lib/parts";

describe("inParts", () => {
  it.each([
    [[], []],
    [["a"], [["a"]]],
    [
      ["a", "b", "c"],
      [["a", "b"], ["c"]],
    ],
    [
      ["aaaaaaaaaaaa", "b"],
      [["aaaaaaaaaaaa"], ["b"]],
    ],
    [
      ["a", "bbbbbbbb"],
      [["a"], ["bbbbbbbb"]],
    ],
  ])("parts %j into %j: two items, eleven characters", (items, parts) => {
    expect(inParts<string>(items, 2, 11)).toEqual(parts);
  });
});
