import { describe, expect, it } from "vitest";
import { isReserved, isSlug, slugFrom, slugKey } from "#features/links/slug";

describe("slugs", () => {
  it.each(["a", "0", "-", "_", "Spring-Sale_2026", "x".repeat(255)])("may be %s", (slug) => {
    expect(isSlug(slug)).toBe(true);
  });

  it.each(["", "a b", "é", "a.b", "a/b", "a\n", "\na", "a%20b", "ａ", "{{name}}", "x".repeat(256)])(
    "may not be %j",
    (slug) => {
      expect(isSlug(slug)).toBe(false);
    },
  );

  it("are the same in every letter case, and only then", () => {
    expect(slugKey("Spring-Sale")).toBe(slugKey("SPRING-sALE"));
    expect(slugKey("spring-sale")).not.toBe(slugKey("spring_sale"));
  });

  it.each([
    "v1",
    "V1",
    "api",
    "Docs",
    "OPENAPI",
    "Well-Known",
    "console",
    "mcp",
    "U",
    "oauth",
    "authorize",
    "token",
    "Unsubscribe",
    "qr",
    "import",
    "llms",
    "CDN-CGI",
    "privacy",
    "Terms",
    "security",
    "operator",
    "register",
    "signin",
    "auth",
    "join",
    "connect",
  ])("reserves %s", (slug) => {
    expect(isReserved(slug)).toBe(true);
  });

  it.each(["v10", "docs-2", "api_"])("does not reserve %s", (slug) => {
    expect(isReserved(slug)).toBe(false);
  });

  it("are made of eight unambiguous lower-case characters, all 32 equally often", () => {
    const every = Uint8Array.from({ length: 256 }, (_, index) => index);
    const slugs = Array.from({ length: 32 }, (_, index) => slugFrom(every.subarray(index * 8)));
    for (const slug of slugs) expect(slug).toMatch(/^[a-km-np-z2-9]{8}$/);
    const counts = Object.values(Object.groupBy(slugs.join(""), (character) => character)).map(
      (group) => group!.length,
    );
    expect(counts).toEqual(Array(32).fill(8));
  });
});
