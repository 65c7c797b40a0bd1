import { beforeAll, describe, expect, it } from "vitest";
import { type Client, idsOf, newLead, newScenario, newWorkspace } from "../support/api";
import { enrolMany } from "../support/bulk";
import { eventually } from "../support/eventually";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { seedLeads } from "../support/seed";

let client: Client;
const ids: Record<string, number> = {};
const namesOf = (found: number[]) =>
  found.map((id) => Object.keys(ids).find((key) => ids[key] === id));
const find = async (filters: Record<string, string>, path = "/leads", by = client) =>
  namesOf(await idsOf(by, `${path}?${new URLSearchParams(filters)}`));

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
  const people: Record<string, object> = {
    anais: {
      ...{ first_name: "Anaïs", last_name: "Lefèvre", phone: "+33639980001" },
      email: "anais.lefevre@example.com",
    },
    paul: {
      first_name: "Paul",
      last_name: "Lefèvre",
      phone: "06 39 98 00 02",
      username: "anais_fan",
    },
    li: {
      ...{ first_name: "Li", last_name: "Na", phone: null },
      ...{ email: "na.li@example.org", ext_id: "CRM-É-1042" },
    },
    kenji: { first_name: "世界", last_name: "鈴木", phone: "+81 90 1234 5678" },
    junk: { first_name: "Jo", phone: "12 34 5", ext_id: "crm_77%" },
    city: { first_name: "Max", last_name: "75011", phone: "+49 171 1234567" },
  };
  for (const [key, person] of Object.entries(people)) ids[key] = (await newLead(client, person)).id;
  const other = await newWorkspace({ default_country: "FR" });
  await newLead(other, { ...people.anais, ext_id: "other" });
});

describe("a search for people", () => {
  it.each([
    ["+33639980001", ["anais"]],
    ["06 39 98 00 01", ["anais"]],
    ["06.39.98.00.01", ["anais"]],
    ["0033 6-39-98-00-01", ["anais"]],
    ["+33 (0)6 39 98 00 01", ["anais"]],
    ["0639", ["paul", "anais"]],
    ["0001", ["anais"]],
    ["00 01", ["anais"]],
    ["01", ["city"]],
    ["001", []],
    ["@example.com", ["anais"]],
    ["EXAMPLE", ["li", "anais"]],
    ["lefèvre anaïs", ["paul", "anais"]],
    ["Anais LEFEVRE 0639980001", ["anais"]],
    ["lefevre 0639", ["paul", "anais"]],
    ["lefevre 0639 paul", ["paul"]],
    ["anais lefevre example.com", ["anais"]],
    ["anais_f", ["paul"]],
    ["li", ["li"]],
    ["na li", ["li"]],
    ["xa", []],
    ["le fevre", ["paul", "anais"]],
    ["crm-e", ["li"]],
    ["CRM", ["junk", "li"]],
    ["crm_77%", ["junk"]],
    ["%", []],
    ["_f", ["paul"]],
    ["世界", ["kenji"]],
    ["鈴木 世界", ["kenji"]],
    ["鈴", ["kenji"]],
    ["090 1234 5678", ["kenji"]],
    ["12345", ["city", "junk", "kenji"]],
    ["75011", ["city"]],
    ["75011 max", ["city"]],
    ["0171 1234567 75011", []],
    ["0171 1234567 max 75011", ["city"]],
    ["nobody lefevre", []],
  ])("%s finds %j", async (search, found) => {
    expect(await find({ search })).toEqual(found);
  });

  it("finds by `phone` in any notation, and by `identity` exactly", async () => {
    expect(await find({ phone: "0639980001" })).toEqual(["anais"]);
    expect(await find({ phone: "+33 6 39" })).toEqual(["paul", "anais"]);
    expect(await find({ phone: " 33 6 39" })).toEqual(["paul", "anais"]);
    expect(await find({ phone: "12 34 5" })).toEqual(["city", "junk", "kenji"]);
    expect(await find({ identity: "0639980001" })).toEqual(["anais"]);
    expect(await find({ identity: "063998000" })).toEqual([]);
    expect(await find({ identity: "0639" })).toEqual([]);
  });

  it("follows what changes and what is deleted, the ext_id, too", async () => {
    const { id } = await newLead(client, { first_name: "Changed", ext_id: "before-É" });
    const count = async (search: string) =>
      (await idsOf(client, `/leads?search=${encodeURIComponent(search)}`)).length;
    expect(await count("before-e")).toBe(1);
    await client.patch(`/leads/${id}`, { ext_id: "AFTER", phone: "06 11 22 33 44" });
    expect([await count("before-e"), await count("after"), await count("3344")]).toEqual([0, 1, 1]);
    await client.delete(`/leads/${id}`);
    expect([await count("after"), await count("3344")]).toEqual([0, 0]);
    expect(await rowsOf("select 1 from leads_search where rowid = ?", id)).toEqual([]);
  });

  it("is taken wherever leads are filtered", async () => {
    const search = "0639 lefevre";
    const csv = await client.get(`/leads/export?search=${encodeURIComponent(search)}`);
    expect(csv.text).toContain("anais.lefevre@example.com");
    expect(csv.text).not.toContain("na.li@example.org");
    const { body } = await client.post("/segments", { name: "Lefèvre", filter: { search } });
    expect(body.data.filter).toEqual({ search });
    const segment = `/segments/${body.data.id}`;
    expect(namesOf(await idsOf(client, `${segment}/leads`))).toEqual(["paul", "anais"]);
    expect((await client.get(`${segment}/count`)).body.data).toEqual({ count: 2, exact: true });
    expect(await find({ segment_id: String(body.data.id), search: "paul" })).toEqual(["paul"]);
    expect(await find({ segment_id: String(body.data.id), phone: "0001" })).toEqual(["anais"]);
    const scenario = await newScenario(client);
    const leads = `/scenarios/${scenario.id}/leads`;
    await enrolMany(client, scenario, { lead_ids: [ids.anais, ids.li] });
    expect(await find({ search: "06 39 98" }, leads)).toEqual(["anais"]);
  });

  it("enrols those whom a national phone finds, as previewed", async () => {
    const scenario = await newScenario(client);
    for (const filter of [{ phone: "0639980001" }, { search: "06 39 98 00 02" }]) {
      const { status } = await enrolMany(client, scenario, { filter, per_hour: 6_000 });
      expect(status).toBe(202);
    }
    await eventually(async () =>
      expect(namesOf(await idsOf(client, `/scenarios/${scenario.id}/leads`))).toEqual([
        "paul",
        "anais",
      ]),
    );
  });

  it("stays within its bounds, whatever it is", async () => {
    const many = await newWorkspace({ default_country: "FR" });
    await seedLeads(many.workspaceId, 6_000, {
      phone: "'+3363998' || (1000 + n)",
      phone_key: "'+3363998' || (1000 + n)",
      email_key: "'lead' || n || '@example.com'",
      ext_id: "'crm-' || n",
    });
    const words = (count: number) =>
      Array.from({ length: count }, (_, index) => (index + 10).toString(36)).join(" ");
    const hostile = [
      ...[words(64), "1 a ".repeat(63).trim(), "9".repeat(255), "06 ".repeat(85).trim()],
      ...["x".repeat(255), "🦊".repeat(255), "%", "_", "'\"`", '"* OR NEAR(a b)', "a AND (b", "+"],
      ...["\u202eشكرا\u202c מה", "\u200b", "lead 0639 example crm", "0639 ".repeat(51).trim()],
      ...["lead4 ".repeat(42).trim(), "e", "le", "lead"],
    ];
    for (const search of hostile) {
      const path = `/leads?per_page=10&search=${encodeURIComponent(search)}`;
      const { rowsRead, trips } = await meterOf(async (fetcher) => {
        const { status, text } = await many.get(path, undefined, { fetcher });
        expect(status, `${search}: ${text}`).toBe(200);
      });
      expect([search, trips, rowsRead <= 15_000]).toEqual([search, 1, true]);
    }
    const blank = await many.get("/leads?per_page=10&search=%20%20");
    expect(blank.body.data).toHaveLength(10);
    expect((await many.get(`/leads?search=${"x".repeat(256)}`)).body.errors).toEqual({
      search: ["The search field must not be greater than 255 characters."],
    });
    const readBy = async (search: string) =>
      (await meterOf((fetcher) => many.get(`/leads?search=${search}`, undefined, { fetcher })))
        .rowsRead;
    expect(await readBy("0639986543")).toBeLessThanOrEqual(12);
    expect(await readBy("lead4711@example.com")).toBeLessThanOrEqual(12);
    expect(await readBy("lead%204711")).toBeLessThanOrEqual(30);
    expect(await readBy("absent")).toBeLessThanOrEqual(5);
  });
});
