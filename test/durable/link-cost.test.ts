import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_QUOTAS } from "#domain/quotas";
import type { Scope } from "#env";
import { classifyClicks } from "#features/links/clicks/classify-clicks";
import { flushVisits } from "#features/links/clicks/flush";
import {
  type Client,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { testEnv } from "../support/env";
import { type Meter, metered, meterOf } from "../support/meter";
import { databaseOf } from "../support/scope";
import { countEvents } from "../support/seed";

describe("of a link with 20,000 sends, the older half clicked", () => {
  let client: Client;
  let tag: { id: number };
  let link: { id: number };

  beforeAll(async () => {
    client = await newWorkspace();
    tag = await newTag(client);
    link = await newShortLink(client, { tag_on_clicked_id: tag.id });
    const lead = await newLead(client);
    const numbers =
      "with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)";
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        `${numbers} insert into link_sends (workspace_id, short_link_id, lead_id, clicked_tagged, created_at) select ?, ?, ?, n <= 10000, 0 from numbers`,
      ).bind(client.workspaceId, link.id, lead.id),
      testEnv.DB.prepare(
        `insert into link_clicks (workspace_id, short_link_id, link_send_id, lead_id, clicked_at, device, suspected_scanner, created_at)
         select workspace_id, short_link_id, id, lead_id, id % 100000000, 'mobile', 0, 0 from link_sends where clicked_tagged`,
      ),
    ]);
  });

  it.each(["", "&clicked=1", "&clicked=0", "&per_page=100&clicked=1"])(
    "a page of sends by short_link_id%s reads little more than itself",
    async (rest) => {
      for (const filter of [`short_link_id=${link.id}${rest}`, rest.slice(1)]) {
        const meter = await meterOf(async (fetcher) => {
          const { body } = await client.get(`/link-sends?${filter}`, undefined, { fetcher });
          expect(body.data.length).toBeGreaterThanOrEqual(25);
        });
        expect(meter.trips).toBe(1);
        expect(meter.rowsRead).toBeLessThanOrEqual(550);
      }
    },
  );

  it("a page of sends by any filters reads little more than the sends that match one of them", async () => {
    const [scenario, lead] = [await newScenario(client), await newLead(client)];
    const few = "select id from link_sends where short_link_id = ? order by id limit 30";
    await testEnv.DB.batch([
      testEnv.DB.prepare(`update link_sends set scenario_id = ? where id in (${few})`).bind(
        scenario.id,
        link.id,
      ),
      testEnv.DB.prepare(`update link_sends set lead_id = ? where id in (${few} offset 30)`).bind(
        lead.id,
        link.id,
      ),
    ]);
    const all = [
      `short_link_id=${link.id}`,
      `scenario_id=${scenario.id}`,
      `lead_id=${lead.id}`,
      "clicked=1",
      "clicked=0",
    ];
    for (const [index, one] of all.entries()) {
      for (const other of ["", ...all.slice(index + 1)]) {
        if (one.startsWith("clicked") && other) continue;
        const meter = await meterOf((fetcher) =>
          client.get(`/link-sends?${one}&${other}`, undefined, { fetcher }),
        );
        expect(meter.rowsRead, `${one}&${other}`).toBeLessThanOrEqual(250);
      }
    }
  });

  it("a click is flushed and classified at the cost of one", async () => {
    const lead = await newLead(client);
    const send = await newLinkSend(client, link.id, lead.id);
    const now = Date.now();
    const click = {
      sendId: send.id,
      at: now,
      country: null,
      referrerHost: null,
      device: "mobile" as const,
    };
    const cost = async (act: (db: Scope["db"]) => Promise<unknown>): Promise<Meter> => {
      const { meter, database } = metered(testEnv.DB);
      await act(databaseOf({ DB: database }));
      return meter;
    };
    const batch = {
      id: "a",
      linkId: link.id,
      workspaceId: client.workspaceId,
      startedAt: now,
      counted: { base: 1 },
      clicks: [click],
    };
    await countEvents();
    const { workspaceId } = client;
    const flushed = await cost((db) =>
      flushVisits({ db, workspaceId, quotas: DEFAULT_QUOTAS }, link.id, now, [batch]),
    );
    const classified = await cost((db) => classifyClicks(db, link.id, now));
    for (const { trips, rowsRead, rowsWritten } of [flushed, classified]) {
      expect(trips).toBe(1);
      expect(rowsRead).toBeLessThanOrEqual(115);
      expect(rowsWritten).toBeLessThanOrEqual(30);
    }
    expect((await client.get(`/leads/${lead.id}`)).body.data.tags).toMatchObject([{ id: tag.id }]);
  });

  it("clicks are classified at the same cost, however many were suspected before", async () => {
    await testEnv.DB.prepare("update link_clicks set suspected_scanner = 1 where short_link_id = ?")
      .bind(link.id)
      .run();
    await testEnv.DB.prepare("update link_sends set clicked_tagged = 0 where short_link_id = ?")
      .bind(link.id)
      .run();
    const { meter, database } = metered(testEnv.DB);
    await classifyClicks(databaseOf({ DB: database }), link.id, Date.now());
    expect(meter.rowsRead).toBeLessThanOrEqual(100);
  });
});
