import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Answer,
  type Client,
  call,
  newLead,
  newShortLink,
  newWorkspace,
  type Options,
  unique,
} from "../support/api";
import { flushAllClicks } from "../support/clicks";
import { testEnv } from "../support/env";
import { serveWith } from "../support/meter";
import { directoryDb } from "../support/scope";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const visit = (path: string, options: Options & { method?: string } = {}) =>
  call(options.method ?? "GET", path, {
    ...options,
    headers: { "User-Agent": SAFARI, ...options.headers },
  });

const locationOf = async (path: string) => (await visit(path)).headers.get("Location");

/** A slug that is in no cache. */
const newSlug = () => `Link-${unique()}`;
const newLink = (input: object = {}) => newShortLink(client, { slug: newSlug(), ...input });
const put = (link: { id: number; slug: string }, input: object) =>
  client.put(`/short-links/${link.id}`, {
    slug: link.slug,
    destination_url: "https://example.com/",
    ...input,
  });

const expectPage = (answer: Answer, status: number) => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
  expect(answer.text).toMatch(/^<!doctype html>/);
  // At home on a phone, by day and by night, without anything from elsewhere.
  expect(answer.text).toMatch(/width=device-width.*color-scheme:light dark/);
  expect(answer.text).not.toMatch(/(src|href)=|url\(|<script/);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(answer.headers.has("Location")).toBe(false);
};

describe("a short link", () => {
  it("redirects with these headers and no others", async () => {
    const { slug } = await newLink({ destination_url: "https://example.com/page" });
    const { status, headers, text } = await visit(`/${slug}`);
    expect(status).toBe(302);
    expect(text).toBe("");
    expect(Object.fromEntries(headers)).toEqual({
      location: "https://example.com/page",
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow",
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    });
  });

  it("answers HEAD like GET", async () => {
    const { slug } = await newLink({ destination_url: "https://example.com/page" });
    const { status, headers } = await visit(`/${slug}`, { method: "HEAD" });
    expect(status).toBe(302);
    expect(headers.get("Location")).toBe("https://example.com/page");
    expect((await visit(`/${newSlug()}`, { method: "HEAD" })).status).toBe(404);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("does not answer %s", async (method) => {
    const { slug } = await newLink();
    for (const path of [`/${slug}`, `/${slug}/token`]) {
      const { status, headers } = await visit(path, { method });
      expect(status).toBe(405);
      expect(headers.get("Allow")).toBe("GET, HEAD");
    }
  });

  it("is found in any case", async () => {
    const { slug } = await newLink();
    for (const written of [slug, slug.toUpperCase(), slug.toLowerCase()])
      expect((await visit(`/${written}`)).status).toBe(302);
  });

  it.each(["token", "A".repeat(300), "%00", "%2F", "..%2f", "é", "v1"])(
    "acts as its base URL with the token %s, which does not verify",
    async (token) => {
      const { slug } = await newLink({ destination_url: "https://example.com/page" });
      const { status, headers } = await visit(`/${slug}/${token}?a=1`);
      expect(status).toBe(302);
      expect(headers.get("Location")).toBe("https://example.com/page?a=1");
      expect((await visit(`/${newSlug()}/${token}`)).status).toBe(404);
    },
  );

  it("is found with what texts and chats glue to it", async () => {
    const link = await newLink({ destination_url: "https://example.com/page" });
    const glued = [
      "/",
      ".",
      ",",
      ")",
      "*",
      "_",
      "%20",
      "%E2%80%8B",
      "%E3%80%82",
      "%22",
      ".Then",
      "%E2%80",
    ];
    for (const end of glued) {
      expect([end, await locationOf(`/${link.slug}${end}?a=1`)]).toEqual([
        end,
        "https://example.com/page?a=1",
      ]);
      expect([end, (await visit(`/${newSlug()}${end}`)).status]).toEqual([end, 404]);
    }
    expect(await locationOf(`/%E2%80%8B${link.slug}`)).toBe("https://example.com/page");
    // These letters are another slug's.
    for (const end of ["%C3%A9", "x"]) expectPage(await visit(`/${link.slug}${end}`), 404);
    expect((await visit(`/${link.slug}/a/b`)).status).toBe(404);
  });

  it("leads its recipient to their own page with what is glued to its token, and counts them", async () => {
    const link = await newLink({ destination_url: "https://example.com/{{first_name}}" });
    const lead = await newLead(client, { first_name: "Ana" });
    const { body } = await client.post(`/short-links/${link.id}/sends`, { lead_id: lead.id });
    const path = new URL(body.data.url).pathname;
    const glued = ["", "/", ".", ")", "_", "*", "%20", "%E2%80%8B", ".Then"];
    const fetcher = serveWith(testEnv.DB);
    for (const end of glued)
      expect([end, (await visit(path + end, { fetcher })).headers.get("Location")]).toEqual([
        end,
        "https://example.com/Ana",
      ]);
    await flushAllClicks(link.id);
    const { body: sent } = await client.get(`/link-sends/${body.data.id}`);
    expect(sent.data.clicks_count).toBe(glued.length);
  });

  it.each(["unknown", "x".repeat(256), "a.b", "%C3%A9", "%00", "a%20b", "none.ico", "__proto__"])(
    "that is unknown is a 404 page: /%s",
    async (slug) => {
      expectPage(await visit(`/${slug}`), 404);
    },
  );

  it("that is inactive is a 410 page, with a token too", async () => {
    const { slug } = await newLink({ is_active: false });
    expectPage(await visit(`/${slug}`), 410);
    expectPage(await visit(`/${slug}/token`), 410);
  });

  it("that is inactive says whose it was, in the visitor's language, and leads on", async () => {
    const own = await newWorkspace({ name: "Atelier & Co" });
    const { slug } = await newShortLink(own, { slug: newSlug(), is_active: false });
    const text = async (language: string) =>
      (await visit(`/${slug}`, { headers: { "Accept-Language": language } })).text;
    expect(await text("fr-FR")).toMatch(/lang="fr".*Atelier &amp; Co.*Lien désactivé/);
    const set = {
      public_name: "Horizon",
      contact: "+33 6 39",
      fallback_url: "https://example.com",
    };
    await own.patch("/settings", set);
    const page = await text("de, en;q=0.5");
    expect(page).toMatch(
      /Horizon.*nicht mehr verfügbar.*href="https:\/\/example\.com".*Zur Website/,
    );
    expect(page).toContain("+33 6 39");
    expect(page).not.toContain("Atelier");
    expect((await visit(`/${newSlug()}`, { headers: { "Accept-Language": "pt" } })).text).toMatch(
      /lang="pt".*Link não encontrado/,
    );
  });

  it.each([
    ["https://example.com/a?x=1#part", "?y=2&x=3", "https://example.com/a?x=1&y=2#part"],
    [
      "https://example.com/",
      "?q=a+b%20c%2Fd&e=%C3%A9&flag",
      "https://example.com/?q=a+b%20c%2Fd&e=%C3%A9&flag",
    ],
    [
      "https://example.com/?a=%20+%2B",
      "?fbclid=Iw_-1",
      "https://example.com/?a=%20+%2B&fbclid=Iw_-1",
    ],
    ["https://example.com/a%2Fb", "?", "https://example.com/a%2Fb"],
    [
      "https://example.com/?utm_source={{source|mail}}",
      "?utm_source=other&utm_medium=x",
      "https://example.com/?utm_source=mail&utm_medium=x",
    ],
  ])(
    "to %s visited with %s leads to the right place",
    async (destination_url, search, expected) => {
      const { slug } = await newLink({ destination_url });
      expect(await locationOf(`/${slug}${search}`)).toBe(expected);
    },
  );

  it.each([
    [
      "https://example.com/{{first_name}}/x?n={{full_name|dear friend}}#{{email}}",
      "https://example.com//x?n=dear%20friend#",
    ],
    ["https://{{shop|demo}}.example.com/", "https://demo.example.com/"],
    ["{{landing_page|https://example.com/start}}", "https://example.com/start"],
  ])(
    "to %s uses defaults, or nothing, for an unknown visitor",
    async (destination_url, expected) => {
      const { slug } = await newLink({ destination_url });
      expect(await locationOf(`/${slug}`)).toBe(expected);
    },
  );

  it.each(["https://{{shop}}.example.com/", "{{landing_page}}"])(
    "to %s, which does not resolve to a URL, is a 410 page and a log line",
    async (destination_url) => {
      const { id, slug } = await newLink({ destination_url });
      const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
      expectPage(await visit(`/${slug}`), 410);
      expect(JSON.parse(warn.mock.calls[0]![0])).toMatchObject({
        level: "warn",
        short_link_id: id,
        request_id: expect.any(String),
      });
    },
  );

  it("never redirects to a stored destination that may not be visited", async () => {
    for (const destination_url of [
      "javascript:alert(1)",
      "https://sho.rt/loop",
      "https://example.com/{{",
    ]) {
      const { id, slug } = await newLink();
      await directoryDb
        .prepare("update slugs set destination_url = ? where short_link_id = ?")
        .bind(destination_url, id)
        .run();
      expectPage(await visit(`/${slug}`), 410);
    }
  });
});

describe("a change of a short link", () => {
  it("takes effect at once in the isolate that made it", async () => {
    const link = await newLink();
    expect(await locationOf(`/${link.slug}`)).toBe("https://example.com/");
    await put(link, { destination_url: "https://example.com/new" });
    expect(await locationOf(`/${link.slug}`)).toBe("https://example.com/new");
    await put(link, { is_active: false });
    expect((await visit(`/${link.slug}`)).status).toBe(410);
    const slug = newSlug();
    expect((await visit(`/${slug}`)).status).toBe(404);
    await put(link, { slug });
    expect((await visit(`/${slug}`)).status).toBe(302);
    expect((await visit(`/${link.slug}`)).status).toBe(404);
    await client.delete(`/short-links/${link.id}`);
    expect((await visit(`/${slug}`)).status).toBe(404);
    await newLink({ slug });
    expect((await visit(`/${slug}`)).status).toBe(302);
  });

  it.each([
    [
      "a new destination",
      "update slugs set destination_url = 'https://example.com/new' where short_link_id = ?",
      [302, "https://example.com/new"],
    ],
    ["a deactivation", "update slugs set is_active = 0 where short_link_id = ?", [410, null]],
    ["a deletion", "delete from slugs where short_link_id = ?", [404, null]],
  ])(
    "takes effect elsewhere within 10 seconds, however often the link is visited: %s",
    async (_, change, expected) => {
      const { id, slug } = await newLink();
      const start = Date.now();
      vi.useFakeTimers({ toFake: ["Date"], now: start });
      expect((await visit(`/${slug}`)).status).toBe(302);
      await directoryDb.prepare(change).bind(id).run();
      for (const seconds of [2, 4, 6]) {
        vi.setSystemTime(start + seconds * 1_000);
        expect(await locationOf(`/${slug}`)).toBe("https://example.com/");
      }
      vi.setSystemTime(start + 10_000);
      const { status, headers } = await visit(`/${slug}`);
      expect([status, headers.get("Location")]).toEqual(expected);
    },
  );

  it("of an unknown slug takes effect elsewhere within 10 seconds", async () => {
    const [link, slug] = [await newLink(), newSlug()];
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    expect((await visit(`/${slug}`)).status).toBe(404);
    await directoryDb
      .prepare("update slugs set slug_key = ? where short_link_id = ?")
      .bind(slug.toLowerCase(), link.id)
      .run();
    vi.setSystemTime(start + 10_000);
    expect((await visit(`/${slug}`)).status).toBe(302);
  });
});

describe("clicks", () => {
  const counted = async (id: number) => {
    await flushAllClicks(id);
    const { data } = (await client.get(`/short-links/${id}`)).body;
    const bots = await testEnv.DB.prepare(
      "select bot_clicks_count as n from short_links where id = ?",
    )
      .bind(id)
      .first<number>("n");
    return { people: data.base_clicks_count, recipients: data.clicks_count, bots };
  };
  const fetcher = serveWith(testEnv.DB);

  it("of people are counted on the base URL, separately from those of bots", async () => {
    const { id, slug } = await newLink();
    for (const path of [`/${slug}`, `/${slug.toUpperCase()}`, `/${slug}/no-token`])
      await visit(path, { fetcher });
    await visit(`/${slug}`, { fetcher, headers: { "User-Agent": "WhatsApp/2.23.20.0" } });
    await visit(`/${slug}`, { fetcher, headers: { "Sec-Purpose": "prefetch" } });
    await visit(`/${slug}`, { fetcher, method: "HEAD" });
    expect(await counted(id)).toEqual({ people: 3, recipients: 0, bots: 3 });
  });

  it("are not counted when there is no redirect", async () => {
    const inactive = await newLink({ is_active: false });
    const refused = await newLink({ destination_url: "{{landing_page}}" });
    for (const { id, slug } of [inactive, refused]) {
      expect((await visit(`/${slug}`, { fetcher })).status).toBe(410);
      await visit(`/${slug}`, { fetcher, method: "POST" });
      expect(await counted(id)).toEqual({ people: 0, recipients: 0, bots: 0 });
    }
  });

  it("survive a replacement of the link, and stay with it under another slug", async () => {
    const link = await newLink();
    await visit(`/${link.slug}`, { fetcher });
    const slug = newSlug();
    await put(link, { slug });
    await visit(`/${slug}`, { fetcher });
    expect(await counted(link.id)).toEqual({ people: 2, recipients: 0, bots: 0 });
  });
});
