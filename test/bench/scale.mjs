import { billOf, MILLION, MONTH, sizes, useOf } from "./bill.mjs";
import { OPERATIONS } from "./operations.mjs";

const WORKSPACES = 1_000;
const LEADS = 100 * MILLION;
/** The month of the bill, ten times: 100 million messages. */
const TIMES = 10;
const MONTHS = [1, 12, 24];
/** When the operator opens the next database, and what D1 holds at most. */
const [FULL_GB, MAX_GB] = [7, 10];
/** The most that an account of Cloudflare stores in D1, unless it asks for more. */
const ACCOUNT_GB = 1_000;
const MONTH_SECONDS = 30 * 86_400;
/** The busiest second has so many times the requests of the average. */
const PEAK = 10;
/** A token in constant use is noted once a minute, and so are an isolate's counts. */
const TOKEN_ROWS = 30 * 24 * 60;
/** Events of an operation, where nobody asks for those of a message's delivery. */
const EVENTS = { lead: 1, inbound: 1, outbound: 1, click: 1, step: 0 };

const month = Object.fromEntries(Object.entries(MONTH).map(([name, n]) => [name, n * TIMES]));
const messages = month.inbound + month.outbound;

/** The needs of 1,000 workspaces with 100 million leads and 100 million messages a month. */
export async function scale() {
  const { aLead, aMessage, anEvent } = await sizes();
  const gigabytesOf = { lead: aLead / 1e9, message: aMessage / 1e9, event: anEvent / 1e9 };
  const events = Object.entries(EVENTS).reduce((sum, [name, n]) => sum + month[name] * n, 0);
  const use = useOf(month);
  const tokens = WORKSPACES * TOKEN_ROWS;
  const after = (months) => {
    const leads = (LEADS + (months - 1) * month.lead) * gigabytesOf.lead;
    const all = leads + months * messages * gigabytesOf.message + events * gigabytesOf.event;
    return { leads, all, databases: Math.ceil(all / FULL_GB) };
  };
  const perSecond = use.requests / MONTH_SECONDS;
  const written = (use["rows written"] + tokens) / MONTH_SECONDS;
  const [{ all, databases }] = MONTHS.map(after);
  return {
    tables: [
      {
        title: `${WORKSPACES} workspaces, ${LEADS / MILLION} million leads, ${messages / MILLION} million messages a month`,
        rows: MONTHS.map((months) => {
          const { leads, ...then } = after(months);
          return {
            "after months": months,
            "GB of leads": leads,
            "GB of messages": months * messages * gigabytesOf.message,
            "GB of events": events * gigabytesOf.event,
            "GB together": then.all,
            databases: then.databases,
            "dollars a month": billOf({
              ...use,
              "rows written": use["rows written"] + tokens,
              "GB stored": then.all,
            }).at(-1)["dollars a month"],
          };
        }),
      },
      {
        title: "The first month's bill",
        rows: billOf({
          ...use,
          "rows written": use["rows written"] + tokens,
          "GB stored": all,
        }),
      },
      {
        title: "Load",
        rows: [
          { of: "all", "requests/s": perSecond, peak: perSecond * PEAK, "rows written/s": written },
          {
            of: "a database",
            "requests/s": perSecond / databases,
            peak: (perSecond / databases) * PEAK,
            "rows written/s": written / databases,
          },
        ],
      },
      {
        title: "What a database of 10 GB holds at most",
        rows: [
          {
            of: "leads with five messages",
            n: MAX_GB / (5 * gigabytesOf.message + gigabytesOf.lead),
          },
          { of: "messages", n: MAX_GB / gigabytesOf.message },
          { of: "workspaces of the average, at 7 GB", n: (WORKSPACES * FULL_GB) / all },
          {
            of: "messages a day, kept for a year",
            n: MAX_GB / gigabytesOf.message / 365,
          },
          {
            of: `months until ${ACCOUNT_GB} GB of an account`,
            n:
              (ACCOUNT_GB - after(0).all) /
              (messages * gigabytesOf.message + month.lead * gigabytesOf.lead),
          },
        ],
      },
    ],
    notes: [
      `Computed from a lead of ${aLead} bytes, a message of ${Math.round(aMessage)}, an event of ${Math.round(anEvent)}, and ${OPERATIONS.outbound.written} rows written for a message out, ${OPERATIONS.inbound.written} for one in.`,
      `A month has ${month.lead / MILLION} million new leads, ${month.click / MILLION} million clicks, ${month.step / MILLION} million steps; one token of each workspace is in constant use.`,
      "Without the plan's own price, Durable Objects, R2, and what steps, clicks and links store.",
    ],
  };
}
