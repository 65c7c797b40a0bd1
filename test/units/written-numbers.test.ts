import { describe, expect, it } from "vitest";
import { numberIn } from "#lib/written-number";

type Country = string | null;
type Row = [written: string, value: number | undefined];

const everywhere: Row[] = [
  ["30 ans", 30],
  ["I'm 30, thanks.", 30],
  ["2 000 €", 2000],
  ["1\u202f250\u00a0000", 1_250_000],
  ["1'500.50", 1500.5],
  ["1’500’000", 1_500_000],
  ["12.000,50", 12_000.5],
  ["12,000.50", 12_000.5],
  ["1.500.000", 1_500_000],
  ["12,34,567", 1_234_567],
  ["12,5", 12.5],
  ["12.5", 12.5],
  ["0.500", 0.5],
  ["0,500", 0.5],
  [".5", 0.5],
  ["$.50", 0.5],
  ["about...5", 5],
  ["5k", 5000],
  ["5 K", 5000],
  ["2.5k€", 2500],
  ["5 keur", 5000],
  ["2,3 mille", 2300],
  ["2 millions d'euros", 2_000_000],
  ["3 lakh", 300_000],
  ["$-5", -5],
  ["-$5", -5],
  ["−3,5", -3.5],
  ["R$ 20", 20],
  ["USD500", 500],
  ["Rs.500", 500],
  ["CHF 40.-", 40],
  ["50 %", 50],
  ["50 m²", 50],
  ["70kg", 70],
  ["A room of 50 in B2B", 50],
  ["٣٠", 30],
  ["４２", 42],
  ["007", 7],
  ["9007199254740991", 9_007_199_254_740_991],
  ["", undefined],
  ["many", undefined],
  ["B2B", undefined],
  ["covid-19", undefined],
  ["12 50", undefined],
  ["30 or 40", undefined],
  ["30, yes 30", undefined],
  ["12-15", undefined],
  ["10/12", undefined],
  ["10:30", undefined],
  ["20h30", undefined],
  ["1e3", undefined],
  ["1m80", undefined],
  ["2½", undefined],
  ["½", undefined],
  ["3²", undefined],
  ["5M", undefined],
  ["3 billion", undefined],
  ["1.2.3", undefined],
  ["03.04.2026", undefined],
  ["06 12 34 56 78", undefined],
  ["9007199254740993", undefined],
  ["9".repeat(400), undefined],
  [`${"x ".repeat(500)}5`, undefined],
];

describe("a number in any country", () => {
  it.each(everywhere)("%s is %s", (written, value) => {
    for (const country of ["FR", "US", "CH", "IN", "QQ", null])
      expect([country, numberIn(written, country)]).toEqual([country, value]);
  });
});

/** The numbers of `1.500`, `1,500`, `about 1.500 €` and `1.500k`. */
const conventions: [thousands: "." | ",", countries: Country[]][] = [
  [".", ["FR", "DE", "ES", "PT", "IT", "NL", "BE", "BR", "AR", "CO", "CL", "PL", "SE", "TR", "MA"]],
  [",", ["US", "GB", "CA", "MX", "PE", "IN", "CH", "JP", "CN", "NG", "KE", "AU", "EG", "AE"]],
];

describe("the convention of a country", () => {
  it.each(
    conventions.flatMap(([sign, countries]) =>
      countries.map((country) => [country, sign] as const),
    ),
  )("of %s has thousands with %s", (country, sign) => {
    const other = sign === "." ? "," : ".";
    expect(numberIn(`1${sign}500`, country)).toBe(1500);
    expect(numberIn(`about 1${sign}500 €`, country)).toBe(1500);
    expect(numberIn(`1${other}500`, country)).toBe(1.5);
    expect(numberIn(`1${other}500k`, country)).toBe(1500);
    expect(numberIn(`-1${sign}500${other}25`, country)).toBe(-1500.25);
  });

  it.each([null, "QQ", "", "__proto__"])(
    "is not known of %j: groups of three are thousands",
    (c) => {
      expect([numberIn("1,500", c), numberIn("1.500", c)]).toEqual([1500, 1500]);
    },
  );
});

describe("hostile texts", () => {
  it.each([
    ["1".repeat(1_000)],
    ["1,".repeat(500)],
    ["1 ".repeat(500)],
    ["a1".repeat(500)],
    ["$".repeat(1_000)],
    ["-".repeat(1_000)],
    ["abc$".repeat(250)],
    ["9".repeat(100_000)],
    ["\ud800".repeat(1_000)],
  ])("are no number: %.10s…", (text) => {
    expect(numberIn(text, "FR")).toBeUndefined();
    expect(numberIn(text, null)).toBeUndefined();
  });
});
