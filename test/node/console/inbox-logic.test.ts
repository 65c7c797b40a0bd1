import { describe, expect, it } from "vitest";
import { endOf, hasGap, mergeNewest, type Pages } from "#console/data/entities";
import { matchIn } from "#console/data/lead-match";
import { markParts } from "#console/screens/inbox/list/mark-parts";
import { isSearchable } from "#console/screens/inbox/list/searchable";
import { linkify } from "#console/screens/inbox/thread/linkify";
import { fieldOf, readSnooze } from "#console/screens/inbox/thread/snooze-times";
import { isSearchable as isSearchedByApi } from "#features/messaging/messages/search/tokens";

describe("a search", () => {
  it("is made of the texts that the API searches messages for", () => {
    for (const text of [
      "",
      "a",
      "ab",
      "abc",
      "é́",
      "世",
      "世界",
      "界a",
      "カタ",
      "ログ",
      "하세",
      "ขอ",
      "لا",
    ])
      expect([text, isSearchable(text)]).toEqual([text, isSearchedByApi(text)]);
  });

  const lead = {
    ...{ phone: "+33639980001", email: "anais@example.com", username: "anais", ext_id: "crm-7" },
  };

  it.each([
    ["06 39 98 00 01", "+33639980001"],
    ["+33 6 39", "+33639980001"],
    ["0001", "+33639980001"],
    ["@EXAMPLE", "anais@example.com"],
    ["anaïs dupont", "anais@example.com"],
    ["CRM", "crm-7"],
    ["dupont", "+33639980001"],
  ])("for %s shows %s of a lead", (search, shown) => {
    expect(matchIn(lead, search)).toBe(shown);
  });
});

type Item = { id: number; at: number };

const pagesOf = (...pages: Item[][]): Pages<Item> => ({
  pages: pages.map((data, index) => ({
    data,
    meta: { next_cursor: index === pages.length - 1 ? null : String(index) },
  })),
  pageParams: pages.map(() => null),
});
const item = (id: number, at: number): Item => ({ id, at });
const merged = (list: Pages<Item>, newest: Item[], end: number) =>
  mergeNewest(
    list,
    newest,
    ({ at }) => at <= end,
    (one, other) => other.at - one.at,
  )?.pages.map(({ data }) => data.map(({ id }) => id));

describe("the inbox's list", () => {
  const list = pagesOf([item(1, 9), item(2, 8)], [item(3, 7), item(4, 6)]);

  it.each<[string, Item[], number, number[][]]>([
    [
      "puts what is new first",
      [item(5, 10), item(1, 9)],
      9,
      [
        [5, 1, 2],
        [3, 4],
      ],
    ],
    ["moves up what was on a later page", [item(4, 10), item(1, 9)], 9, [[4, 1, 2], [3]]],
    ["drops what left the head of the list", [item(1, 9), item(3, 7)], 7, [[1, 3], [4]]],
    ["drops all others when the head is all", [item(3, 7)], -Infinity, [[3], []]],
  ])("%s", (_, newest, end, expected) => {
    expect(merged(list, newest, end)).toEqual(expected);
  });
});

describe("the newest of a list", () => {
  const placeOf = ({ at }: Item) => at;
  const loaded = [item(1, 9), item(2, 8)];

  it.each<[string, Item[], string | null, number, boolean]>([
    ["reach what was loaded", [item(3, 10), item(1, 9)], "more", 9, false],
    ["leave a gap", [item(4, 11), item(3, 10)], "more", 10, true],
    ["are all that there is", [item(4, 11)], null, -Infinity, false],
    ["have been looked for without any being found yet", [], "more", Infinity, false],
  ])("%s", (_, data, next_cursor, end, isGap) => {
    const newest = { data, meta: { next_cursor } };
    expect([endOf(newest, placeOf), hasGap(loaded, newest, placeOf)]).toEqual([end, isGap]);
  });
});

describe("what is found in a message", () => {
  it.each([
    ["Prochain élan en juin", "elan", ["Prochain ", "élan", " en juin"]],
    ["Nothing", "else", ["Nothing"]],
    ["😀 Hello", "hel", ["😀 ", "Hel", "lo"]],
  ])("is marked in %s", (text, wanted, parts) => {
    expect(markParts(text, wanted).map(({ part }) => part)).toEqual(parts);
  });
});

describe("addresses in a message", () => {
  it.each([
    ["See https://example.com/a.", ["https://example.com/a"]],
    [
      "(http://a.example) and https://b.example?x=1!",
      ["http://a.example", "https://b.example?x=1"],
    ],
    ["javascript:alert(1) example.com", []],
  ])("are links in %s", (text, hrefs) => {
    expect(linkify(text).flatMap(({ href }) => href ?? [])).toEqual(hrefs);
  });
});

describe("a time to snooze until", () => {
  const now = Date.parse("2026-11-28T12:00:00");

  it.each([
    ["", "missing"],
    ["2026-11-28T12:00", "past"],
    ["2026-11-28T12:01", new Date("2026-11-28T12:01:00")],
  ])("is read from “%s”", (field, expected) => {
    expect(readSnooze(field, now)).toEqual(expected);
  });

  it("stands in its field as it is read", () => {
    expect(fieldOf(new Date("2026-03-29T03:30:00"))).toBe("2026-03-29T03:30");
  });
});
