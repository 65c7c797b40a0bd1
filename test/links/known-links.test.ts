import { beforeAll, describe, expect, it } from "vitest";
import { redirectCache } from "../../src/features/links/redirect-cache";
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
  ])("is answered like an unknown one: /slug%s", async (rest) => {
    const { slug } = await newShortLink(client, {
      destination_url: "https://example.com/page?a=0",
    });
    for (const method of ["GET", "HEAD", "POST"]) {
      const seen = [];
      for (const state of ["cold", "warm"]) {
        if (state === "cold") redirectCache.clear();
        else await call("GET", `/${slug}`);
        const { status, headers, text } = await call(method, `/${slug}${rest}`);
        const { "x-request-id": id, ...others } = Object.fromEntries(headers);
        seen.push({ status, text, others });
      }
      expect(seen[1], method).toEqual(seen[0]);
    }
  });
});
