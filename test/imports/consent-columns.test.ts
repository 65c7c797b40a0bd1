import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { newImport, run, whenIdle } from "../support/import-files";
import { workbook } from "../support/workbook";

let client: Client;
beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

const optouts = async (ids: string[]) => {
  const found = await Promise.all(
    ids.map(async (id) => (await client.get(`/leads?identity=${id}`)).body.data[0]),
  );
  return found.map((lead) => lead?.is_optout);
};
const undecided = (columns: string) => ({
  mapping: [
    `These columns may say who has unsubscribed: ${columns}. Map them to is_optout, ` +
      "is_subscribed or a variable, or start with ignore_consent_columns.",
  ],
});

describe("an import with columns on consent", () => {
  it("unsubscribes by the mapping that it suggests", async () => {
    const file =
      "ext_id,HasOptedOutOfEmail,UNSUB_TIME\nc1,0,\nc2,TRUE,\nc3,0,2025-01-02 03:04:05\n";
    const sent = await newImport(client, file);
    expect(sent.consent_columns).toEqual(["HasOptedOutOfEmail", "UNSUB_TIME"]);
    expect((await run(client, sent.id, { mode: "upsert" })).counts).toMatchObject({ created: 3 });
    expect(await optouts(["c1", "c2", "c3"])).toEqual([false, true, true]);
    const optOutsToday = async () =>
      (await client.get("/stats")).body.data.intervals.at(-1).opt_outs;
    expect(await optOutsToday()).toBe(0);
    const { data } = (await client.get("/leads?identity=c1")).body;
    await client.post(`/leads/${data[0].id}/opt-out`);
    expect(await optOutsToday()).toBe(1);
  });

  it("takes no earlier mapping for a decision on a column that spoke of something else", async () => {
    const mapping = { ext_id: "ext_id", State: "variables.state" };
    const earlier = await newImport(client, "ext_id,State\ns1,Bavaria\n");
    expect(earlier.consent_columns).toEqual([]);
    await run(client, earlier.id, { mode: "upsert", mapping });
    expect((await newImport(client, "ext_id,State\ns2,Texas\n")).mapping).toEqual(mapping);

    const sent = await newImport(client, "ext_id,State\ns3,unsubscribed\ns4,subscribed\n");
    expect(sent).toMatchObject({ consent_columns: ["State"], mapping: { State: "is_subscribed" } });
    await run(client, sent.id, { mode: "upsert" });
    expect(await optouts(["s3", "s4"])).toEqual([true, false]);

    const decided = await newImport(client, "ext_id,State\ns5,unsubscribed\n");
    await run(client, decided.id, { mode: "upsert", mapping });
    const again = await newImport(client, "ext_id,State\ns6,unsubscribed\n");
    expect(again).toMatchObject({ consent_columns: ["State"], mapping });
  });

  it("does not start, not even to be tried, before each is mapped or said to be irrelevant", async () => {
    const file = "ext_id,Consent,Unsubscribed\nd1,by the web form,yes\n";
    const sent = await newImport(client, file);
    expect(sent.mapping).toEqual({
      ext_id: "ext_id",
      Consent: "ignore",
      Unsubscribed: "is_optout",
    });
    const start = (body: object) =>
      client.post(`/imports/${sent.id}/start`, { mode: "upsert", ...body });
    for (const dry_run of [true, false]) {
      const { status, body } = await start({ dry_run });
      expect([status, body.errors]).toEqual([422, undecided("Consent")]);
      expect(body.codes).toEqual({ mapping: ["consent_undecided"] });
    }
    const left = await start({ mapping: { ext_id: "ext_id" } });
    expect(left.body.errors).toEqual(undecided("Consent, Unsubscribed"));
    const said = await start({
      mapping: { ext_id: "ext_id", Unsubscribed: "ignore" },
      ignore_consent_columns: false,
    });
    expect(said.body.codes).toEqual({ mapping: ["consent_undecided"] });
    expect((await client.get(`/imports/${sent.id}`)).body.data).toMatchObject({
      ...{ state: "ready", options: null },
    });
    const mapping = { ...sent.mapping, Consent: "variables.consent" };
    const done = await run(client, sent.id, { mode: "upsert", mapping });
    expect(done.options).toMatchObject({ ignore_consent_columns: false });
    expect(await optouts(["d1"])).toEqual([true]);
  });

  it("starts without them if that is wanted", async () => {
    const { id } = await newImport(client, '{"ext_id":"e1","Opt-in":"weekly"}\n');
    const refused = await client.post(`/imports/${id}/start`, { mode: "upsert" });
    expect(refused.body.errors).toEqual(undecided("Opt-in"));
    const done = await run(client, id, { mode: "upsert", ignore_consent_columns: true });
    expect(done).toMatchObject({
      ...{ state: "completed", options: { ignore_consent_columns: true } },
    });
    expect(await optouts(["e1"])).toEqual([false]);
  });

  it("unsubscribes from marketing alone by columns that are mapped so", async () => {
    const file = "ext_id,Newsletter,Promotions\nm1,no,\nm2,yes,no\nm3,yes,yes\n";
    const sent = await newImport(client, file);
    const mapping = {
      ...{ ext_id: "ext_id", Newsletter: "is_subscribed", Promotions: "is_marketing_subscribed" },
    };
    await run(client, sent.id, { mode: "upsert", mapping });
    const found = await Promise.all(
      ["m1", "m2", "m3"].map(async (id) => (await client.get(`/leads?identity=${id}`)).body),
    );
    expect(found.map(({ data: [lead] }) => [lead.is_optout, lead.is_marketing_optout])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  it("may be a workbook", async () => {
    const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (...cells: string[]) => `<row>${cells.map(inline).join("")}</row>`;
    const rows =
      row("ext_id", "2024", "Status") + row("f1", "x", "Unsubscribed") + row("f2", "y", "Active");
    const { id } = await newImport(client, workbook({ rows }));
    const sent = await whenIdle(client, id);
    expect(sent).toMatchObject({
      columns: ["ext_id", "2024", "Status"],
      consent_columns: ["Status"],
      mapping: { Status: "is_subscribed" },
    });
    await run(client, id, { mode: "upsert" });
    expect(await optouts(["f1", "f2"])).toEqual([true, false]);
  });
});
