import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, newLead, newLinkSend, newShortLink, newWorkspace } from "../support/api";
import { click, flushClicks, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { brokenDatabase, metered, serveWith } from "../support/meter";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a link that was sent to a lead. */
async function newRecipient(destination_url: string, leadInput: object = {}) {
  const [link, lead] = [
    await newShortLink(client, { destination_url }),
    await newLead(client, leadInput),
  ];
  return { link, lead, send: await newLinkSend(client, link.id, lead.id) };
}

const locationOf = async (url: string) => (await click(url)).headers.get("Location");

const counts = async (linkId: number) => {
  await flushClicks(linkId);
  const { clicks_count, base_clicks_count } = (await client.get(`/short-links/${linkId}`)).body
    .data;
  return { clicks_count, base_clicks_count };
};

const ada = {
  first_name: "Ada",
  last_name: "Lovelace & Co",
  username: "ada/l?",
  email: "ada+news@example.com",
  phone: "+14155550123",
  ext_id: "crm #7",
  variables: {
    city: "São Paulo",
    age: 36,
    vip: true,
    nested: { a: 1 },
    list: [1],
    empty: "",
    gone: null,
    first_name: "shadow",
  },
};

describe("a recipient's URL", () => {
  it.each([
    [
      "https://example.com/{{first_name}}/{{last_name}}",
      "https://example.com/Ada/Lovelace%20%26%20Co",
    ],
    [
      "https://example.com/?n={{full_name}}&u={{username}}",
      "https://example.com/?n=Ada%20Lovelace%20%26%20Co&u=ada%2Fl%3F",
    ],
    [
      "https://example.com/?e={{email}}&p={{phone}}",
      "https://example.com/?e=ada%2Bnews%40example.com&p=%2B14155550123",
    ],
    ["https://example.com/{{ext_id}}#{{city}}", "https://example.com/crm%20%237#S%C3%A3o%20Paulo"],
    ["https://example.com/?a={{age}}&v={{vip}}", "https://example.com/?a=36&v=true"],
    [
      "https://example.com/?n={{nested|x}}&l={{list|y}}&e={{empty|z}}&g={{gone|w}}",
      "https://example.com/?n=x&l=y&e=z&g=w",
    ],
    [
      "https://example.com/{{toString|none}}/{{__proto__|none}}/{{constructor}}",
      "https://example.com/none/none/",
    ],
    ["https://example.com/{{unknown}}", "https://example.com/"],
  ])("of %s leads to %s", async (destination, expected) => {
    const { send } = await newRecipient(destination, {
      ...ada,
      ext_id: `crm #7`,
      email: ada.email,
    });
    expect(await locationOf(send.url)).toBe(expected);
    await client.delete(`/leads/${send.lead_id}`);
  });

  it("shows a new destination with the lead's values at once where it was changed", async () => {
    const { link, send } = await newRecipient("https://example.com/{{first_name}}", {
      first_name: "Ada",
    });
    expect(await locationOf(send.url)).toBe("https://example.com/Ada");
    await client.put(`/short-links/${link.id}`, {
      slug: link.slug,
      destination_url: "https://example.org/{{first_name}}",
    });
    expect(await locationOf(send.url)).toBe("https://example.org/Ada");
  });

  it("adds the lead's id, and keeps the visitor's parameters that the destination lacks", async () => {
    const { lead, send } = await newRecipient("https://example.com/?lead={{lead_id}}");
    expect(await locationOf(`${send.url}?lead=0&utm_source=ig`)).toBe(
      `https://example.com/?lead=${lead.id}&utm_source=ig`,
    );
  });

  it("asks D1 for the lead once in 8 seconds, and only when the destination is personal", async () => {
    const cases = [
      [await newRecipient("https://example.com/"), 0],
      [await newRecipient("https://example.com/{{first_name}}"), 1],
    ] as const;
    for (const [{ send, link }, trips] of cases) {
      await click(`/${link.slug}`);
      const { meter, database } = metered(testEnv.DB);
      const fetcher = serveWith(database);
      const visits = Array.from({ length: 5 }, () => click(send.url, { fetcher }));
      for (const { status } of await Promise.all(visits)) expect(status).toBe(302);
      expect((await click(`${send.url}?a=1`, { fetcher })).status).toBe(302);
      expect(meter.trips).toBe(trips);
      expect(meter.rowsRead).toBeLessThanOrEqual(2);
    }
  });

  it("leads to the base URL's destination once the lead is deleted, and before that shows changes of the lead within 10 seconds", async () => {
    const { lead, send } = await newRecipient("https://example.com/{{first_name|friend}}", {
      first_name: "Ada",
    });
    expect(await locationOf(send.url)).toBe("https://example.com/Ada");
    await client.patch(`/leads/${lead.id}`, { first_name: "Grace" });
    const in9Seconds = () => later(9_000, () => locationOf(send.url));
    expect(await in9Seconds()).toBe("https://example.com/Grace");
    await client.delete(`/leads/${lead.id}`);
    expect(await later(9_000, in9Seconds)).toBe("https://example.com/friend");
  });

  it("uses defaults while D1 can't be read, and logs that without a name", async () => {
    const { link, send } = await newRecipient("https://example.com/{{first_name|friend}}", {
      first_name: "Ada",
    });
    await click(`/${link.slug}`);
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const answer = await click(send.url, { fetcher: serveWith(brokenDatabase()) });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      "https://example.com/friend",
    ]);
    expect(error.mock.calls.join()).toContain("not looked up");
    expect(error.mock.calls.join()).not.toContain("Ada");
  });

  it("is refused when the lead's values make a forbidden URL, and the log says why", async () => {
    const { link, lead, send } = await newRecipient("{{landing_page|https://example.com/}}", {
      first_name: "Ada",
      variables: { landing_page: "https://sho.rt/loop" },
    });
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const answer = await click(send.url);
    expect(answer.status).toBe(410);
    expect(answer.headers.has("Location")).toBe(false);
    expect(JSON.parse(warn.mock.calls[0]![0])).toEqual({
      level: "warn",
      message: "short link refused: its destination does not resolve to an allowed URL",
      request_id: expect.any(String),
      short_link_id: link.id,
      link_send_id: send.id,
      refusal: "own_domain",
    });
    await client.patch(`/leads/${lead.id}`, {
      variables: { landing_page: "https://example.org/x" },
    });
    expect(await later(9_000, () => locationOf(send.url))).toBe("https://example.org/x");
    expect(await counts(link.id)).toEqual({ clicks_count: 1, base_clicks_count: 0 });
  });

  it.each([
    "evil.com/",
    "good@evil.com",
    "evil.com#",
    "a b",
    "\r\nSet-Cookie: a=b",
    "{{first_name}}",
    "..",
    "[::1]",
  ])("lets no variable break out of the host: %j", async (shop) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { send } = await newRecipient("https://{{shop}}.example.com/", { variables: { shop } });
    const answer = await click(send.url);
    const location = answer.headers.get("Location");
    expect(
      location === null ? 410 : new URL(location).hostname.endsWith(".example.com"),
    ).toBeTruthy();
    expect(answer.text + (location ?? "")).not.toContain("{{");
  });

  it.each(["{{first_name}}", "{{", "}}", "{{x|{{y}}}}"])(
    "never shows the braces of a value: %j",
    async (first_name) => {
      const { link, send } = await newRecipient(
        "https://example.com/{{first_name}}?q={{first_name}}#{{first_name}}",
        { first_name },
      );
      for (const url of [send.url, `/${link.slug}`, `${send.url}?x={{y}}`])
        expect(await locationOf(url)).not.toContain("{{");
    },
  );

  it("counts people separately from those on the base URL, and bots as neither", async () => {
    const { link, send } = await newRecipient("https://example.com/");
    for (const url of [send.url, send.url, `/${link.slug}`, `/${link.slug}/not-a-token`])
      await click(url);
    await click(send.url, { headers: { "User-Agent": "WhatsApp/2.23.20.0" } });
    await click(send.url, { method: "HEAD" });
    await click(send.url, { headers: { Purpose: "prefetch" } });
    expect(await counts(link.id)).toEqual({ clicks_count: 2, base_clicks_count: 2 });
    const { data } = (await client.get(`/link-sends/${send.id}`)).body;
    expect(data).toMatchObject({
      clicks_count: 2,
      first_clicked_at: expect.any(String),
      last_clicked_at: expect.any(String),
    });
    expect(data.first_clicked_at <= data.last_clicked_at).toBe(true);
  });

  it("acts as the base URL with a token that was forged, cut, changed or made for another link", async () => {
    const { link, send } = await newRecipient("https://example.com/{{first_name|friend}}", {
      first_name: "Ada",
    });
    const other = await newLinkSend(client, (await newShortLink(client)).id, send.lead_id);
    const [token, foreign] = [send.url.split("/").at(-1)!, other.url.split("/").at(-1)!];
    const flipped = (token[0] === "A" ? "B" : "A") + token.slice(1);
    const bad = [
      foreign,
      flipped,
      token.slice(1),
      token.slice(0, -1),
      `${token}0`,
      token.toUpperCase(),
      token.slice(0, 16),
    ];
    for (const wrong of bad) {
      const { status, headers } = await click(`/${link.slug}/${wrong}`);
      expect([status, headers.get("Location")], wrong).toEqual([302, "https://example.com/friend"]);
    }
    expect(await locationOf(send.url)).toBe("https://example.com/Ada");
    expect(await counts(link.id)).toEqual({ clicks_count: 1, base_clicks_count: bad.length });
  });

  it("rejects a forged token without asking D1", async () => {
    const { link } = await newRecipient("https://example.com/{{first_name}}");
    await click(`/${link.slug}`);
    const { meter, database } = metered(testEnv.DB);
    await click(`/${link.slug}/${"A".repeat(16)}1`, { fetcher: serveWith(database) });
    expect(meter.trips).toBe(0);
  });

  it("still works after a change of the service's key, as long as the previous one is known", async () => {
    const { send } = await newRecipient("https://example.com/{{first_name|friend}}", {
      first_name: "Ada",
    });
    const keys = {
      APP_KEY: "another-key-of-the-tests-0123456789ab",
      APP_KEY_BEFORE: testEnv.APP_KEY!,
    };
    const visit = (bindings: Partial<typeof testEnv>) =>
      click(send.url, { fetcher: serveWith(testEnv.DB, bindings) });
    expect((await visit(keys)).headers.get("Location")).toBe("https://example.com/Ada");
    expect((await visit({ APP_KEY: keys.APP_KEY })).headers.get("Location")).toBe(
      "https://example.com/friend",
    );
  });

  it("does not work for an inactive link, or under another slug", async () => {
    const { link, send } = await newRecipient("https://example.com/");
    await client.put(`/short-links/${link.id}`, {
      slug: link.slug,
      destination_url: link.destination_url,
      is_active: false,
    });
    expect((await click(send.url)).status).toBe(410);
    await client.delete(`/short-links/${link.id}`);
    expect((await click(send.url)).status).toBe(404);
    expect(await click(send.url.replace(link.slug, "no-such-link"))).toMatchObject({ status: 404 });
  });
});
