import { describe, expect, it } from "vitest";
import { visitedLink } from "#features/links/clicks/visited-link";
import { replaceLinks, slugsIn } from "#features/links/rewrite";

const MARKS = "_-".repeat(100_000);

it.each([
  "/promo-\u00e9t\u00e9",
  "/promo_\u00e9",
  "/promo-5%C3%A9",
  "/\u00e9-promo",
  "/promo-\u0661",
])("no part of another word is a slug: %s", (path) => {
  expect(visitedLink(path)).toBe(null);
});

describe("a hostile text takes no quadratic time", () => {
  it("as the path of a visit", () => {
    expect(visitedLink(`/spring/${MARKS}x${MARKS}`)).toEqual({
      slug: "spring",
      token: `${MARKS}x`,
    });
    expect(visitedLink(`/${MARKS}.`)).toEqual({ slug: MARKS, token: undefined });
  });

  it("around links in italics", () => {
    const lines = "_".repeat(100_000);
    const text = `${lines}\nsee go.example.com/a_ or _go.example.com/b_`;
    expect(slugsIn(text, "https://go.example.com")).toEqual(["a_", "b"]);
    expect(replaceLinks(text, "https://go.example.com", () => "URL", false)).toBe(
      `${lines}\nsee URL or _URL_`,
    );
  });
});
