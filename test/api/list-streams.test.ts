import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { principals } from "#features/access/tokens/principals";
import {
  type Client,
  call,
  newTag,
  newWorkspace,
  type Options,
  withAbilities,
} from "../support/api";
import { routes } from "../support/document";
import { testEnv } from "../support/env";
import { meterOf } from "../support/meter";
import { idsFor, newResources } from "../support/resources";
import { seedLeads } from "../support/seed";
import { serve } from "../support/serve";

const [CSV, LINES] = ["text/csv", "application/x-ndjson"];
const accept = (type: string): Options => ({ headers: { Accept: type } });

const itemsOf = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const cellsOf = (text: string): string[][] => parse(text, { relax_column_count: false });

const lists = (await routes()).filter(
  ({ operation }) => operation.responses[200]?.["x-other-content"]?.[CSV] !== undefined,
);

describe("every list", () => {
  let client: Client;
  let ids: Record<string, number>;

  beforeAll(async () => {
    client = await newWorkspace();
    ({ ids } = await newResources(client));
  });

  it.each(lists.map((list) => [list.operation.operationId, list] as const))(
    "%s has the same items in each type",
    async (operationId, { path, operation }) => {
      const own = idsFor(operationId, ids);
      const url = path.replace(/\{(\w+)\}/g, (_, name) => String(own[name]));
      const token = operation.security ? testEnv.OPERATOR_TOKEN : client.token;
      const get = (type: string) => call("GET", url, { token, ...accept(type) });
      // The operator's lists hold what other tests make, too.
      const query = operation.security ? "" : "?per_page=100";
      const { body } = await call("GET", url + query, { token });
      const lines = await get(LINES);
      expect([lines.status, lines.headers.get("Content-Type")]).toEqual([200, LINES]);
      expect(itemsOf(lines.text).slice(0, body.data.length)).toEqual(body.data);
      const csv = await get(CSV);
      expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
      expect(csv.headers.get("Content-Disposition")).toMatch(
        /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/,
      );
      const [columns = [], ...rows] = cellsOf(csv.text);
      expect(rows.length).toBeGreaterThanOrEqual(body.data.length);
      for (const item of body.data) {
        const members = SPREADSHEETS.includes(operationId) ? flatMembers(item) : Object.keys(item);
        expect(columns.filter((name) => !name.includes(".")).toSorted()).toEqual(
          members.toSorted(),
        );
      }
      if (body.data[0]?.id) expect(rows[0]?.[columns.indexOf("id")]).toBe(String(body.data[0].id));
    },
  );
});

/** The lists whose CSV has a column for each variable, and no conversations. */
const SPREADSHEETS = ["listLeads", "exportLeads"];
const flatMembers = ({ conversations, ...item }: Record<string, unknown>) => [
  ...Object.keys(item),
  ...["last_inbound_at", "last_outbound_at", "messages_count"],
];

describe("a list of leads as a stream", () => {
  const LEADS = 2_100;
  let client: Client;
  let tag: { id: number };

  beforeAll(async () => {
    client = await newWorkspace();
    tag = await newTag(client, { label: "VIP|gold" });
    await seedLeads(client.workspaceId, LEADS, {
      last_name: "iif(n = 2100, '=1+1', null)",
      phone: "iif(n = 2100, '+33612345678', null)",
      warmth: "iif(n % 700 = 0, 'hot', 'cold')",
    });
    await testEnv.DB.prepare(
      `insert into lead_tags (lead_id, tag_id, created_at)
       select id, ?, 0 from leads where workspace_id = ? and seq in (2100, 700)`,
    )
      .bind(tag.id, client.workspaceId)
      .run();
  });

  const stream = (path: string, type: string, options: Options = {}) =>
    client.get(path, undefined, { ...options, headers: { Accept: type } });

  it("has all leads in calls of up to 1,000, whatever per_page says", async () => {
    const meter = await meterOf(async (fetcher) => {
      const { text } = await stream("/leads?per_page=10", LINES, { fetcher });
      const found = itemsOf(text).map(({ id }) => id);
      expect([found.length, new Set(found).size]).toEqual([LEADS, LEADS]);
      expect(found).toEqual(found.toSorted((a, b) => b - a));
    });
    expect(meter.trips).toBe(3);
  });

  it("takes the list's filters, order and cursor", async () => {
    const hot = itemsOf((await stream("/leads?warmth=hot", LINES)).text);
    expect(hot).toEqual((await client.get("/leads?warmth=hot")).body.data);
    expect(hot).toHaveLength(3);
    const first = (await client.get("/leads?per_page=100")).body;
    const rest = itemsOf((await stream(`/leads?cursor=${first.meta.next_cursor}`, LINES)).text);
    expect(rest).toHaveLength(LEADS - 100);
    expect(rest[0].id).toBeLessThan(first.data.at(-1).id);
    const oldest = itemsOf((await stream("/events?order=asc", LINES)).text).map(({ id }) => id);
    expect(oldest).toEqual(oldest.toSorted((a, b) => a - b));
  });

  it("is a CSV that no spreadsheet calculates, with tags as labels", async () => {
    const { text, headers } = await stream(`/leads?tag_ids[]=${tag.id}`, CSV);
    expect(headers.get("Content-Disposition")).toBe(
      `attachment; filename="leads-${new Date().toISOString().slice(0, 10)}.csv"`,
    );
    const [columns = [], newest = []] = cellsOf(text);
    const cell = (name: string) => newest[columns.indexOf(name)];
    expect([cell("last_name"), cell("phone")]).toEqual(["'=1+1", '="+33612345678"']);
    expect([cell("tags"), cell("email"), cell("is_optout")]).toEqual(['"VIP|gold"', "", "false"]);
    expect([cell("variables"), cell("messages_count")]).toEqual(["", "0"]);
    expect(text.endsWith("\r\n")).toBe(true);
  });

  it("begins with a byte order mark if asked to", async () => {
    const bytes = async (path: string) => {
      const headers = { Accept: CSV!, Authorization: `Bearer ${client.token}` };
      const response = await serve(new Request(`http://localhost/v1${path}`, { headers }));
      return [...new Uint8Array(await response.arrayBuffer())].slice(0, 4);
    };
    expect(await bytes("/leads?bom=1&name=absent")).toEqual([0xef, 0xbb, 0xbf, 0x69]);
    expect((await bytes("/leads?bom=0&name=absent"))[0]).toBe(0x69);
  });

  it("has a header even if it is empty", async () => {
    const { text } = await stream("/leads?name=absent", CSV);
    expect(cellsOf(text)).toHaveLength(1);
    expect((await stream("/leads?name=absent", LINES)).text).toBe("");
  });

  it("reads pages of 4 MiB where leads are long", async () => {
    const other = await newWorkspace();
    await seedLeads(other.workspaceId, 150, {
      variables: `'{"x":"' || replace(hex(zeroblob(32000)), '0', 'x') || '"}'`,
    });
    for (const [path, trips] of [
      ["/leads", 3],
      ["/leads/export?source=api", 1],
      ["/leads/export", 3],
    ] as const) {
      const meter = await meterOf(async (fetcher) => {
        const { text } = await other.get(path, undefined, { fetcher, ...accept(LINES!) });
        const found = itemsOf(text).map(({ id }) => id);
        expect(new Set(found).size).toBe(path.includes("?") ? 0 : 150);
        expect(found).toHaveLength(path.includes("?") ? 0 : 150);
      });
      expect(meter.trips, path).toBe(trips);
    }
  });

  it("is refused as any answer is, in JSON", async () => {
    const limited = await withAbilities(client, "tags:read");
    const refused = async (caller: Client, path: string, headers = { Accept: CSV! }) => {
      const { status, body } = await caller.get(path, undefined, { headers });
      return [status, typeof body.message];
    };
    expect(await refused(limited, "/leads")).toEqual([403, "string"]);
    expect(await refused({ ...client }, "/leads/999999999/tags")).toEqual([404, "string"]);
    expect(await refused(client, "/leads?warmth=hott")).toEqual([422, "string"]);
    expect(await refused(client, "/leads?bom=yes")).toEqual([422, "string"]);
    const anonymous = await call("GET", "/v1/leads", accept(CSV!));
    expect([anonymous.status, anonymous.body.message]).toEqual([401, "Unauthenticated."]);
  });

  it("goes on only: a cursor for the page before is refused", async () => {
    const first = (await client.get("/leads?per_page=10")).body.meta.next_cursor;
    const { prev_cursor: prev } = (await client.get(`/leads?per_page=10&cursor=${first}`)).body
      .meta;
    const { status, body } = await stream(`/leads?cursor=${prev}`, CSV!);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["cursor"]]);
  });

  it("is JSON for HEAD, and for whatever else is accepted", async () => {
    for (const type of ["*/*", "text/html", "text/*"]) {
      const { headers } = await stream("/tags", type);
      expect(headers.get("Content-Type")).toBe("application/json");
    }
    const head = await call("HEAD", "/v1/tags", { token: client.token, ...accept(CSV!) });
    expect(head.headers.get("Content-Type")).toBe("application/json");
  });

  it("breaks off when its token is revoked", async () => {
    const other = await withAbilities(client, "leads:read");
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const headers = { Accept: LINES!, Authorization: `Bearer ${other.token}` };
    const response = await serve(new Request("http://localhost/v1/leads", { headers }));
    const reader = response.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    const { id } = (await client.get("/tokens")).body.data[0];
    await client.delete(`/tokens/${id}`);
    principals.clear();
    await expect(reader.read()).rejects.toThrow();
    expect(logged.mock.calls.join()).toContain("list broken off");
    logged.mockRestore();
  });

  it("breaks off when the database fails, and logs nothing of the leads", async () => {
    let calls = 0;
    const DB = new Proxy(testEnv.DB, {
      get: (db, name) => {
        if (name === "prepare") return db.prepare.bind(db);
        if (name !== "batch") return Reflect.get(db, name);
        return (statements: D1PreparedStatement[]) => {
          if (++calls > 1) throw new Error("D1_ERROR: Network connection lost. Lead 42");
          return db.batch(statements);
        };
      },
    });
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const headers = { Accept: CSV!, Authorization: `Bearer ${client.token}` };
    const response = await serve(new Request("http://localhost/v1/leads", { headers }), { DB });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    const lines = logged.mock.calls.join();
    expect(lines).toContain("list broken off");
    expect(lines).not.toContain("Lead 42");
    logged.mockRestore();
  });
});
