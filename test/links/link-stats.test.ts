import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  idsOf,
  newLead,
  newLinkSend,
  newShortLink,
  newWorkspace,
} from "../support/api";
import { noDay } from "../support/choices";
import { atTime, click, flushAndClassify, flushClicks, later, SAFARI } from "../support/clicks";
import { testEnv } from "../support/env";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

async function newRecipients(count: number) {
  const link = await newShortLink(client);
  const sends = [];
  for (let i = 0; i < count; i++)
    sends.push(await newLinkSend(client, link.id, (await newLead(client)).id));
  return { link, sends };
}

const DESKTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const iso = (ms: number) => new Date(ms).toISOString();
/** Comes from a country. */
const from = (country: string | null) => ({
  cf: { ...(country && { country }) } as IncomingRequestCfProperties,
});
const noBots = { head: 0, prefetch: 0, preview: 0, crawler: 0, no_user_agent: 0 };
const BOTH = {
  from: ["The from field must be a valid date."],
  to: ["The to field must be a valid date."],
};
const stats = async (linkId: number, query = "") =>
  (await client.get(`/short-links/${linkId}/stats${query}`)).body.data;

describe("a link's statistics", () => {
  it("separate people, recipients and bots", async () => {
    const { link, sends } = await newRecipients(3);
    await click(sends[0]!.url, from(null));
    for (const { url } of [sends[0]!, sends[1]!]) await click(url, from("BR"));
    await click(`/${link.slug}`);
    for (const userAgent of [
      "WhatsApp/2.23.20.0",
      "TelegramBot (like TwitterBot)",
      "curl/8.5.0",
      "",
    ])
      await click(sends[2]!.url, { headers: { "User-Agent": userAgent } });
    await click(`/${link.slug}`, { method: "HEAD" });
    await click(`/${link.slug}`, { headers: { "Sec-Purpose": "prefetch" } });
    await flushAndClassify(link.id);
    const { totals } = await stats(link.id);
    expect(totals).toEqual({
      clicks_count: 3,
      base_clicks_count: 1,
      bot_clicks_count: 6,
      unique_recipients_count: 2,
      suspected_scanner_count: 0,
      devices: { mobile: 3, tablet: 0, desktop: 0 },
      countries: [
        { country: "BR", clicks_count: 2 },
        { country: null, clicks_count: 1 },
      ],
      bots: { head: 1, prefetch: 1, preview: 2, crawler: 1, no_user_agent: 1 },
    });
  });

  it("count suspected scanner clicks, and count a lead with two sends once", async () => {
    const { link, sends } = await newRecipients(1);
    const again = await newLinkSend(client, link.id, sends[0]!.lead_id);
    await client.patch(`/link-sends/${again.id}`, { sent_at: iso(Date.now()) });
    for (const { url } of [sends[0]!, again]) await click(url);
    await flushAndClassify(link.id);
    expect((await stats(link.id)).totals).toMatchObject({
      clicks_count: 2,
      unique_recipients_count: 1,
      suspected_scanner_count: 1,
    });
  });

  it("count recipients' clicks by device and country, without those of deleted leads", async () => {
    const { link, sends } = await newRecipients(3);
    const iPad = { "User-Agent": SAFARI.replace("iPhone", "iPad") };
    await click(sends[0]!.url, from("FR"));
    for (const country of ["FR", "T1"])
      await click(sends[1]!.url, { headers: iPad, ...from(country) });
    for (let again = 0; again < 2; again++)
      await click(sends[2]!.url, { headers: { "User-Agent": DESKTOP }, ...from("JP") });
    await click(`/${link.slug}`, from("IT"));
    await flushClicks(link.id);
    expect((await stats(link.id)).totals).toMatchObject({
      devices: { mobile: 1, tablet: 2, desktop: 2 },
      countries: [
        { country: "FR", clicks_count: 2 },
        { country: "JP", clicks_count: 2 },
        { country: "T1", clicks_count: 1 },
      ],
    });
    await client.delete(`/leads/${sends[1]!.lead_id}`);
    expect((await stats(link.id)).totals).toMatchObject({
      clicks_count: 5,
      unique_recipients_count: 2,
      devices: { mobile: 1, tablet: 0, desktop: 2 },
      countries: [
        { country: "JP", clicks_count: 2 },
        { country: "FR", clicks_count: 1 },
      ],
    });
  });

  it("are a series of whole hours or days without gaps", async () => {
    const { link, sends } = await newRecipients(1);
    const day = (Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS;
    for (const ms of [0, HOUR_MS - 1, HOUR_MS, 25 * HOUR_MS]) {
      await atTime(day + ms, async () => {
        await click(sends[0]!.url);
        await click(`/${link.slug}`);
      });
    }
    await later(2 * DAY_MS, () => flushClicks(link.id));
    const count = (starts_at: number, clicks: number) => ({
      starts_at: iso(starts_at),
      clicks_count: clicks,
      base_clicks_count: clicks,
      bot_clicks_count: 0,
    });
    const hourly = await stats(
      link.id,
      `?interval=hour&from=${iso(day)}&to=${iso(day + 2 * HOUR_MS + 5)}`,
    );
    expect(hourly).toEqual({
      interval: "hour",
      time_zone: "UTC",
      from: iso(day),
      to: iso(day + 3 * HOUR_MS),
      totals: {
        ...{
          clicks_count: 3,
          base_clicks_count: 3,
          bot_clicks_count: 0,
          unique_recipients_count: 1,
          suspected_scanner_count: 0,
        },
        devices: { mobile: 3, tablet: 0, desktop: 0 },
        countries: [{ country: null, clicks_count: 3 }],
        bots: noBots,
      },
      series: [count(day, 2), count(day + HOUR_MS, 1), count(day + 2 * HOUR_MS, 0)],
    });
    const [from, to] = [iso(day - DAY_MS).slice(0, 10), iso(day + DAY_MS).slice(0, 10)];
    const daily = await stats(link.id, `?from=${from}&to=${to}`);
    expect(daily.series).toEqual([count(day - DAY_MS, 0), count(day, 3), count(day + DAY_MS, 1)]);
    expect(daily.totals).toMatchObject({ clicks_count: 4, unique_recipients_count: 1 });
    expect((await stats(link.id, `?from=${to}&to=${to}`)).totals).toMatchObject({
      clicks_count: 1,
    });
  });

  /** Counts one visit in each of these hours. */
  async function visitedIn(...hours: string[]) {
    const { link } = await newRecipients(0);
    for (const hour of hours)
      await rowsOf(
        "insert into link_hours (short_link_id, starts_at, base) values (?, ?, 1)",
        link.id,
        Date.parse(hour),
      );
    return async (query: string) => {
      const { series, from, to, totals, time_zone } = await stats(link.id, `?${query}`);
      type Interval = { starts_at: string; base_clicks_count: number };
      const counts = series.map(({ starts_at: start, base_clicks_count: count }: Interval) => [
        start.slice(0, 16),
        count,
      ]);
      expect(totals.base_clicks_count).toBe(
        counts.reduce((sum: number, [, count]: [string, number]) => sum + count, 0),
      );
      return { counts, from, to, time_zone };
    };
  }

  it.each([
    [
      "Europe/Paris, as clocks go back",
      "time_zone=Europe/Paris&from=2026-10-24&to=2026-10-26",
      ["2026-10-23T21:00Z", "2026-10-23T22:00Z", "2026-10-25T22:00Z", "2026-10-25T23:00Z"],
      [
        ["2026-10-23T22:00", 1],
        ["2026-10-24T22:00", 1],
        ["2026-10-25T23:00", 1],
      ],
      "2026-10-26T23:00:00.000Z",
    ],
    [
      "America/New_York, as clocks go forward",
      "time_zone=America/New_York&from=2026-03-08T12:00:00Z&to=2026-03-09",
      ["2026-03-08T04:00Z", "2026-03-08T05:00Z", "2026-03-09T03:00Z", "2026-03-09T04:00Z"],
      [
        ["2026-03-08T05:00", 2],
        ["2026-03-09T04:00", 1],
      ],
      "2026-03-10T04:00:00.000Z",
    ],
    [
      "Asia/Kolkata, from the first whole hour",
      "time_zone=Asia/Kolkata&from=2026-11-20&to=2026-11-20",
      ["2026-11-19T18:00Z", "2026-11-19T19:00Z", "2026-11-20T18:00Z", "2026-11-20T19:00Z"],
      [["2026-11-19T19:00", 2]],
      "2026-11-20T19:00:00.000Z",
    ],
    [
      "America/Santiago, where midnight is skipped",
      "time_zone=America/Santiago&from=2026-09-05&to=2026-09-06",
      ["2026-09-06T03:00Z", "2026-09-06T04:00Z"],
      [
        ["2026-09-05T04:00", 1],
        ["2026-09-06T04:00", 1],
      ],
      "2026-09-07T03:00:00.000Z",
    ],
    [
      "Pacific/Apia, where a day was skipped",
      "time_zone=Pacific/Apia&from=2011-12-29&to=2011-12-31",
      ["2011-12-30T09:00Z", "2011-12-30T10:00Z"],
      [
        ["2011-12-29T10:00", 1],
        ["2011-12-30T10:00", 1],
      ],
      "2011-12-31T10:00:00.000Z",
    ],
  ])("have the days of %s", async (_, query, hours, counts, end) => {
    const read = await visitedIn(...hours);
    const found = await read(query);
    expect(found).toMatchObject({ counts, to: end });
    expect(query).toContain(`time_zone=${found.time_zone}`);
  });

  it("have the hours of UTC in every time zone, from the day of the zone on", async () => {
    const read = await visitedIn("2026-11-19T22:00Z", "2026-11-19T23:00Z");
    const query = "interval=hour&time_zone=Europe/Paris&from=2026-11-20&to=2026-11-20T00:30:00Z";
    expect((await read(query)).counts).toEqual([
      ["2026-11-19T23:00", 1],
      ["2026-11-20T00:00", 0],
    ]);
  });

  it("cover the last 30 days, or 48 hours, by default", async () => {
    const { link } = await newRecipients(0);
    await click(`/${link.slug}`);
    await flushClicks(link.id);
    for (const [query, length, ms] of [
      ["", 30, DAY_MS],
      ["?interval=hour", 48, HOUR_MS],
    ] as const) {
      const { series, from, to, totals } = await stats(link.id, query);
      expect(series).toHaveLength(length);
      expect(series.at(-1)).toMatchObject({
        starts_at: iso(Math.floor(Date.now() / ms) * ms),
        base_clicks_count: 1,
      });
      expect(Date.parse(to) - Date.parse(from)).toBe(length * ms);
      expect(totals.base_clicks_count).toBe(1);
    }
    const future = iso(Date.now() + 400 * DAY_MS);
    expect((await stats(link.id, `?from=${future}`)).series).toHaveLength(1);
  });

  it.each([
    ["from=2026-02-30", { from: [noDay("from")] }],
    ["from=yesterday&to=x", { from: [noDay("from")], to: [noDay("to")] }],
    [
      "interval=week",
      { interval: ["The selected interval is invalid. Choose one of: hour, day."] },
    ],
    [
      "from=2026-11-20&to=2026-11-19",
      { to: ["The to field must be a date after or equal to from."] },
    ],
    [
      "from=2025-11-19&to=2026-11-20",
      { to: ["The to field makes a series of more than 366 days."] },
    ],
    ["from=2025-11-20&to=2026-11-20", undefined],
    ["time_zone=Mars/Base", { time_zone: ["The selected time zone is invalid."] }],
    ["time_zone=", { time_zone: ["The time zone field is required."] }],
    ["from=2025-11-20&to=2026-11-20&time_zone=Asia/Kathmandu", undefined],
    ["to=9999-12-31&time_zone=Asia/Tokyo", BOTH],
    ["from=0000-01-02&to=0000-01-05&time_zone=Asia/Tokyo", undefined],
    [
      "from=2026-10-01&to=2026-11-20&interval=hour",
      { to: ["The to field makes a series of more than 744 hours."] },
    ],
    ["from=2026-11-20T10:00:00%2B02:00&to=2026-11-20T08:00:00Z&interval=hour", undefined],
    [
      "to=9999-12-31",
      {
        from: ["The from field must be a valid date."],
        to: ["The to field must be a valid date."],
      },
    ],
    ["from=0000-01-02&to=0000-01-05", undefined],
    [
      "to=0000-01-05",
      {
        from: ["The from field must be a valid date."],
        to: ["The to field must be a valid date."],
      },
    ],
    ["from=1969-12-31T23:30:00Z&to=1970-01-01&interval=hour", undefined],
  ])("?%s answers %j", async (query, errors) => {
    const { link } = await newRecipients(0);
    const { status, body } = await client.get(`/short-links/${link.id}/stats?${query}`);
    expect([status, body.errors]).toEqual([errors ? 422 : 200, errors]);
  });

  it("keep workspaces and links apart", async () => {
    const { link, sends } = await newRecipients(1);
    await click(sends[0]!.url);
    await flushClicks(link.id);
    const stranger = await newWorkspace();
    for (const path of ["stats", "clicks"])
      expect((await stranger.get(`/short-links/${link.id}/${path}`)).status).toBe(404);
    const other = await newShortLink(client);
    expect((await stats(other.id)).totals).toMatchObject({
      clicks_count: 0,
      unique_recipients_count: 0,
    });
    expect(await idsOf(client, `/short-links/${other.id}/clicks`)).toEqual([]);
  });

  it("read no more than two rows for each hour", async () => {
    const { link } = await newRecipients(0);
    const numbers =
      "with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 8783)";
    const first = Date.UTC(2025, 0, 1);
    await testEnv.DB.prepare(
      `${numbers} insert into link_hours (short_link_id, starts_at, base) select ?, ? + n * ${HOUR_MS}, 1 from numbers`,
    )
      .bind(link.id, first)
      .run();
    const meter = await meterOf((fetcher) =>
      client.get(`/short-links/${link.id}/stats?from=2025-01-01&to=2025-12-31`, undefined, {
        fetcher,
      }),
    );
    expect(meter.trips).toBe(1);
    expect(meter.rowsRead).toBeLessThanOrEqual(2 * 8_800);
  });

  it("read each click once, and none of more than 50,000", async () => {
    const { link, sends } = await newRecipients(1);
    const send = sends[0]!;
    const [at, clicks] = [Date.UTC(2026, 0, 5), 300];
    await testEnv.DB.prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${clicks}),
        last(id) as (select ifnull(max(id), 0) from link_clicks)
      insert into link_clicks (id, workspace_id, short_link_id, link_send_id, lead_id, clicked_at,
        country, device, created_at)
      select id + n, ?, ?, ?, ?, ${at} + n, 'FR', 'mobile', ${at} from numbers, last`,
    )
      .bind(client.workspaceId, link.id, send.id, send.lead_id)
      .run();
    const statsOf = async (counted: number) => {
      await testEnv.DB.prepare(
        `insert or replace into link_hours
          (short_link_id, starts_at, recipient, first_click_id, last_click_id)
        select short_link_id, ${at}, ?, min(id), max(id) from link_clicks where short_link_id = ?`,
      )
        .bind(counted, link.id)
        .run();
      let totals: object = {};
      const { trips, rowsRead } = await meterOf(async (fetcher) => {
        const path = `/short-links/${link.id}/stats?from=2026-01-01&to=2026-01-10`;
        totals = (await client.get(path, undefined, { fetcher })).body.data.totals;
      });
      expect(trips).toBe(1);
      return { totals, rowsRead };
    };
    const some = await statsOf(50_000);
    expect(some.totals).toMatchObject({
      unique_recipients_count: 1,
      devices: { mobile: clicks, tablet: 0, desktop: 0 },
      countries: [{ country: "FR", clicks_count: clicks }],
    });
    expect(some.rowsRead).toBeLessThanOrEqual(clicks + 10);
    const many = await statsOf(50_001);
    expect(many.totals).toMatchObject({
      clicks_count: 50_001,
      unique_recipients_count: null,
      suspected_scanner_count: null,
      devices: null,
      countries: null,
    });
    expect(many.rowsRead).toBeLessThanOrEqual(10);
  });
});

describe("a link's clicks", () => {
  it("are listed newest first, with the stored fields only", async () => {
    const { link, sends } = await newRecipients(2);
    await click(sends[0]!.url, {
      headers: { Referer: "https://l.instagram.com/?u=secret" },
      ...from("BR"),
    });
    await click(sends[1]!.url, {
      headers: { "User-Agent": SAFARI.replace("iPhone", "iPad"), Referer: "not a url" },
    });
    await click(`/${link.slug}`);
    await click(sends[1]!.url, { method: "HEAD" });
    await flushClicks(link.id);
    const { data } = (await client.get(`/short-links/${link.id}/clicks`)).body;
    const common = {
      id: expect.any(Number),
      clicked_at: expect.any(String),
      short_link_id: link.id,
      suspected_scanner: null,
    };
    expect(data).toEqual([
      {
        ...common,
        link_send_id: sends[1]!.id,
        lead_id: sends[1]!.lead_id,
        country: null,
        referrer_host: null,
        device: "tablet",
      },
      {
        ...common,
        ...{ link_send_id: sends[0]!.id, lead_id: sends[0]!.lead_id },
        ...{ country: "BR", referrer_host: "l.instagram.com", device: "mobile" },
      },
    ]);
    const stored = await testEnv.DB.prepare("select * from link_clicks where short_link_id = ?")
      .bind(link.id)
      .all();
    expect(JSON.stringify(stored.results)).not.toMatch(
      /Mozilla|AppleWebKit|secret|\d+\.\d+\.\d+\.\d+/,
    );
  });

  it("are listed page by page", async () => {
    const { link, sends } = await newRecipients(1);
    for (let i = 0; i < 12; i++) await click(sends[0]!.url);
    await flushClicks(link.id);
    const { body } = await client.get(`/short-links/${link.id}/clicks?per_page=10`);
    const rest = await idsOf(
      client,
      `/short-links/${link.id}/clicks?per_page=10&cursor=${body.meta.next_cursor}`,
    );
    const all = [...body.data.map(({ id }: { id: number }) => id), ...rest];
    expect(all).toHaveLength(12);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
  });

  it("appear within 5 seconds by themselves", { timeout: 10_000 }, async () => {
    const { link, sends } = await newRecipients(1);
    await click(sends[0]!.url);
    await expect
      .poll(() => idsOf(client, `/short-links/${link.id}/clicks`), {
        timeout: 5_000,
        interval: 200,
      })
      .toHaveLength(1);
    expect((await client.get(`/short-links/${link.id}`)).body.data.clicks_count).toBe(1);
  });
});
