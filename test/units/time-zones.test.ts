import { expect, test } from "vitest";
import { timeZoneOf } from "#domain/time-zones";
import { DAY_MS } from "#lib/time";
import { offsetAt } from "#lib/time-zone";

const lead = (phone: string | null, time_zone?: unknown) => ({ phone, variables: { time_zone } });

test.each([
  ["France", "+33639980001", "Europe/Paris"],
  ["Germany, where two zones show the same time", "+4915112345678", "Europe/Berlin"],
  ["Italy or the Vatican, which share a code and a time", "+393123456789", "Europe/Rome"],
  ["the United Kingdom, or an island with its time", "+447911123456", "Europe/London"],
  ["Jamaica, which shares its code with the United States", "+18762101234", "America/Jamaica"],
  ["Réunion, which shares its code with Mayotte", "+262692123456", "Indian/Reunion"],
  ["India", "+919876543210", "Asia/Kolkata"],
  ["Morocco, whose clocks go back in Ramadan", "+212612345678", "Africa/Casablanca"],
])("knows the time of a lead in %s", (_where, phone, zone) => {
  const days = Array.from({ length: 366 }, (_, day) => Date.UTC(2026, 0, 1) + day * DAY_MS);
  const found = timeZoneOf(lead(phone), "Pacific/Auckland");
  expect(days.map((day) => offsetAt(found, day))).toEqual(days.map((day) => offsetAt(zone, day)));
});

test.each([
  ["the United States", "+12125550123"],
  ["Spain, with the Canary Islands", "+34612345678"],
  ["Brazil", "+5511961234567"],
  ["no country", "+881612345678"],
  ["a phone without its country", "0639980001"],
  ["no phone", null],
])("takes the workspace's zone for %s", (_where, phone) => {
  expect(timeZoneOf(lead(phone), "Europe/Madrid")).toBe("Europe/Madrid");
  expect(timeZoneOf(lead(phone), null)).toBe("UTC");
});

test("takes the zone that a variable names, wherever the phone is from", () => {
  expect(timeZoneOf(lead("+33639980001", " Asia/Tokyo "), null)).toBe("Asia/Tokyo");
});

test.each([["Europe/Pariss"], [""], [1], [null], [{}], ["x".repeat(100_000)], ["Europe/Paris\0"]])(
  "ignores the variable %j",
  (name) => expect(timeZoneOf(lead("+33639980001", name), null)).toBe("Europe/Paris"),
);
