import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Client,
  call,
  newLead,
  newLinkSend,
  newShortLink,
  newWorkspace,
} from "../support/api";
import {
  aroundD1,
  click,
  counterOf,
  flushAndClassify,
  flushClicks,
  later,
  SAFARI,
} from "../support/clicks";
import { testEnv } from "../support/env";
import { brokenDatabase, serveWith } from "../support/meter";
import { serve } from "../support/serve";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates links with two recipients each. */
async function newLinks(count: number) {
  const leads = [await newLead(client), await newLead(client)];
  return Promise.all(
    Array.from({ length: count }, async () => {
      const link = await newShortLink(client);
      const [one, other] = await Promise.all(
        leads.map(({ id }) => newLinkSend(client, link.id, id)),
      );
      return { link, sends: [one!, other!] };
    }),
  );
}

const CLICKS = 800;

const path = (url: string) => new URL(url).pathname;

/** The counts of a link from every place where they are stored. */
async function counted(linkId: number) {
  const { clicks_count, base_clicks_count } = (await client.get(`/short-links/${linkId}`)).body
    .data;
  const { totals } = (await client.get(`/short-links/${linkId}/stats`)).body.data;
  const { data: sends } = (await client.get(`/link-sends?short_link_id=${linkId}`)).body;
  const ofSends = sends
    .map(({ clicks_count }: { clicks_count: number }) => clicks_count)
    .toReversed();
  const rows = await testEnv.DB.prepare(
    "select count(*) as n from link_clicks where short_link_id = ?",
  )
    .bind(linkId)
    .first<number>("n");
  return {
    ...{ recipients: clicks_count, base: base_clicks_count, ofSends, rows },
    stats: [totals.clicks_count, totals.base_clicks_count, totals.bot_clicks_count],
  };
}

describe("clicks", () => {
  it("800 over 20 links from 32 connections are each counted once, through flushes, evictions and a repeated alarm", {
    timeout: 60_000,
  }, async () => {
    const links = await newLinks(20);
    const visits = Array.from({ length: CLICKS }, (_, index) => {
      const { link, sends } = links[index % 20]!;
      const kind = Math.floor(index / 20) % 5;
      const url = kind < 3 ? path(sends[kind === 2 ? 1 : 0]!.url) : `/${link.slug}`;
      return {
        url: `http://localhost${url}`,
        userAgent: kind === 4 ? "WhatsApp/2.23.20.0" : SAFARI,
      };
    });
    const fetcher = serveWith(testEnv.DB);
    let answered = 0;
    const connection = async () => {
      for (let visit = visits.pop(); visit; visit = visits.pop()) {
        const answer = await fetcher(
          new Request(visit.url, {
            headers: { "User-Agent": visit.userAgent },
            redirect: "manual",
          }),
        );
        answered += Number(answer.status === 302);
      }
    };
    const all = (act: (linkId: number) => Promise<unknown>) =>
      Promise.all(links.map(({ link }) => act(link.id)));
    const disturb = async () => {
      for (const flush of [1, 2]) {
        while (visits.length > CLICKS - flush * 240) await scheduler.wait(5);
        await all(flushClicks);
      }
      await all((id) => evictDurableObject(counterOf(id)));
    };
    await Promise.all([disturb(), ...Array.from({ length: 32 }, connection)]);
    await all((id) => runInDurableObject(counterOf(id), (instance) => instance.alarm()));
    await all((id) => runInDurableObject(counterOf(id), (instance) => instance.alarm()));
    expect(answered).toBe(CLICKS);
    for (const { link } of links)
      expect(await counted(link.id)).toEqual({
        recipients: 24,
        base: 8,
        ofSends: [16, 8],
        rows: 24,
        stats: [24, 8, 8],
      });
  });

  it("are redirected and kept while D1 refuses writes, and are all counted, with their tags, when it recovers", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const tag = (await client.post("/tags", { label: "Clicked while D1 was down" })).body.data;
    const [{ link, sends }] = (await newLinks(1)) as [Awaited<ReturnType<typeof newLinks>>[number]];
    await client.put(`/short-links/${link.id}`, {
      slug: link.slug,
      destination_url: link.destination_url,
      tag_on_clicked_id: tag.id,
    });
    await click(`/${link.slug}`);
    await aroundD1(counterOf(link.id), () =>
      Promise.reject(new Error("D1_ERROR: D1 DB is overloaded.")),
    );
    for (let attempt = 0; attempt < 3; attempt++) {
      for (const url of [sends[0]!.url, sends[1]!.url, `/${link.slug}`])
        expect((await click(url)).status).toBe(302);
      await flushClicks(link.id);
    }
    expect(await counted(link.id)).toMatchObject({ recipients: 0, base: 0, rows: 0 });
    await evictDurableObject(counterOf(link.id));
    await flushClicks(link.id);
    await flushAndClassify(link.id);
    expect(await counted(link.id)).toEqual({
      recipients: 6,
      base: 4,
      ofSends: [3, 3],
      rows: 6,
      stats: [6, 4, 0],
    });
    for (const { lead_id } of sends)
      expect((await client.get(`/leads/${lead_id}`)).body.data.tags).toMatchObject([
        { id: tag.id },
      ]);
    expect(error.mock.calls.join()).toContain("overloaded");
  });

  it("are redirected on a warm link while D1 refuses reads; a cold link answers with Retry-After", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const [warm, cold] = await newLinks(2);
    await click(warm!.sends[0]!.url);
    const fetcher = serveWith(brokenDatabase());
    for (const ms of [0, 60_000]) {
      for (const url of [warm!.sends[1]!.url, `/${warm!.link.slug}`])
        await later(ms, async () => expect((await click(url, { fetcher })).status).toBe(302));
    }
    expect(error.mock.calls.join()).toContain(
      `"short link not looked up, followed as it was","short_link_id":${warm!.link.id}`,
    );
    for (const url of [cold!.sends[0]!.url, `/${cold!.link.slug}`]) {
      const { status, headers } = await click(url, { fetcher });
      expect(status).toBe(503);
      expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect((await click(cold!.sends[0]!.url)).status).toBe(302);
    await flushClicks(warm!.link.id);
    expect(await counted(warm!.link.id)).toMatchObject({ recipients: 3, base: 2 });
  });
});

describe("while D1 is slow", () => {
  it("a known link is served from the cache after a second, and a change is seen as soon as D1 answers", async () => {
    const [{ link }] = (await newLinks(1)) as [Awaited<ReturnType<typeof newLinks>>[number]];
    await click(`/${link.slug}`);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = { prepare: (text: string) => waiting(testEnv.DB.prepare(text)) };
    const waiting = (statement: D1PreparedStatement): object => ({
      bind: (...values: unknown[]) => waiting(statement.bind(...values)),
      run: () => released.then(() => statement.run()),
    });
    await testEnv.DB.prepare(
      "update slugs set destination_url = 'https://example.com/new' where short_link_id = ?",
    )
      .bind(link.id)
      .run();
    await later(9_000, async () => {
      const visit = () =>
        call("GET", `/${link.slug}`, {
          fetcher: (request) => serve(request, { DB: slow as unknown as D1Database }),
        });
      expect((await visit()).headers.get("Location")).toBe("https://example.com/");
      const next = visit();
      release();
      expect((await next).headers.get("Location")).toBe("https://example.com/new");
    });
  });
});

describe("while a counter fails", () => {
  const failing = (times: number, linkId: number) => {
    let calls = 0;
    const record = (batches: Parameters<ReturnType<typeof counterOf>["record"]>[0]) => {
      calls++;
      if (calls <= times)
        throw Object.assign(new Error("Durable Object is overloaded."), { overloaded: true });
      return counterOf(linkId).record(batches);
    };
    return { LINK_COUNTER: { getByName: () => ({ record }) } as never, calls: () => calls };
  };

  it("redirects at once, and tries again until it works", async () => {
    const [{ link, sends }] = (await newLinks(1)) as [Awaited<ReturnType<typeof newLinks>>[number]];
    const { calls, ...bindings } = failing(2, link.id);
    const fetcher = serveWith(testEnv.DB, bindings);
    expect(
      (await call("GET", path(sends[0]!.url), { fetcher, headers: { "User-Agent": SAFARI } }))
        .status,
    ).toBe(302);
    expect(calls()).toBe(3);
    await flushClicks(link.id);
    expect(await counted(link.id)).toMatchObject({ recipients: 1, rows: 1 });
  });

  it("counts a click once whose record was made but not answered", async () => {
    const [{ link, sends }] = (await newLinks(1)) as [Awaited<ReturnType<typeof newLinks>>[number]];
    let calls = 0;
    const record = async (batches: Parameters<ReturnType<typeof counterOf>["record"]>[0]) => {
      await counterOf(link.id).record(batches);
      calls++;
      if (calls < 3) throw new Error("Network connection lost.");
    };
    const fetcher = serveWith(testEnv.DB, {
      LINK_COUNTER: { getByName: () => ({ record }) } as never,
    });
    await click(sends[0]!.url, { fetcher });
    expect(calls).toBe(3);
    await flushClicks(link.id);
    expect(await counted(link.id)).toMatchObject({ recipients: 1, rows: 1, ofSends: [1, 0] });
  });
});
