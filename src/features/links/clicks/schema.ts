import * as z from "zod";
import { bots, devices } from "#domain/links";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";
import { DAY_MS, FIRST_MS, HOUR_MS, LAST_MS } from "#lib/time";
import { createdRange, rangesInOrder } from "#lib/time-ranges";
import { isTimeZone } from "#lib/time-zone";
import { validationMessages } from "#lib/validation-messages";
import { intervalOf, startOf } from "./intervals";

export const intervals = ["hour", "day"] as const;

/** The length of an interval in milliseconds; how many a series has by default, and at most. */
const INTERVALS = {
  hour: { ms: HOUR_MS, usual: 48, most: 744 },
  day: { ms: DAY_MS, usual: 30, most: 366 },
};

export const StatsQuery = z
  .object({
    interval: query.choice(intervals).meta({ default: "day" }),
    time_zone: query.exact(64).meta({
      default: "UTC",
      description:
        "The time zone of the days, such as `Europe/Paris`. Hours are those of UTC: in zones " +
        "that are not whole hours from UTC, a day is counted from the first whole hour on.",
    }),
    from: query
      .timestampOrDay()
      .describe(
        "Any moment in the first interval. A date means the day in the time zone. By default the " +
          "series has the 30 days or 48 hours up to `to`.",
      ),
    to: query
      .timestampOrDay()
      .describe(
        "Any moment in the last interval. Defaults to now. A series has at most 366 days or " +
          "744 hours, including the first and the last.",
      ),
  })
  .superRefine(({ time_zone: name }, context) => {
    if (name !== undefined && !isTimeZone(name))
      context.addIssue({
        code: "custom",
        path: ["time_zone"],
        message: validationMessages.selected,
      });
  })
  .transform(({ interval = "day", time_zone: timeZone = "UTC", from, to }) => {
    const numberOf = ({ ms, isDay }: { ms: number; isDay: boolean }) => {
      if (isDay && interval === "day") return Math.floor(ms / DAY_MS);
      return intervalOf(interval, timeZone, isDay ? startOf("day", timeZone, ms / DAY_MS) : ms);
    };
    const now = intervalOf(interval, timeZone, Date.now());
    const last = to ? numberOf(to) : Math.max(now, from ? numberOf(from) : now);
    const first = from ? numberOf(from) : last - (INTERVALS[interval].usual - 1);
    return { interval, timeZone, first, last };
  })
  .superRefine(({ interval, first, last }, context) => {
    const { ms, most } = INTERVALS[interval];
    if (first * ms < FIRST_MS || (last + 1) * ms > LAST_MS) {
      for (const path of ["from", "to"])
        context.addIssue({ code: "custom", path: [path], message: validationMessages.date });
    } else if (last < first)
      context.addIssue({
        code: "custom",
        path: ["to"],
        message: validationMessages.notBefore("from"),
      });
    else if (last - first >= most)
      context.addIssue({
        code: "custom",
        path: ["to"],
        message: validationMessages.atMostIntervals(most, interval),
      });
  });

const counts = {
  clicks_count: z
    .int()
    .meta({ description: "People's clicks on recipient links, including suspected scanners." }),
  base_clicks_count: z.int().meta({ description: "People's clicks on the base URL." }),
  bot_clicks_count: z.int().meta({ description: "Visits of bots." }),
};

const country = z
  .string()
  .nullable()
  .meta({ description: "Two letters (ISO 3166-1), `T1` for Tor. `null` if not known." });

export const LinkStats = z
  .object({
    interval: z.enum(intervals),
    time_zone: z.string().meta({ description: "Whose days they are." }),
    from: at.meta({ description: "When the first interval starts." }),
    to: at.meta({ description: "When the last interval ends, which is when the next begins." }),
    totals: z
      .object({
        ...counts,
        unique_recipients_count: z.int().nullable().meta({
          description: "Leads who clicked, including suspected scanners.",
        }),
        suspected_scanner_count: z.int().nullable().meta({
          description: "Clicks judged to be a scanner's.",
        }),
        devices: z
          .object(Object.fromEntries(devices.map((device) => [device, z.int()])))
          .nullable()
          .meta({ description: "Recipients' clicks by device." }),
        countries: z
          .array(
            z
              .object({
                country,
                clicks_count: z.int().meta({ description: "Recipients' clicks from there." }),
              })
              .meta({ id: "LinkStatsCountry" }),
          )
          .nullable()
          .meta({ description: "Every country that recipients clicked in, most clicks first." }),
        bots: z.object(Object.fromEntries(bots.map((bot) => [bot, z.int()]))).meta({
          description:
            "`bot_clicks_count` by kind: a HEAD request; a prefetch; a messenger's link preview; " +
            "a crawler, headless browser or script; a visit without `User-Agent`.",
        }),
      })
      .meta({
        description:
          "The recipients, scanners, devices and countries are counted from the clicks " +
          "themselves. Clicks of deleted leads, and those that `retention_clicks_days` has " +
          "removed, are no longer among them, but `clicks_count` keeps them. All four are " +
          "`null` if `clicks_count` is above 50,000: choose a shorter period.",
      }),
    series: z
      .array(z.object({ starts_at: at, ...counts }).meta({ id: "LinkStatsInterval" }))
      .meta({ description: "Every interval, oldest first." }),
  })
  .meta({
    id: "LinkStats",
    description: "The visits of a short link in a period.",
    examples: [
      {
        interval: "day",
        time_zone: "UTC",
        from: "2026-11-19T00:00:00.000Z",
        to: "2026-11-21T00:00:00.000Z",
        totals: {
          clicks_count: 41,
          base_clicks_count: 7,
          bot_clicks_count: 12,
          unique_recipients_count: 38,
          suspected_scanner_count: 1,
          devices: { mobile: 31, tablet: 2, desktop: 8 },
          countries: [
            { country: "FR", clicks_count: 34 },
            { country: "BE", clicks_count: 5 },
            { country: null, clicks_count: 2 },
          ],
          bots: { head: 0, prefetch: 1, preview: 9, crawler: 2, no_user_agent: 0 },
        },
        series: [
          {
            starts_at: "2026-11-19T00:00:00.000Z",
            clicks_count: 30,
            base_clicks_count: 5,
            bot_clicks_count: 10,
          },
          {
            starts_at: "2026-11-20T00:00:00.000Z",
            clicks_count: 11,
            base_clicks_count: 2,
            bot_clicks_count: 2,
          },
        ],
      },
    ],
  });

export const LinkClick = z
  .object({
    id: z.int(),
    short_link_id: z.int(),
    link_send_id: z.int(),
    lead_id: z.int(),
    clicked_at: at,
    country,
    referrer_host: z.string().nullable().meta({
      description:
        "The host of the page or app in which the link was clicked, if the browser sends it.",
    }),
    device: z.enum(devices).meta({ description: "From the browser's `User-Agent`." }),
    suspected_scanner: z
      .boolean()
      .nullable()
      .meta({
        description:
          "Whether it came within two seconds of `sent_at`, or of the lead's click on another " +
          "link of the same message. All sends without a message count as one message. Such a " +
          "click doesn't tag the lead. `null` until the click is judged, once, some seconds " +
          "later.",
      }),
  })
  .meta({
    id: "LinkClick",
    description: "A recipient's click. No IP address and no user agent is kept.",
    examples: [
      {
        id: 9021,
        short_link_id: 5,
        link_send_id: 311,
        lead_id: 42,
        clicked_at: "2026-11-20T10:22:11.480Z",
        country: "FR",
        referrer_host: "l.instagram.com",
        device: "mobile",
        suspected_scanner: false,
      },
    ],
  });

export const ClickQuery = PageQuery.extend({
  short_link_id: query.integer(1).describe("Clicks on this short link."),
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  suspected_scanner: query
    .flag()
    .describe("`1`: only those of suspected scanners. `0`: only those of people."),
  ...createdRange,
}).superRefine(rangesInOrder("created"), { when: () => true });

export type ClickQuery = z.output<typeof ClickQuery>;
export type StatsQuery = z.output<typeof StatsQuery>;
export type LinkStats = z.output<typeof LinkStats>;
export type LinkClick = z.output<typeof LinkClick>;
