import { expect, it } from "vitest";
import { signedHeaders } from "#cli/signed-request";
import { startingScenario } from "#console/screens/scenarios/list/starting-points";
import texts from "#console/screens/scenarios/list/texts.en";
import type { Booking } from "#features/leads/bookings/schema";
import type { Lead } from "#features/leads/schema";
import type { Message } from "#features/messaging/messages/schema";
import { HOUR_MS, nextDay } from "#lib/time";
import { call, make, newChannel, newInbound, newShortLink, newWorkspace } from "../support/api";
import { calendlyItem } from "../support/calendly-items";
import { atTime, click } from "../support/clicks";
import { eventsOf } from "../support/events";
import { linesOf } from "../support/exports";
import { enrol, newFlow, settle, trailOf } from "../support/run-scheduler";
import { deliveriesOf, workDue } from "../support/source-inbox";
import { clientAsleep, decideDue, serveAsleep, startsIn } from "../support/trigger-worker";

const SECRET = "the-signing-key-of-calendly";
const STAGES = { booked: "call_booked", cancelled: "back", outcomes: { SALE: { stage: "won" } } };

/** The hours of the journey are still to come, so that no alarm goes off by itself. */
const BEGIN = nextDay(Date.now()) + 9 * HOUR_MS;
const hour = (hours: number) => BEGIN + hours * HOUR_MS;
const iso = (hours: number) => new Date(hour(hours)).toISOString();

const clock = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", timeStyle: "short" });
const dayBefore = (hours: number, id: string) =>
  expect.stringMatching(
    `^A reminder: we meet on .* at ${clock.format(hour(hours))}\\. .*/reschedulings/${id}$`,
  );
const booked = (hours: number) =>
  expect.stringMatching(`^Hello Maud! You’re booked for .* at ${clock.format(hour(hours))}\\.$`);

/** The reminders of a booking that is more than a day away. */
const TO_THE_HOUR = ["start next", "confirm next", "soon else", "day next", "remindDay next"];

async function newWorld() {
  const client = clientAsleep(await newWorkspace({ default_country: "FR" }));
  const channel = await newChannel(client);
  const input = { kind: "calendly", name: "Calls", secret: SECRET, stages: STAGES };
  const made = await make(client, "/sources", input);
  const source = { id: made.id as number, client };
  const drawn = { name: "Reminders", platform: "whatsapp" as const };
  await make(client, "/scenarios", {
    ...startingScenario("reminders", drawn, texts.drawn, null),
    is_active: true,
  });
  const destination_url = "https://calendly.com/acme/intro?utm_content={{lead_ref}}";
  const link = await newShortLink(client, { destination_url });

  /** Lets triggers be decided, which go by the database's clock, and all be done that is due. */
  const play = async (hours: number) => {
    await decideDue(client);
    await atTime(hour(hours), () => settle(client));
  };
  /** Has Calendly send a webhook at an hour. */
  const tell = async (hours: number, item: object) => {
    await atTime(hour(hours), async () => {
      const raw = Buffer.from(JSON.stringify(item));
      const headers = {
        "Content-Type": "application/json",
        ...signedHeaders(made.verification, SECRET, raw, Date.now()),
      };
      const { pathname } = new URL(made.inbound_url);
      const options = { raw, headers, fetcher: serveAsleep };
      expect((await call("POST", pathname, options)).status).toBe(202);
      await workDue(source);
    });
    await play(hours);
  };
  return { client, channel, source, link, play, tell };
}

it("a link leads to a call that moves, is cancelled, booked again and held, of one lead", async () => {
  const { client, channel, source, link, play, tell } = await newWorld();
  const asking = await newFlow(client, {
    ask: ["message", { text: `Choose an hour: ${link.template_variable_url}` }],
  });
  const known = { first_name: "Maud", email: "maud@home.example", phone: "+33639980499" };
  const lead = await make(client, "/leads", known);
  const writes = (hours: number) =>
    atTime(hour(hours), () => newInbound(client, channel.id, lead.id, { text: "Hello" }));
  /** Lets hours come. Before each the lead has written, so that a text could be sent. */
  const playEach = async (...all: number[]) => {
    for (const hours of all) {
      await writes(hours - 0.1);
      await play(hours);
    }
  };
  const sent = async () =>
    (await client.get(`/messages?lead_id=${lead.id}&direction=outbound&per_page=100`)).body.data
      .map(({ text }: Message) => text)
      .toReversed();
  const bookings = async (): Promise<Booking[]> =>
    (await client.get("/bookings?order=starts_at")).body.data;
  const leads = async () => (await client.get("/leads")).body.data;
  const stage = async () => {
    const [only, ...others] = await leads();
    expect([only.id, others]).toEqual([lead.id, []]);
    return only.pipeline_stage;
  };

  await writes(-1);
  await atTime(hour(-1), () => enrol(client, asking.id, lead.id));
  await play(-1);
  const [invitation] = await sent();
  const url = /https:\S+/.exec(invitation)?.[0] ?? "";
  const { headers } = await atTime(hour(-1), () => click(url));
  const content = new URL(headers.get("Location") ?? "").searchParams.get("utm_content") ?? "";
  expect(content).toMatch(/^r[\w-]{16}[\da-z]+$/);

  /** A webhook about an invitee who has come by that link, under another address. */
  const told = (
    event: "created" | "canceled",
    at: number,
    id: string,
    more: { old?: string; startsAt?: string; rescheduled?: boolean } = {},
  ) => calendlyItem(event, { id, at: iso(at), content, email: "maud@office.example", ...more });

  await tell(0, told("created", 0, "1", { startsAt: iso(50) }));
  const [first] = await bookings();
  expect(first).toMatchObject({ lead_id: lead.id, state: "booked", moves: 0, starts_at: iso(50) });
  expect(await stage()).toBe("call_booked");
  expect(await sent()).toEqual([invitation, booked(50)]);

  // It moves to a later time, and then to an earlier one, which is told the other way round.
  const gaveWay = { rescheduled: true };
  await tell(1, told("canceled", 1, "1", gaveWay));
  expect(await bookings()).toMatchObject([{ id: first?.id, state: "moved" }]);
  await tell(1.1, told("created", 1.1, "2", { old: "1", startsAt: iso(100) }));
  const same = { id: first?.id, state: "booked" };
  expect(await bookings()).toMatchObject([{ ...same, moves: 1, starts_at: iso(100) }]);
  await tell(2, told("created", 2, "3", { old: "2", startsAt: iso(75) }));
  await tell(2.1, told("canceled", 2.1, "2", gaveWay));
  expect(await bookings()).toMatchObject([{ ...same, moves: 2, starts_at: iso(75) }]);
  expect(await stage()).toBe("call_booked");

  // Only a day before the last of these times somebody is reminded.
  await playEach(26, 49, 50.9);
  expect(await sent()).toHaveLength(2);
  await playEach(51);
  expect((await sent()).slice(2)).toEqual([dayBefore(75, "I3")]);

  await tell(60, told("canceled", 60, "3"));
  expect(await bookings()).toMatchObject([{ id: first?.id, state: "cancelled", moves: 2 }]);
  expect(await stage()).toBe("new");
  const [reminding] = await startsIn(client);
  expect(await trailOf(reminding!)).toEqual([...TO_THE_HOUR, "hour cancelled", "end exit_node"]);
  await playEach(74, 76, 99);
  expect(await sent()).toHaveLength(3);

  await tell(101, told("created", 101, "4", { startsAt: iso(150) }));
  const [, second] = await bookings();
  expect(second).toMatchObject({ lead_id: lead.id, state: "booked", starts_at: iso(150) });
  expect(await stage()).toBe("call_booked");
  await playEach(126, 148.9);
  expect(await sent()).toHaveLength(5);
  await playEach(149);
  expect((await sent()).slice(3)).toEqual([
    ...[booked(150), dayBefore(150, "I4")],
    `We meet in an hour, at ${clock.format(hour(150))}. https://zoom.example/j/1`,
  ]);

  const outcome = { outcome: "SALE", outcome_value: 1_800 };
  const { body } = await atTime(hour(151), () => client.patch(`/bookings/${second?.id}`, outcome));
  expect(body.data).toMatchObject({ ...outcome, state: "held" });
  expect(await stage()).toBe("won");
  await playEach(152, 400);
  expect(await sent()).toHaveLength(6);
  expect((await leads())[0]).toMatchObject(known);

  const [, ...further] = await startsIn(client);
  expect(await Promise.all(further.map(trailOf))).toEqual([
    [...TO_THE_HOUR, "hour next", "remindHour next", "missed timeout", "end exit_node"],
  ]);
  const types = (await eventsOf(client)).map(({ type }) => type);
  const stageMoves = "lead.stage_changed";
  expect(types.filter((type) => /^booking\.|stage/.test(type))).toEqual([
    ...["booking.created", stageMoves, "booking.moved", "booking.moved"],
    ...["booking.cancelled", stageMoves, "booking.created", stageMoves],
    ...["booking.outcome", stageMoves],
  ]);
  const deliveries = await deliveriesOf(source);
  expect(deliveries.map(({ fact, status }) => `${fact} ${status}`)).toEqual([
    ...["booked created", "moved updated", "booked updated", "booked updated", "moved unchanged"],
    ...["cancelled updated", "booked created"],
  ]);
});

it("200 bookings that move thrice and end are told in any order, and end alike", async () => {
  const client = await newWorkspace();
  const verification = { scheme: "none" };
  const made = await make(client, "/sources", { kind: "calendly", name: "Calls", verification });
  const { pathname } = new URL(made.inbound_url);
  const historyOf = (lead: number) =>
    [1, 2, 3, 4].flatMap((n) => {
      const of = { id: `${lead}-${n}`, email: `lead-${lead}@example.com` };
      const at = (hours: number) => new Date(Date.now() + (hours - 10) * HOUR_MS).toISOString();
      const old = n === 1 ? {} : { old: `${lead}-${n - 1}` };
      return [
        calendlyItem("created", { ...of, ...old, at: at(n), startsAt: iso(100 * n) }),
        calendlyItem("canceled", { ...of, at: at(n + 0.5), rescheduled: n < 4 }),
      ];
    });
  const all = Array.from({ length: 200 }, (_, lead) => historyOf(lead)).flat();
  const shuffled = all
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
  for (let n = 0; n < shuffled.length; n += 100) {
    const json = shuffled.slice(n, n + 100);
    expect((await call("POST", pathname, { json })).body).toEqual({ received: 100, duplicates: 0 });
    await workDue({ id: made.id, client });
  }
  const headers = { Accept: "application/x-ndjson" };
  const listed = async (path: string) =>
    linesOf((await client.get(path, undefined, { headers })).text);
  const leads: Lead[] = await listed("/leads");
  expect(leads).toHaveLength(200);
  expect(new Set(leads.map(({ pipeline_stage: one }) => one))).toEqual(new Set(["new"]));
  const bookings: Booking[] = await listed("/bookings");
  expect(new Set(bookings.map(({ lead_id: id }) => id)).size).toBe(200);
  expect(
    new Set(
      bookings.map(({ state, starts_at: at, previous_starts_at: before, moves }) =>
        [state, at, before, moves].join(),
      ),
    ),
  ).toEqual(new Set([`cancelled,${iso(400)},${iso(300)},3`]));
  expect(bookings).toHaveLength(200);
});
