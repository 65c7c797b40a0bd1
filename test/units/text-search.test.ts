import { expect, it } from "vitest";
import { type Place, type Sought, searchFor } from "#lib/text-search";
import { workSpent } from "#lib/work";
import { generator } from "../support/pseudo-random";

const PLACES: Place[] = ["anywhere", "start", "word"];
const of = (place: Place, text: string): Sought => ({ key: `${place} ${text}`, place, text });

it.each<[boolean, Place, string, string]>([
  [true, "anywhere", "b", "abc"],
  [true, "start", "ab", "abc"],
  [false, "start", "bc", "abc"],
  [true, "word", "abc", "abc"],
  [false, "word", "ab", "abc"],
  [true, "word", "ab c", "x ab c."],
  [false, "word", "ab c", "x ab cd"],
  [false, "word", "ab", "𝐱ab"],
  [true, "word", "ab", "🔥ab🔥"],
  [true, "word", "价格", "问价格吗"],
  [true, "anywhere", "aaaa", "aaaaa"],
  [false, "anywhere", "abc", ""],
])("finds (%s) %s %j in %j", (isFound, place, sought, text) => {
  expect(searchFor([of(place, sought)])(text).size).toBe(isFound ? 1 : 0);
});

it("finds what a search for each text by itself finds", () => {
  const { upTo, pick } = generator(7);
  const any = (most: number) =>
    Array.from({ length: 1 + upTo(most) }, () => pick([..."ab c"])).join("");
  for (let round = 0; round < 200; round++) {
    const sought = Array.from({ length: 40 }, (_, index) => of(PLACES[index % 3]!, any(9)));
    const text = any(60);
    const alone = sought.filter((one) => hasAlone(text, one)).map(({ key }) => key);
    expect([...searchFor(sought)(text)].toSorted()).toEqual([...new Set(alone)].toSorted());
  }
});

function hasAlone(text: string, { place, text: part }: Sought) {
  if (place === "start") return text.startsWith(part);
  const isFree = (at: number) => !/^\w\w$/.test(text.slice(at - 1, at + 1));
  return Array.from(text, (_, at) => at).some(
    (at) =>
      text.startsWith(part, at) &&
      (place === "anywhere" || ((at === 0 || isFree(at)) && isFree(at + part.length))),
  );
}

it("does work by the length of the text, not by what is sought", () => {
  const words = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index).repeat(3));
  const sought = words.flatMap((one) =>
    words.flatMap((two) => words.map((three) => of("word", `${one} ${two} ${three}`))),
  );
  const search = searchFor(sought);
  const text = words.join(" ").repeat(40).slice(0, 4_096);
  const before = workSpent();
  expect(search(text).size).toBeGreaterThan(20);
  expect(workSpent() - before).toBeLessThan(2 * text.length);
});
