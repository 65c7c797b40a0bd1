import { describe, expect, it } from "vitest";
import { isTimeZone } from "#lib/time-zone";
import { dateIn, readDate } from "#lib/written-date";

const textIn = (text: string, country: string | null, timeZone: string | null = null) =>
  dateIn(text, { country, timeZone })?.text;

describe("a date in any country", () => {
  it.each([
    ["2026-04-03", "2026-04-03"],
    ["2026/4/3", "2026-04-03"],
    ["25/04/2026", "2026-04-25"],
    ["04/25/2026", "2026-04-25"],
    ["04/04/2026", "2026-04-04"],
    ["25.4.26", "2026-04-25"],
    ["25/12/85", "1985-12-25"],
    ["I was born on 25 12 1985, in Lyon", "1985-12-25"],
    ["3 April 2026", "2026-04-03"],
    ["April 3rd, 2026", "2026-04-03"],
    ["3-Apr-2026", "2026-04-03"],
    ["le 1er août 2026", "2026-08-01"],
    ["3 de março de 2026", "2026-03-03"],
    ["el 3 de enero del 2026", "2026-01-03"],
    ["am 3. März 2026", "2026-03-03"],
    ["2026年4月3日", "2026-04-03"],
    ["٢٠٢٦-٠٤-٠٣", "2026-04-03"],
    ["29/02/2028", "2028-02-29"],
    ["2026-04-03T10:00:00+02:00", "2026-04-03T08:00:00.000Z"],
    ["2026-04-03T10:00", "2026-04-03T10:00:00.000Z"],
    ["2026-04-03 10:00:00Z", "2026-04-03T10:00:00.000Z"],
    ["2026-04-03 10:00:00.5+02", "2026-04-03T08:00:00.500Z"],
    ["2026-04-03 10:00:00 -0530", "2026-04-03T15:30:00.000Z"],
    ["2026-04-03 10:00 UTC", "2026-04-03T10:00:00.000Z"],
    ["25/04/2026 à 14h30", "2026-04-25T14:30:00.000Z"],
    ["April 3, 2026 at 2:30 pm", "2026-04-03T14:30:00.000Z"],
    ["April 3, 2026 12am", "2026-04-03T00:00:00.000Z"],
    ["29/02/2026", undefined],
    ["31/04/2026", undefined],
    ["2026-13-01", undefined],
    ["25/04/0027", undefined],
    ["0027-04-25", undefined],
    ["25/04/2026 25:00", undefined],
    ["25/04", undefined],
    ["3 April", undefined],
    ["tomorrow", undefined],
    ["3 Foo 2026", undefined],
    ["1/2/3/2026", undefined],
    ["125/04/2026", undefined],
    ["25/04/20266", undefined],
    ["2026-04-03T10:00+2", undefined],
    ["from 25/04/2026 to 26/04/2026", undefined],
    ["", undefined],
    [`${"x ".repeat(500)}25/04/2026`, undefined],
  ])("%s is %s", (written, text) => {
    for (const country of ["FR", "US", "JP", "BR", null])
      expect([country, textIn(written, country)]).toEqual([country, text]);
  });
});

describe("03/04/2026", () => {
  it.each([
    ...["FR", "GB", "DE", "ES", "BR", "MX", "IN", "CH", "AU"].map((country) => [
      country,
      "2026-04-03",
    ]),
    ["US", "2026-03-04"],
    // People write both there, or begin with the year.
    ...["CA", "JP", "SE", "QQ", null].map((country) => [country, undefined]),
  ] as [string | null, string | undefined][])("in %s is %s", (country, text) => {
    expect(textIn("03/04/2026", country)).toBe(text);
  });
});

it("months have the names of the country too", () => {
  expect(textIn("3 kwietnia 2026", "PL")).toBe("2026-04-03");
  expect(textIn("3 kwietnia 2026", "FR")).toBeUndefined();
});

describe("a time zone", () => {
  const region = { country: "FR", timeZone: "Europe/Paris" };
  const lasting = (text: string, where = region) => {
    const date = readDate(text, where);
    return date && [new Date(date.from).toISOString(), new Date(date.to).toISOString()];
  };

  it("says when a day begins and ends, also where clocks change", () => {
    expect(lasting("03/04/2026")).toEqual(["2026-04-02T22:00:00.000Z", "2026-04-03T22:00:00.000Z"]);
    expect(lasting("29/03/2026")).toEqual(["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
  });

  it("says what a time without an offset means, and nothing of one with an offset", () => {
    expect(lasting("03/04/2026 10:00")?.[0]).toBe("2026-04-03T08:00:00.000Z");
    expect(lasting("2026-04-03T10:00Z")?.[0]).toBe("2026-04-03T10:00:00.000Z");
  });

  it("has a name", () => {
    expect(["Europe/Paris", "UTC", "Mars/Olympus", ""].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("does not matter in the first years", () => {
    expect(lasting("0012-01-01")?.[0]).toBe("0012-01-01T00:00:00.000Z");
    expect(lasting("9999-12-31T23:59:59Z")?.[0]).toBe("9999-12-31T23:59:59.000Z");
  });

  it("does not make a date of a text that holds more", () => {
    expect(lasting("on 03/04/2026")).toBeUndefined();
    expect(lasting(`${" ".repeat(80)}03/04/2026`)).toBeUndefined();
  });
});

describe("hostile texts", () => {
  it.each([
    ["1".repeat(1_000)],
    ["1/".repeat(500)],
    ["1 ".repeat(500)],
    ["a 1 ".repeat(250)],
    ["1 de ".repeat(200)],
    [" ".repeat(999)],
    ["1".concat(" ".repeat(998))],
    ["x".repeat(100_000)],
  ])("hold no date: %.10s…", (text) => {
    expect(textIn(text, "FR")).toBeUndefined();
    expect(readDate(text, { country: "FR", timeZone: null })).toBeUndefined();
  });
});
