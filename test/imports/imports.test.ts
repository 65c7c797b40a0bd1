import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { newImport, rowsOf, run, whenIdle } from "../support/import-files";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

const FILE = [
  "Prénom;Nom;Téléphone;E-mail;Ville;Tags;Désabonné",
  "Élodie;Martin;06 39 98 00 01;elo@example.com;Lyon;VIP, Webinaire;non",
  'Jean;Petit;;jean@example.com;"Paris\n12e";vip;oui',
  "Ana;Lopez;3.3600E+10;n/a;;;",
  "Élodie;Martin-Roux;+33 6 39 98 00 01;;;;",
  ";;;;;;",
  ";;;;Nice;;",
].join("\r\n");
const MAPPING = {
  Prénom: "first_name",
  Nom: "last_name",
  Téléphone: "phone",
  "E-mail": "email",
  Ville: "variables.city",
  Tags: "tags",
  Désabonné: "is_optout",
};
const START = { mode: "upsert", mapping: MAPPING, create_tags: true };
const counts = (created: number, updated: number, unchanged: number, invalid: number) => ({
  ...{ created, updated, unchanged, conflict: 0, invalid },
});
const leads = async () => (await client.get("/leads?per_page=100")).body.data;
const objects = async () =>
  (await testEnv.FILES.list({ prefix: `imports/${client.workspaceId}/` })).objects;

describe("an import", () => {
  it("is sent, tried, carried out and undone", async () => {
    const sent = await newImport(client, FILE, "?name=clients.csv");
    expect(sent).toMatchObject({ name: "clients.csv", state: "ready", format: "csv" });
    expect(sent.options).toBeNull();
    expect(sent.columns).toEqual(Object.keys(MAPPING));
    expect(sent.mapping).toMatchObject({ Prénom: "first_name", Téléphone: "phone" });

    const tried = await run(client, sent.id, { ...START, dry_run: true });
    expect(tried).toMatchObject({ state: "checked", is_dry_run: true, progress: 100 });
    expect(tried.counts).toEqual(counts(2, 1, 0, 2));
    const { mapping, ...options } = START;
    expect(tried.options).toEqual({
      match_by: ["ext_id", "phone", "email"],
      ...{ create_tags: false, default_country: null, source: "import", tags: [], notify: true },
      ignore_consent_columns: false,
      ...options,
    });
    expect(await leads()).toEqual([]);
    const rejected = await rowsOf(client, sent.id);
    expect(rejected).toMatchObject([
      {
        row: 4,
        status: "invalid",
        values: { Prénom: "Ana" },
        errors: { phone: [expect.any(String)] },
      },
      { row: 7, status: "invalid", errors: { first_name: [expect.any(String)] } },
    ]);

    const csv = await client.get(`/imports/${sent.id}/rows`, undefined, {
      headers: { Accept: "text/csv" },
    });
    expect(csv.text).toBe(
      [
        "Prénom;Nom;Téléphone;E-mail;Ville;Tags;Désabonné;errors",
        `Ana;Lopez;3.3600E+10;n/a;;;;${rejected[0]?.errors.phone?.[0]}`,
        `;;;;Nice;;;${rejected[1]?.errors.first_name?.[0]}`,
        "",
      ].join("\r\n"),
    );
    const mended = await newImport(client, csv.text.replace("3.3600E+10", "0639980002"));
    expect(mended).toMatchObject({ columns: [...sent.columns!, "errors"], mapping: MAPPING });
    await client.post(`/imports/${mended.id}/cancel`);

    const done = await run(client, sent.id, START);
    expect(done).toMatchObject({ state: "completed", counts: tried.counts, is_dry_run: false });
    expect(await rowsOf(client, sent.id)).toEqual(rejected);
    expect(await leads()).toMatchObject([
      {
        first_name: "Jean",
        is_optout: true,
        tags: [{ label: "VIP" }],
        variables: { city: "Paris\n12e" },
      },
      { first_name: "Élodie", last_name: "Martin-Roux", phone: "+33639980001", source: "import" },
    ]);
    expect(await objects()).toEqual([]);
    expect((await client.post(`/imports/${sent.id}/start`, START)).status).toBe(409);

    const [jean] = await leads();
    await client.patch(`/leads/${jean.id}`, { warmth: "hot" });
    expect((await client.post(`/imports/${sent.id}/undo`)).status).toBe(202);
    expect(await whenIdle(client, sent.id)).toMatchObject({ state: "undone", undone: 1, kept: 1 });
    expect(await leads()).toMatchObject([{ first_name: "Jean" }]);
    expect((await client.post(`/imports/${sent.id}/undo`)).status).toBe(409);
  });

  it("changes nothing when the same file comes again", async () => {
    const rows = Array.from({ length: 230 }, (_, n) => `x${n},P${n},Web|${n % 3}`);
    const file = `ext_id,first_name,tags\n${rows.join("\n")}\n`;
    const start = { mode: "upsert", create_tags: true };
    const first = await run(client, (await newImport(client, file)).id, start);
    expect(first.counts).toEqual(counts(230, 0, 0, 0));
    const [newest] = (await client.get("/events")).body.data;
    expect(newest.actor).toEqual({ type: "import", id: first.id });
    const dry = await newImport(client, file);
    expect((await run(client, dry.id, { ...start, dry_run: true })).counts).toEqual(
      counts(0, 0, 230, 0),
    );
    expect((await run(client, dry.id, start)).counts).toEqual(counts(0, 0, 230, 0));
    expect((await client.get("/events")).body.data[0].id).toBe(newest.id);
    expect((await client.get("/tags")).body.data).toHaveLength(4);
  });

  it("counts in a dry run what it then does, also for people who come up again", async () => {
    await newLead(client, { ext_id: "x1", phone: "0639980001" });
    const rows = Array.from({ length: 350 }, (_, n) => {
      const [id, phone] = [n % 120, `06399${String(n % 130).padStart(5, "0")}`];
      return { ext_id: n % 7 ? `x${id}` : null, phone, first_name: `P${n % 5}` };
    });
    const file = rows.map((row) => JSON.stringify(row)).join("\n");
    const { id, format } = await newImport(client, file);
    expect(format).toBe("ndjson");
    const dry = await run(client, id, { mode: "upsert", dry_run: true });
    const rejected = await rowsOf(client, id);
    const wet = await run(client, id, { mode: "upsert" });
    expect(wet.counts).toEqual(dry.counts);
    expect(wet.counts.conflict).toBeGreaterThan(0);
    const plain = ({ row, status, errors }: (typeof rejected)[number]) => ({ row, status, errors });
    expect((await rowsOf(client, id)).map(plain)).toEqual(rejected.map(plain));
  });

  it("names the lead in the way of a row, also one that came with the same file", async () => {
    const before = await newLead(client, { ext_id: "x0", phone: "0639980001" });
    const rows = ["x1;0639980002", "x2;0639980002", "x3;0639980001"];
    const { id } = await newImport(client, ["ext_id;phone", ...rows].join("\n"));
    const start = { mode: "create" };
    const conflicts = async () => (await rowsOf(client, id)).map((row) => row.conflicts);
    await run(client, id, { ...start, dry_run: true });
    expect(await conflicts()).toEqual([{ phone: null }, { phone: before.id }]);
    await run(client, id, start);
    const created = (await leads()).find((lead: { ext_id: string }) => lead.ext_id === "x1");
    expect(await conflicts()).toEqual([{ phone: created.id }, { phone: before.id }]);
  });

  it("comes in parts, in any order, of which one may be sent again", async () => {
    const bytes = new TextEncoder().encode(FILE);
    const empty = await newImport(client, "");
    expect(empty).toMatchObject({ state: "uploading", columns: null });
    const part = (n: number, from: number, to: number) =>
      client.put(`/imports/${empty.id}/parts/${n}`, undefined, { raw: bytes.slice(from, to) });
    expect((await part(2, 100, 130)).body.data.state).toBe("uploading");
    await Promise.all([part(1, 0, 90), part(3, 200, bytes.length), part(2, 90, 200)]);
    const sent = await part(1, 0, 90);
    expect(sent.body.data).toMatchObject({ state: "ready", bytes: bytes.length });
    expect((await part(21, 0, 1)).status).toBe(404);
    // Parts that were replaced, or refused, are not kept.
    const pdf = { raw: "%PDF-1.7" };
    const refused = await client.put(`/imports/${empty.id}/parts/1`, undefined, pdf);
    expect(refused.body.errors).toEqual({ file: [expect.any(String)] });
    expect(await objects()).toHaveLength(3);
    expect((await run(client, empty.id, START)).counts).toEqual(counts(2, 1, 0, 2));
    const other = await newImport(client, "");
    await client.put(`/imports/${other.id}/parts/1`, undefined, { raw: FILE });
    await client.put(`/imports/${other.id}/parts/3`, undefined, { raw: FILE });
    const gap = await client.post(`/imports/${other.id}/start`, START);
    expect([gap.status, gap.body.message]).toEqual([409, "Part 2 of the file is missing."]);
  });

  it("is sent once by its key, and another file is refused", async () => {
    const headers = { "Idempotency-Key": "once" };
    const send = (raw: string) => client.post("/imports", undefined, { raw, headers });
    const first = await send("ext_id\na\n");
    expect(first.status).toBe(201);
    const [again, other] = [await send("ext_id\na\n"), await send("ext_id\nb\n")];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ["Idempotency-Key"]]);
    expect(await objects()).toHaveLength(1);
    const empty = { headers: { "Idempotency-Key": "parts" } };
    const parts = [await client.post("/imports", undefined, empty)];
    parts.push(await client.post("/imports", undefined, empty));
    expect(parts[1]?.body).toEqual(parts[0]?.body);
    expect((await client.get("/imports")).body.data).toHaveLength(2);
  });

  it("fails with a reason if its file is gone, and keeps no others from going on", async () => {
    const [gone, other] = [await newImport(client, FILE), await newImport(client, FILE)];
    for (const { key } of await objects())
      if (key.includes(`/${gone.id}/`)) await testEnv.FILES.delete(key);
    await client.post(`/imports/${gone.id}/start`, START);
    expect((await run(client, other.id, START)).state).toBe("completed");
    expect(await whenIdle(client, gone.id)).toMatchObject({
      ...{ state: "failed", reason: "The file is gone. Send it again." },
    });
  });

  it("keeps whoever has unsubscribed, and tells nobody if it is quiet", async () => {
    await newLead(client, { ext_id: "a", is_optout: true });
    await client.post("/suppressions", { phone: "+33639980009" });
    const { body } = await client.post("/webhook-endpoints", {
      ...{ url: "https://example.com/hooks", event_types: ["lead.created"] },
    });
    const file = "ext_id,unsubscribed,phone\na,no,\nb,no,+33639980009\nc,no,\n";
    const quiet = await run(client, (await newImport(client, file)).id, {
      ...{ mode: "upsert", notify: false },
      mapping: { ext_id: "ext_id", unsubscribed: "is_optout", phone: "phone" },
    });
    expect(quiet.counts).toEqual(counts(2, 0, 1, 0));
    const states = (await leads()).map(
      ({ ext_id, is_optout }: { ext_id: string; is_optout: boolean }) => [...[ext_id, is_optout]],
    );
    expect(states).toEqual([
      ["c", false],
      ["b", true],
      ["a", true],
    ]);
    const { data } = (await client.get("/events?type[]=lead.created")).body;
    expect(data[0].actor).toEqual({ type: "import", id: quiet.id });
    const waiting = await testEnv.DB.prepare(
      "select next_event_id from webhook_endpoints where id = ?",
    )
      .bind(body.data.id)
      .first("next_event_id");
    expect(waiting).toBeNull();
  });

  it("is refused with a stated error if it can't be read", async () => {
    const send = (raw: BodyInit) => client.post("/imports", undefined, { raw });
    for (const file of ["%PDF-1.7", "[{}]", "\n\n", "PK\u0003\u0004 no workbook"]) {
      const { status, body } = await send(file);
      if (status === 201) {
        expect(await whenIdle(client, body.data.id)).toMatchObject({
          state: "failed",
          reason: expect.any(String),
        });
        continue;
      }
      expect({ file, status, errors: body.errors }).toEqual({
        file,
        status: 422,
        errors: { file: [expect.any(String)] },
      });
    }
    expect((await client.get("/imports")).body.data).toHaveLength(1);
    const { id } = await newImport(client, FILE);
    const start = (body: object) => client.post(`/imports/${id}/start`, body);
    expect((await start({ mode: "upsert", mapping: { Nobody: "phone" } })).body.errors).toEqual({
      "mapping.Nobody": ["The selected mapping.Nobody is invalid."],
    });
    expect((await start({ mode: "upsert", mapping: { Nom: "surname" } })).status).toBe(422);
    expect((await start({ mode: "merge" })).status).toBe(422);
    expect((await client.post(`/imports/${id}/cancel`)).body.data.state).toBe("cancelled");
    expect((await start(START)).status).toBe(409);
    expect(await objects()).toHaveLength(1);
    const other = await newWorkspace();
    expect((await other.get(`/imports/${id}`)).status).toBe(404);
    expect((await other.post(`/imports/${id}/start`, START)).status).toBe(404);
    expect((await other.put(`/imports/${id}/parts/1`, undefined, { raw: "a\nb" })).status).toBe(
      404,
    );
  });
});
