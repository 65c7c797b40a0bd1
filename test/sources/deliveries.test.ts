import { beforeAll, describe, expect, it } from "vitest";
import { type Client, make, newLead, newWorkspace, withAbilities } from "../support/api";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { deliveriesOf, receive, workDue } from "../support/source-inbox";

const COUNT = 12_000;

let owner: Client;
let source: { id: number };
let lead: { id: number };

beforeAll(async () => {
  owner = await newWorkspace();
  source = await make(owner, "/sources", { kind: "webhook", name: "S" });
  lead = await newLead(owner);
  await rowsOf(
    `insert into source_deliveries (source_id, seq, workspace_id, received_at, fact, status,
       lead_id, result, body, bytes)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
     select ?2, i, ?3, 1700000000000 + i, 'contact',
       case when i % 400 = 0 then 'invalid' when i = 11000 then 'created' else 'unchanged' end,
       iif(i % 400 = 1, ?4, null), iif(i % 400 = 0, '{"errors":{"email":["Wrong.","The email field format is invalid."]}}', null),
       iif(i % 400 = 0, '{"email":"x"}', null), iif(i % 400 = 0, 13, 0)
     from n`,
    ...[COUNT, source.id, owner.workspaceId, lead.id],
  );
});

const list = async (query: string) =>
  (await owner.get(`/sources/${source.id}/deliveries?${query}`)).body;
const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

describe("the deliveries of a source", () => {
  it("are listed newest first, by status and by lead, and back again", async () => {
    const first = await list("status=invalid&per_page=10");
    expect(ids(first)).toEqual(Array.from({ length: 10 }, (_, n) => COUNT - 400 * n));
    const second = await list(`status=invalid&per_page=10&cursor=${first.meta.next_cursor}`);
    expect(ids(second)[0]).toBe(COUNT - 4_000);
    expect(
      await list(`status=invalid&per_page=10&cursor=${second.meta.prev_cursor}`),
    ).toMatchObject({ data: first.data });
    expect(ids(await list(`lead_id=${lead.id}&per_page=10`))[0]).toBe(COUNT - 399);
    expect(ids(await list(`lead_id=${lead.id}&status=created`))).toEqual([]);
    expect(ids(await list("per_page=10"))[9]).toBe(COUNT - 9);
    expect(first.data[0]).toEqual({
      ...{ id: COUNT, received_at: new Date(1_700_000_000_000 + COUNT).toISOString() },
      ...{ fact: "contact", status: "invalid", lead_id: null, booking_id: null },
      errors: { email: ["Wrong.", "The email field format is invalid."] },
      ...{ codes: { email: ["other", "format"] }, conflicts: {}, warnings: [], consent: null },
      ...{ has_body: true, replayed_at: null },
    });
    const one = (await owner.get(`/sources/${source.id}/deliveries/${COUNT}`)).body.data;
    expect(one).toEqual({ ...first.data[0], body: { email: "x" } });
  });

  it("go on where a page has visited as many as it may", async () => {
    const found: number[] = [];
    let pages = 0;
    for (let cursor = ""; pages < 9; pages++) {
      const page = await list(`status=created&per_page=10${cursor}`);
      found.push(...ids(page));
      if (!page.meta.next_cursor) break;
      cursor = `&cursor=${page.meta.next_cursor}`;
    }
    expect([found, pages]).toEqual([[11_000], 2]);
  });

  it.each(["status=invalid", "status=unchanged", "", `cursor=${btoa('[9000,"next"]')}`])(
    "read few rows for a page of %s that is full, however many there are",
    async (query) => {
      const path = `/sources/${source.id}/deliveries?per_page=25&${query}`;
      const { rowsRead, trips } = await meterOf((fetcher) =>
        owner.get(path, undefined, { fetcher }),
      );
      expect([rowsRead <= 200, trips], `${rowsRead} rows`).toEqual([true, 1]);
    },
  );

  it("are shown to whoever may read leads, and to no other workspace", async () => {
    const path = `/sources/${source.id}/deliveries`;
    const reader = await withAbilities(owner, "sources:read");
    expect((await reader.get(path)).status).toBe(403);
    expect((await reader.get(`${path}/${COUNT}`)).status).toBe(403);
    const other = await newWorkspace();
    expect((await other.get(path)).status).toBe(404);
    const theirs = await make(other, "/sources", { kind: "webhook", name: "S" });
    expect((await other.get(`/sources/${theirs.id}/deliveries/${COUNT}`)).status).toBe(404);
  });

  it("are gone with their source at once", async () => {
    expect((await owner.delete(`/sources/${source.id}`)).status).toBe(200);
    expect((await owner.get(`/sources/${source.id}/deliveries`)).status).toBe(404);
    expect((await owner.get(`/sources/${source.id}/deliveries/${COUNT}`)).status).toBe(404);
  });

  it("follow their booking where it proves to be another", async () => {
    const client = await newWorkspace();
    const mapping = [
      ...[
        { to: "email", from: ["email"] },
        { to: "booking.external_id", from: ["id"] },
      ],
      ...[
        { to: "booking.replaces", from: ["old"] },
        { to: "booking.starts_at", from: ["at"] },
      ],
    ];
    const { id } = await make(client, "/sources", { kind: "webhook", name: "S", mapping });
    const own = { id: id as number, client };
    const booked = { email: "maud@example.com", id: "a", at: "2027-03-03T10:00:00Z" };
    const moved = { ...booked, id: "b", at: "2027-03-04T10:00:00Z" };
    const shown = async () => (await deliveriesOf(own)).map(({ booking_id: booking }) => booking);
    for (const item of [booked, moved]) {
      await receive(own, [item]);
      await workDue(own);
    }
    const [first, second] = await shown();
    expect(first).not.toBe(second);
    await receive(own, [{ ...moved, old: "a" }]);
    await workDue(own);
    expect(await shown()).toEqual([first, first, first]);
    const { body } = await client.get("/bookings");
    expect(body.data).toMatchObject([{ id: first, starts_at: "2027-03-04T10:00:00.000Z" }]);
  });
});
