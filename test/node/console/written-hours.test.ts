import { expect, it } from "vitest";
import { hoursIn, writtenHours } from "#console/data/hours/written";

const written = (text: string, closed = "") => ({ ...writtenHours(null), monday: text, closed });

it.each([
  ["9-12", [{ from: "09:00", to: "12:00" }]],
  [
    "9:30 – 12h30,14-24:00",
    [
      { from: "09:30", to: "12:30" },
      { from: "14:00", to: "24:00" },
    ],
  ],
  ["nine", [{ from: "nine", to: "" }]],
])("reads the hours %s", (text, monday) => {
  expect(hoursIn(written(text))).toEqual({ weekly: { monday } });
});

it("writes what it reads, and reads what it writes", () => {
  const hours = hoursIn(written("9-12:30, 14-18", "2026-12-25; 2027-01-01"));
  expect(hours?.closed).toEqual(["2026-12-25", "2027-01-01"]);
  expect(hoursIn(writtenHours(hours))).toEqual(hours);
  expect(hoursIn(writtenHours(null))).toBeNull();
  expect(hoursIn(written("", "2026-12-25"))).toEqual({ weekly: {}, closed: ["2026-12-25"] });
});
