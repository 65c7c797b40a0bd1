import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";
import { newImport, rowsOf, run, whenIdle } from "../support/import-files";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace({ default_country: "DE" });
});

const NAMES = ["Dubois", "Çelik", "Lefèvre", "Le Goff", "Strauß", "Strauss", "Ada"];
const STRANGERS = ["Nom;Tel;Mail", ...NAMES.map((name) => `${name};12345;pas d'email`)].join("\n");
const START = { mode: "upsert", mapping: { Nom: "last_name", Tel: "phone", Mail: "email" } };
const NONE = { created: 0, updated: 0, unchanged: 0, conflict: 0, invalid: 0 };

const leads = async () =>
  (await client.get("/leads?per_page=100")).body.data as Record<string, unknown>[];

const warning = (field: string, column: string) => ({
  ...{ code: "not_an_address", field, column },
  message: expect.stringContaining(`The ${field} can't be an address.`),
});

describe("rows whose phone or e-mail can't be an address", () => {
  it("stay strangers and are named, in the dry run and in the run, until it is undone", async () => {
    const { id } = await newImport(client, STRANGERS, "?name=strangers.csv");
    const tried = await run(client, id, { ...START, dry_run: true });
    expect([tried.counts, tried.warned]).toEqual([{ ...NONE, created: 7 }, 7]);
    const named = await rowsOf(client, id);
    expect(named.map(({ row, status }) => [row, status])).toEqual(
      NAMES.map((_, at) => [at + 2, "warned"]),
    );
    expect(named[0]).toMatchObject({
      errors: {},
      conflicts: null,
      warnings: [warning("phone", "Tel"), warning("email", "Mail")],
      values: { Nom: "Dubois", Tel: "12345", Mail: "pas d'email" },
    });
    const done = await run(client, id, START);
    expect([done.counts, done.warned]).toEqual([tried.counts, 7]);
    expect(await rowsOf(client, id)).toEqual(named);
    const stored = await leads();
    expect(stored.map(({ last_name }) => last_name)).toEqual(NAMES.toReversed());
    expect(stored[0]).toMatchObject({ phone: "12345", email: "pas d'email" });
    await client.post(`/imports/${id}/undo`);
    expect((await whenIdle(client, id)).state).toBe("undone");
    expect(await leads()).toEqual([]);
  });

  it("are no rows to be mended and sent again: they would come twice", async () => {
    const file = `${STRANGERS}\nTwice;+4915112345001;\nTwice;+4915112345001;twice@x.test\n;;`;
    const { id } = await newImport(client, `${file}\nNobody;;${"x".repeat(300)}`);
    await run(client, id, START);
    const csv = (query: string) =>
      client.get(`/imports/${id}/rows${query}`, undefined, { headers: { Accept: "text/csv" } });
    const lines = (text: string) => text.trim().split("\r\n");
    expect(lines((await csv("")).text)).toHaveLength(2);
    expect(lines((await csv("?status=warned")).text)).toHaveLength(8);
    const ofStatus = async (status: string) =>
      (await client.get(`/imports/${id}/rows?status=${status}`)).body.data.length;
    expect([await ofStatus("warned"), await ofStatus("invalid")]).toEqual([7, 1]);
    const all = (await client.get(`/imports/${id}/rows`)).body.data;
    expect(all.map(({ row }: { row: number }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8, 12]);
  });

  it("keep what they say, and the address that a lead or another column has", async () => {
    const known = { ext_id: "k", phone: "+4915112345001", email: "known@x.test" };
    await newLead(client, known);
    const file = [
      "id;Tel;Mobil;Mail",
      "k;inconnu;-;n/a",
      "a;aucun;0151 12345002;none",
      "b;-;unbekannt;—",
      "c;?;-;?",
    ].join("\n");
    const mapping = { id: "ext_id", Tel: "phone", Mobil: "phone", Mail: "email" };
    const { id } = await newImport(client, file);
    const tried = await run(client, id, { mode: "upsert", mapping, dry_run: true });
    expect([tried.counts, tried.warned]).toEqual([{ ...NONE, created: 3, unchanged: 1 }, 3]);
    const done = await run(client, id, { mode: "upsert", mapping });
    expect([done.counts, done.warned]).toEqual([tried.counts, 3]);
    const kept = (field: string, column: string) => ({
      ...warning(field, column),
      message: `The ${field} can't be an address. The lead keeps the one that it has.`,
    });
    expect((await rowsOf(client, id)).map(({ row, warnings }) => [row, warnings])).toEqual([
      [2, [kept("phone", "Tel"), kept("email", "Mail")]],
      [3, [warning("email", "Mail")]],
      [4, [warning("phone", "Mobil")]],
    ]);
    expect((await leads()).toReversed()).toMatchObject([
      known,
      { ext_id: "a", phone: "+4915112345002", email: "none" },
      { ext_id: "b", phone: "unbekannt", email: null },
      { ext_id: "c", phone: null, email: null },
    ]);
  });

  it("match a renumbered phone in either form", async () => {
    const { id: known } = await newLead(client, { phone: "+54 9 11 2345-6789" });
    const { id } = await newImport(client, "Nom;Tel;Mail\nAna;+54 11 2345-6789;Ana <ana@x.test>");
    const done = await run(client, id, START);
    expect([done.counts, done.warned]).toEqual([{ ...NONE, updated: 1 }, 0]);
    expect(await leads()).toMatchObject([{ id: known, last_name: "Ana", email: "ana@x.test" }]);
  });
});
