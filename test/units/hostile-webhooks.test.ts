import { describe, expect, it } from "vitest";
import { readAccountUpdates } from "#features/messaging/inbound/account-updates";
import { readInstagram } from "#features/messaging/inbound/instagram";
import { readWhatsapp } from "#features/messaging/inbound/whatsapp";
import {
  events,
  fromPerson,
  allBodies as instagramBodies,
  bodyOf as instagramBodyOf,
} from "../fixtures/instagram";
import { bodyOf, messages, allBodies as whatsappBodies } from "../fixtures/whatsapp";
import { bodies2026 } from "../fixtures/whatsapp-2026";
import { echoBodies } from "../fixtures/whatsapp-echoes";
import { cutOff, replaced, WRONG } from "../support/hostile";
import { parsedWebhookSchema } from "../support/webhook-events";

const NOW = Date.parse("2026-11-20T10:15:30.123Z");

describe.each([
  ["WhatsApp", readWhatsapp, Object.entries({ ...whatsappBodies, ...bodies2026, ...echoBodies })],
  ["Instagram", readInstagram, Object.entries(instagramBodies)],
] as const)("the reader of %s", (_, read, bodies) => {
  it("returns well-typed results for valid bodies", () => {
    for (const [name, body] of bodies)
      expect(parsedWebhookSchema.safeParse(read(body, NOW)).error, name).toBeUndefined();
  });

  it.each(Object.entries(WRONG))(
    "neither throws nor returns ill-typed results for %s in any place",
    (_, wrong) => {
      for (const [name, body] of bodies) {
        for (const [path, hostile] of replaced(body, wrong)) {
          const { error } = parsedWebhookSchema.safeParse(read(hostile, NOW));
          if (error) expect.fail(`${name}, ${path}: ${error.message}`);
        }
      }
    },
  );
});

const allWhatsapp = Object.entries({ ...whatsappBodies, ...bodies2026, ...echoBodies });
const BESIDE = "mid.beside";

describe.each([
  ["a WhatsApp webhook", readWhatsapp, allWhatsapp, bodyOf({ ...messages.text, id: BESIDE })],
  [
    ...(["an Instagram webhook", readInstagram, Object.entries(instagramBodies)] as const),
    instagramBodyOf({ message: { mid: BESIDE, text: "Hello" } }),
  ],
] as const)("what stands beside a hostile part of %s", (_, read, all, beside) => {
  /** True if the message in another entry is read, whatever the first one is. */
  const isRead = (entry: unknown) =>
    read({ entry: [entry, ...beside.entry] }, NOW).accounts.some((account) =>
      account.messages.some(({ externalId }) => externalId === BESIDE),
    );

  const lost = (hostile: (entry: unknown) => Iterable<[string, unknown]>) =>
    all.flatMap(([name, body]) => {
      const [entry] = (body as typeof beside).entry;
      return [...hostile(entry)].flatMap(([path, one]) => {
        readAccountUpdates({ entry: [one] }, NOW);
        return isRead(one) ? [] : [`${name}, ${path}`];
      });
    });

  it("is read wherever that is cut off", () => {
    expect(lost((entry) => cutOff(entry))).toEqual([]);
  });

  it.each(Object.entries(WRONG))("is read with %s in any place of that", (_, wrong) => {
    expect(lost((entry) => replaced(entry, wrong))).toEqual([]);
  });
});

describe("what stands beside a hostile part of a list", () => {
  const all = allWhatsapp;
  type Body = ReturnType<typeof bodyOf>;
  const lists = ["messages", "statuses", "calls", "user_preferences", "message_echoes"];
  const firstsIn = (value: Record<string, unknown>) =>
    lists.flatMap((list) => {
      const items = value[list];
      return Array.isArray(items) ? [{ list, item: items[0] }] : [];
    });
  const changesOf = (body: unknown) => (body as Body).entry.flatMap(({ changes }) => changes);

  it.each(
    all.flatMap(([name, body]) =>
      changesOf(body).flatMap(({ field, value }) =>
        firstsIn(value).map((first) => ({ name, field, value, ...first })),
      ),
    ),
  )("of WhatsApp is read: $name", ({ field, value, list, item }) => {
    const eventsIn = (items: unknown[]) => {
      const change = { field, value: { ...value, [list]: items } };
      const [account] = readWhatsapp({ entry: [{ changes: [change] }] }, NOW).accounts;
      // A notice says how many messages came before it.
      return Object.values(account ?? {})
        .flat()
        .map((event) => (typeof event === "object" ? { ...event, after: undefined } : event));
    };
    const other = { ...item, id: BESIDE };
    for (const hostile of [...cutOff(item), ...replaced(item, 7), ...replaced(item, {})])
      expect(eventsIn([hostile[1], other]), hostile[0]).toEqual(
        expect.arrayContaining(eventsIn([other])),
      );
  });

  it.each(Object.entries(events))("of Instagram is read: %s", (_, event) => {
    const messagesIn = (messaging: unknown[]) =>
      readInstagram({ entry: [{ ...entry, messaging }] }, NOW).accounts.flatMap(
        (account) => account.messages,
      );
    const [entry] = instagramBodyOf(event).entry;
    const other = fromPerson({ message: { mid: BESIDE, text: "Hello" } });
    const item = fromPerson(event);
    for (const hostile of [...cutOff(item), ...replaced(item, 7), ...replaced(item, {})])
      expect(messagesIn([hostile[1], other]), hostile[0]).toEqual(
        expect.arrayContaining(messagesIn([other])),
      );
  });
});
