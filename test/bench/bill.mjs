import { bytes } from "./bytes.mjs";
import { OPERATIONS } from "./operations.mjs";

export const MILLION = 1_000_000;

/** Cloudflare's prices in dollars, and what is included in a month. */
const PRICES = {
  "rows written": { included: 50 * MILLION, per: MILLION, price: 1 },
  "rows read": { included: 25_000 * MILLION, per: MILLION, price: 0.001 },
  requests: { included: 10 * MILLION, per: MILLION, price: 0.3 },
  "GB stored": { included: 0, per: 1, price: 0.75 },
};

/** An example customer's month. */
export const MONTH = {
  lead: 0.2 * MILLION,
  inbound: 5 * MILLION,
  outbound: 5 * MILLION,
  click: MILLION,
  step: 5 * MILLION,
};
/**
 * A request to send and three reports of a message; one for a lead, a message of theirs, a click.
 */
const REQUESTS = { lead: 1, inbound: 1, outbound: 4, click: 1, step: 0 };
/** The messages that the bytes of a lead include. */
const MESSAGES_A_LEAD = 5;

/** The bytes of a lead without its messages, of a message and of an event. */
export async function sizes() {
  const [{ rows: size }, { rows: parts }, { rows: events }] = (await bytes()).tables;
  const ofMessages = parts.find(({ part }) => part === "messages").bytes;
  return {
    aLead: size[0]["bytes a lead"] - ofMessages,
    aMessage: ofMessages / MESSAGES_A_LEAD,
    anEvent: events[0]["bytes an event"],
  };
}

/** The usage of a month of so many operations, but for storage. */
export const useOf = (month) => ({
  "rows written": total(month, (name) => OPERATIONS[name].written),
  "rows read": total(month, (name) => OPERATIONS[name].read),
  requests: total(month, (name) => REQUESTS[name]),
});

/** The items of a bill, and their sum at the end. */
export function billOf(used) {
  const items = Object.entries(PRICES).map(([item, { included, per, price }]) => ({
    item,
    used: used[item],
    included,
    "dollars a month": (Math.max(0, used[item] - included) / per) * price,
  }));
  const dollars = items.reduce((sum, item) => sum + item["dollars a month"], 0);
  return [...items, { item: "together", "dollars a month": dollars }];
}

/** The cost of operations, and of an example customer's first month. */
export async function bill() {
  const { aLead, aMessage } = await sizes();
  const gigabytes = (MONTH.lead * aLead + (MONTH.inbound + MONTH.outbound) * aMessage) / 1e9;
  return {
    tables: [
      {
        title: "Operations",
        rows: Object.entries(OPERATIONS).map(([name, { what, written, read }]) => ({
          operation: what,
          "rows written": written,
          "rows read": read,
          "in the month": MONTH[name] ?? 0,
        })),
      },
      {
        title: "The month's bill",
        rows: billOf({ ...useOf(MONTH), "GB stored": gigabytes }),
      },
    ],
    notes: [
      "Without the plan's own price, Durable Objects, and what steps, clicks and events store.",
      `A lead takes ${aLead} bytes, a message ${Math.round(aMessage)}.`,
    ],
  };
}

/** The sum of a figure over the operations of the month. */
const total = (month, figureOf) =>
  Object.entries(month).reduce((sum, [name, count]) => sum + count * figureOf(name), 0);
