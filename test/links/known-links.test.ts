import { beforeAll, describe, expect, it } from "vitest";
import { redirectCache } from "#features/links/redirect-cache";
import { isFree } from "#features/links/schema";
import { isSlug } from "#features/links/slug";
import { app } from "../../src/app";
import { type Client, call, newShortLink, newWorkspace } from "../support/api";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

describe("a link that the isolate knows", () => {
  it.each([
    "",
    "/",
    "//",
    "?",
    "?a=1&a=2#f",
    "/token",
    "/token/",
    "/token/more",
    "/token?x=%20",
    "/%41BC",
    "/..%2f",
    "/%00",
    "/é",
    "%20",
    "%41",
    "#top",
    "/?q",
  ])("is answered as before it was known: /slug%s", async (rest) => {
    const destination_url = "https://example.com/page?a=0";
    const links = [
      await newShortLink(client, { destination_url }),
      await newShortLink(client, { destination_url, is_active: false }),
      { slug: "no-such-link" },
    ];
    for (const { slug } of links) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const seen = [];
        for (const state of ["cold", "warm"]) {
          if (state === "cold") redirectCache.clear();
          else await call("GET", `/${slug}`);
          const { status, headers, text } = await call(method, `/${slug}${rest}`);
          const { "x-request-id": id, ...others } = Object.fromEntries(headers);
          expect(id).toMatch(/^[0-9a-f]{32}$/);
          seen.push({ status, text, others });
        }
        expect(seen[1], `${method} ${slug}`).toEqual(seen[0]);
      }
    }
  });

  it("is never at a path of the service's own", () => {
    const segments = app.routes.map(({ path }) => path.split("/")[1] ?? "").filter(isSlug);
    expect(segments).toContain("docs");
    expect(segments.filter(isFree)).toEqual([]);
  });
});
