import { describe, expect, it } from "vitest";
import { graphVersionOf } from "#domain/graph-versions";
import { DAY_MS } from "#lib/time";

const END = Date.parse("2028-02-18");
const stateOf = (version: string, now: number) =>
  graphVersionOf(`https://graph.facebook.com/${version}`, now).state;

describe("a version of the Graph API", () => {
  it.each([
    [181, "supported"],
    [179, "ending"],
    [0.01, "ending"],
    [0, "ended"],
    [-400, "ended"],
  ])("is %d days before its end: %s", (days, state) => {
    expect(stateOf("v24.0", END - days * DAY_MS)).toBe(state);
  });

  it.each([
    ["v26.0", "supported"],
    ["v27.0", "unknown"],
    ["v101.0", "unknown"],
    ["v26.1", "unknown"],
    ["v19.0", "ended"],
    ["", "unknown"],
    ["latest", "unknown"],
    ["constructor", "unknown"],
  ])("is what the list says of it: %s, %s", (version, state) => {
    expect(stateOf(version, Date.parse("2026-12-01"))).toBe(state);
  });

  it("without a known end is unknown once the list is too old to know better", () => {
    expect(stateOf("v26.0", Date.parse("2028-01-01"))).toBe("supported");
    expect(stateOf("v26.0", Date.parse("2028-03-01"))).toBe("unknown");
  });

  it("is read from the end of the URL", () => {
    const now = Date.parse("2026-12-01");
    expect(graphVersionOf("http://127.0.0.1:9000/v9.0/v24.0/", now)).toEqual({
      version: "v24.0",
      ends_at: "2028-02-18",
      state: "supported",
    });
    expect(graphVersionOf("https://graph.facebook.com", now)).toEqual({
      version: null,
      ends_at: null,
      state: "unknown",
    });
  });
});
