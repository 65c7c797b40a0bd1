import { beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import { type Client, newWorkspace } from "../support/api";
import { PHONE_STYLES } from "../support/crm-export";

/** Marks that stand where there is no number. */
const NONE = ["n/a", "none", "3.3600E+10", "", "-", "N/A", "None", "unknown", "0", "#REF!"];
const NO_EMAIL = ["n/a", "none", "", "-", "no email", "@"];

const PEOPLE = 120;

type Row = { ext_id?: string; first_name: string; phone?: string; email?: string };

/** A person of the export: one of three lacks the phone, one of four the e-mail. */
function personOf(n: number) {
  return {
    national: n % 3 === 0 ? null : String(639_980_000 + n),
    email: n % 4 === 0 ? null : `person${n}@example.com`,
  };
}

const phoneOf = (n: number, style: number) => {
  const { national } = personOf(n);
  const none = NONE[(n + style) % NONE.length] ?? "";
  return national === null ? none : (PHONE_STYLES[style % PHONE_STYLES.length]?.(national) ?? "");
};
const emailOf = (n: number, isLoud: boolean) => {
  const { email } = personOf(n);
  const none = NO_EMAIL[n % NO_EMAIL.length] ?? "";
  return email === null ? none : isLoud ? email.toUpperCase() : email;
};

/** Everybody once; then one in four again, as another export of the same CRM writes them. */
const rows: Row[] = [
  ...Array.from({ length: PEOPLE }, (_, n) => ({
    ext_id: `crm-${n}`,
    first_name: `Person ${n}`,
    phone: phoneOf(n, n),
    email: emailOf(n, false),
  })),
  ...Array.from({ length: PEOPLE / 4 }, (_, n) => ({
    ext_id: n % 8 === 1 ? "" : `crm-${n}`,
    first_name: `Person ${n}`,
    phone: phoneOf(n, n + 5),
    email: emailOf(n, true),
  })),
];

let client: Client;
let leads: Lead[];

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
  const statuses = [];
  for (const row of rows) statuses.push((await client.post("/leads?upsert=1", row)).status);
  expect(statuses).toEqual(rows.map((_, index) => (index < PEOPLE ? 201 : 200)));
  leads = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor && `&cursor=${cursor}`;
    const { data, meta } = (await client.get(`/leads/export?per_page=100${query}`)).body;
    leads.push(...data);
    cursor = meta.next_cursor;
  }
}, 60_000);

describe("a CRM export that is upserted row by row", () => {
  it("makes one lead of each person, and merges nobody away", () => {
    expect(leads).toHaveLength(PEOPLE);
    expect(new Set(leads.map((lead) => lead.first_name)).size).toBe(PEOPLE);
    for (const { ext_id, first_name } of leads)
      expect(first_name).toBe(`Person ${ext_id?.replace("crm-", "")}`);
  });

  it("has every number in one form, and what is none as it was sent", () => {
    for (const lead of leads) {
      const n = Number(lead.ext_id?.replace("crm-", ""));
      const { national } = personOf(n);
      const sent = phoneOf(n, n < PEOPLE / 4 ? n + 5 : n);
      expect(lead.phone, lead.ext_id ?? "").toBe(national ? `+33${national}` : sent || null);
    }
  });

  it("refuses a row whose number is another person's", async () => {
    const shared = { ext_id: "crm-new", first_name: "New", phone: phoneOf(1, 3) };
    const { status, body } = await client.post("/leads?upsert=1", shared);
    const other = leads.find(({ ext_id }) => ext_id === "crm-1");
    expect([status, body.conflicts]).toEqual([422, { ext_id: other?.id }]);
  });
});
