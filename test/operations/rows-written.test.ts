import { beforeEach, describe, expect, it } from "vitest";
// @ts-expect-error: plain JavaScript
import * as bench from "../bench/operations.mjs";
import { type Client, newLead, newLinkSend, newShortLink, newWorkspace } from "../support/api";
import { click, counterOf, flushAndClassify, flushClicks, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { runMessageSender } from "../support/message-sender";
import { bindMessageSender } from "../support/message-sender-faults";
import {
  deliver,
  messageNow,
  newMetaChannel,
  newNumber,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { type Meter, metered, serveWith } from "../support/meter";
import { bindObject } from "../support/objects";
import { OFFLINE_MESSAGE_SENDER, OFFLINE_RUN_SCHEDULER } from "../support/offline-workers";
import { newFlow, stepDue } from "../support/run-scheduler";
import { bindRunScheduler } from "../support/run-scheduler-faults";
import { countWritten } from "../support/written";

// Rows that D1 writes are the most expensive part of an operation. These are those of whole
// operations: with the events, the usage and all else that follows.

type Rows = { written: number; read: number };
const OPERATIONS: Record<string, Rows> = bench.OPERATIONS;

let client: Client;
let meter: Meter;
let database: D1Database;

beforeEach(async () => {
  client = await newWorkspace();
  // The day's first use writes a row of its own.
  await newLead(client);
  ({ meter, database } = metered(testEnv.DB));
});

/** The rows that D1 writes during `act`. */
async function rowsOf(act: () => Promise<unknown>) {
  const before = meter.rowsWritten;
  await act();
  return meter.rowsWritten - before;
}

/** Holds what D1 has done in a test against the figures of the bench. */
function expectFigures(operation: string, { rowsWritten, rowsRead }: Meter, times = 1) {
  const { written, read } = OPERATIONS[operation]!;
  expect(rowsWritten / times, operation).toBe(written);
  expect(rowsRead / times, operation).toBeLessThanOrEqual(read);
}

describe("D1 writes", () => {
  it("15 rows for a lead with all fields", async () => {
    const lead = {
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      phone: "+33612345678",
      username: "ada",
      ext_id: "crm-1",
      source: "api",
      warmth: "hot",
      variables: { one: "1", two: "2", three: "3" },
    };
    const fetcher = serveWith(database);
    const rows = await rowsOf(async () =>
      expect((await client.post("/leads", lead, { fetcher })).status).toBe(201),
    );
    expect(rows).toBe(15);
    expectFigures("lead", meter);
  });

  it("12 rows for a message of a known lead, and 19 for one to them until it is read", async () => {
    const channel = await newMetaChannel(client);
    const number = newNumber();
    const lead = await newLead(client, { phone: `+${number}` });
    await deliver(channel, whatsappBody(channel, textFrom(number, "Hello")));
    const fetcher = serveWith(database, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
    const text = whatsappBody(channel, textFrom(number, "Hello again"));
    expect(await rowsOf(() => deliver(channel, text, { fetcher }))).toBe(12);
    expectFigures("inbound", meter);

    const before = { ...meter };
    let message = { id: 0 };
    const queued = await rowsOf(async () => {
      const answer = await client.post(`/leads/${lead.id}/messages`, { text: "Hi" }, { fetcher });
      message = answer.body.data;
    });
    // Requests that the provider accepts are noted once an hour.
    await testEnv.DB.prepare("update channels set checked_at = ? where id = ?")
      .bind(Date.now(), channel.id)
      .run();
    await bindMessageSender(channel.id, { DB: database });
    const sent = await rowsOf(() => runMessageSender(channel.id));
    const { external_id } = await messageNow(client, message);
    const reported: number[] = [];
    for (const status of ["sent", "delivered", "read"]) {
      const report = whatsappBody(channel, statusOf({ external_id }, status));
      reported.push(await rowsOf(() => deliver(channel, report, { fetcher })));
    }
    expect((await messageNow(client, message)).status).toBe("read");
    expect({ queued, sent, reported }).toEqual({ queued: 8, sent: 9, reported: [0, 1, 1] });
    expectFigures("outbound", {
      ...meter,
      rowsWritten: meter.rowsWritten - before.rowsWritten,
      rowsRead: meter.rowsRead - before.rowsRead,
    });
  });

  it("2 rows for an id that a report pairs with a number, once, and none for a username", async () => {
    const channel = await newMetaChannel(client);
    const [number, user_id] = [newNumber(), `US.${newNumber()}`];
    await newLead(client, { phone: `+${number}`, username: "ada.k" });
    const fetcher = serveWith(database, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
    const contacts = [{ profile: { username: "ada.k" }, wa_id: number, user_id }];
    const from = (body: string) => whatsappBody(channel, { ...textFrom(number, body), contacts });
    await deliver(channel, whatsappBody(channel, textFrom(number, "Hello")));
    const report = (id: string) =>
      whatsappBody(channel, {
        ...statusOf({ external_id: id }, "read", {
          recipient_id: number,
          recipient_user_id: user_id,
        }),
        contacts,
      });
    // Each is on a message of another program, and waits for it.
    const unknown = await rowsOf(() =>
      deliver(channel, whatsappBody(channel, statusOf({ external_id: "wamid.a" }, "read")), {
        fetcher,
      }),
    );
    const paired = await rowsOf(() => deliver(channel, report("wamid.b"), { fetcher }));
    const again = await rowsOf(() => deliver(channel, report("wamid.c"), { fetcher }));
    expect([paired - unknown, again - unknown]).toEqual([2, 0]);
    expect(await rowsOf(() => deliver(channel, from("Hello again"), { fetcher }))).toBe(12);
  });

  it.each([
    ["13 rows", "alone, and its object 9", "click", "2026-01-01T00:00:00Z", { d1: 13, object: 9 }],
    [
      "15 rows",
      "that is classified later, and its object 11",
      "lateClick",
      null,
      { d1: 15, object: 11 },
    ],
  ])("%s for a recipient's click %s", async (_, _kind, name, sent_at, rows) => {
    const [link, lead] = [await newShortLink(client), await newLead(client)];
    const { id, url } = await newLinkSend(client, link.id, lead.id);
    await client.patch(`/link-sends/${id}`, { sent_at });
    const counter = counterOf(link.id);
    await bindObject(counter, { DB: database });
    const written = await countWritten(counter);
    await click(url, { fetcher: serveWith(database) });
    await flushAndClassify(link.id);
    expect((await client.get(`/link-sends?lead_id=${lead.id}`)).body.data).toMatchObject([
      { clicks_count: 1 },
    ]);
    await later(3_600_000, () => flushClicks(link.id));
    expect({ d1: meter.rowsWritten, object: written.rows }).toEqual(rows);
    expectFigures(name, meter);
  });

  it("10 rows for a step of a run", async () => {
    const pause = { seconds: 3_600 };
    const scenario = await newFlow(
      client,
      { one: ["delay", pause], two: ["delay", pause], three: ["delay", pause] },
      "one > two > three",
    );
    const lead = await newLead(client);
    const fetcher = serveWith(testEnv.DB, { RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER });
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: lead.id }, { fetcher });
    await stepDue(client);
    await bindRunScheduler(client, { DB: database });
    for (const _ of ["two", "three"]) {
      await testEnv.DB.prepare(
        "update runs set next_at = 1, waiting_until = 1 where next_at is not null",
      ).run();
      expect(await rowsOf(() => stepDue(client))).toBe(10);
    }
    expectFigures("step", meter, 2);
  });

  it("3 rows for an event by itself, and 4 for one of a scenario", async () => {
    const lead = await newLead(client);
    const rows: number[] = [];
    for (const scenario of [null, 1]) {
      const { meta } = await testEnv.DB.prepare(
        `insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
         values (?, 'lead.profile_updated', ?, ?, '{}', 's')`,
      )
        .bind(client.workspaceId, lead.id, scenario)
        .run();
      rows.push(meta.rows_written);
    }
    expect(rows).toEqual([3, 4]);
    expect([OPERATIONS.event!.written, OPERATIONS.scenarioEvent!.written]).toEqual(rows);
  });
});
