import { describe, expect, it } from "vitest";
import { nearest } from "#lib/nearest";

describe("nearest", () => {
  const known = ["warmth", "source", "pipeline_stage", "tag_ids", "exclude_tag_ids", "per_page"];

  it.each([
    ["warmth", "warmth"],
    ["warmht", "warmth"],
    ["wramth", "warmth"],
    ["warmt", "warmth"],
    ["warmths", "warmth"],
    ["WARMTH", "warmth"],
    ["wormth", "warmth"],
    ["tagIds", "tag_ids"],
    ["tag", "tag_ids"],
    ["exclude_tags", "exclude_tag_ids"],
    ["stage", "pipeline_stage"],
    ["page", "per_page"],
    ["perpage", "per_page"],
  ])("of %s is %s", (name, wanted) => {
    expect(nearest(name, known)).toBe(wanted);
  });

  it.each(["", "_", "q", "ta", "frobnicate", "heat", "warmth".repeat(20), "constructor"])(
    "is none of %j",
    (name) => {
      expect(nearest(name, known)).toBeUndefined();
    },
  );

  it("prefers fewer differences, and of equals the first", () => {
    expect(nearest("created_form", ["created_to", "created_from"])).toBe("created_from");
    expect(nearest("age", ["age_min", "age_max"])).toBe("age_min");
    expect(nearest("ab", [])).toBeUndefined();
  });

  it("looks at nothing longer than 64 characters", () => {
    const long = "x".repeat(1_000_000);
    expect(nearest(long, [long])).toBeUndefined();
    expect(nearest("x", [long])).toBeUndefined();
  });
});
