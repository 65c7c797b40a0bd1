import { describe, expect, it } from "vitest";
import { phonePatterns, searchedPhone } from "#features/leads/search/phones";

const finds = (typed: string, phone: string, country: string | null) =>
  phonePatterns(typed, country).some((pattern) => searchedPhone(phone).includes(pattern));

describe("a phone that is searched for", () => {
  it.each([
    ["+33639980001", "+33639980001", "FR"],
    ["+33 6 39 98 00 01", "+33639980001", null],
    ["0033 6 39 98 00 01", "+33639980001", null],
    ["0033639", "+33639980001", "DE"],
    ["+33 (0)6 39 98 00 01", "+33639980001", null],
    ["+33 (0)6 39", "+33639980001", "US"],
    ["06 39 98 00 01", "+33639980001", "FR"],
    ["06.39.98.00.01", "+33639980001", "FR"],
    ["06-39-98-00-01", "+33639980001", "FR"],
    ["06 39 98", "+33639980001", "FR"],
    ["0639", "+33639980001", "FR"],
    ["06 39 98 00 01", "+33639980001", "DE"],
    ["06 39 98 00 01", "+33639980001", null],
    ["639980001", "+33639980001", null],
    ["33639980001", "+33639980001", null],
    ["0001", "+33639980001", "FR"],
    ["00 01", "+33639980001", null],
    ["98 00 01", "+33639980001", "FR"],
    ["+33639980001", "33639980001", null],
    ["(415) 555-2671", "+14155552671", "US"],
    ["1 (415) 555", "+14155552671", "US"],
    ["8 912 345-67-89", "+79123456789", "RU"],
    ["8 912 34", "+79123456789", "RU"],
    ["06 20 123 45 67", "+36201234567", "HU"],
    ["02 1234 5678", "+390212345678", "IT"],
    ["+55 11 8123-4567", "+5511981234567", null],
    ["+52 1 55 1234 5678", "+525512345678", null],
    ["01 02 03 04 05", "01 02 03 04 05", null],
    ["0102030405", "01 02 03 04 05", null],
    ["０６３９９８０００１", "+33639980001", "FR"],
    ["n/a", "N/A", "FR"],
    ["poste 12", "06 12 poste 12", null],
  ])("%s finds %s in %s", (typed, phone, country) => {
    expect(finds(typed, phone, country)).toBe(true);
  });

  it.each([
    ["+33 6 39", "+1336390001", null],
    ["06 39 98 00 02", "+33639980001", "FR"],
    ["0639", "+49171639000", "FR"],
    ["8 912 35", "+79123456789", "RU"],
    ["n/a", "+33639980001", "FR"],
  ])("%s does not find %s in %s", (typed, phone, country) => {
    expect(finds(typed, phone, country)).toBe(false);
  });

  it("is looked for by a handful of texts, none of which another makes needless", () => {
    for (const typed of ["0639980001", "+5511981234567", "+33 (0)6 39 98 00 01", "9".repeat(255)]) {
      const patterns = phonePatterns(typed, "FR");
      expect(patterns.length).toBeLessThanOrEqual(4);
      for (const one of patterns)
        expect(patterns.filter((other) => one.includes(other))).toEqual([one]);
    }
  });
});
