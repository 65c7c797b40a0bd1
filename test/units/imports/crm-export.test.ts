import { describe, expect, it } from "vitest";
import { keyOfEmail, keyOfPhone } from "#domain/addresses";
import { leadReader } from "#features/imports/reading/lead";
import { suggestMapping } from "#features/imports/reading/suggest-mapping";
import { crmExport, type Person } from "#test/support/crm-export";
import { readFile } from "#test/support/imports";

type Contacts = { ext_id?: unknown; phone?: unknown; email?: unknown };

const keysOf = ({ ext_id, phone, email }: Contacts) => ({
  ext_id,
  phone: typeof phone === "string" ? keyOfPhone(phone, "FR") : null,
  email: typeof email === "string" ? keyOfEmail(email) : null,
});

/** The leads and the rejected rows of an export, with later rows of a person put to the first. */
async function importOf(file: Uint8Array) {
  const { layout, rows } = await readFile(file);
  const columns = layout.format === "csv" ? layout.columns : [];
  const values = rows.map((row) => row.values ?? {});
  const read = leadReader(suggestMapping(columns, values).mapping, {
    country: "FR",
    timeZone: null,
  });
  const leads: Record<string, unknown>[] = [];
  const keysOfLeads: ReturnType<typeof keysOf>[] = [];
  const rejected: { row: number; field: string }[] = [];
  for (const { row, values = {} } of rows) {
    const { lead, tags, errors } = read(values);
    const [field] = Object.keys(errors);
    if (field) rejected.push({ row, field });
    const email = typeof lead.email === "string" ? lead.email.toLowerCase() : null;
    const next = { phone: null, is_optout: false, ...lead, email, tags: tags ?? [] };
    const keys = keysOf(next);
    const known = leads.find((_, index) =>
      (["ext_id", "phone", "email"] as const).some(
        (key) => keys[key] && keysOfLeads[index]?.[key] === keys[key],
      ),
    );
    if (known) {
      known.is_optout ||= next.is_optout;
      for (const field of ["phone", "email"] as const)
        if (!keysOf(known)[field]) known[field] = next[field] ?? known[field];
      keysOfLeads[leads.indexOf(known)] = keysOf(known);
    } else if (!field) {
      leads.push(next);
      keysOfLeads.push(keys);
    }
  }
  return { leads, rejected };
}

describe("the export of a CRM", () => {
  it.each([1, 2, 3])(
    "is read as exactly its people, with every bad row named: %s",
    async (seed) => {
      const { file, people, rejected } = crmExport({ rows: 600, seed });
      expect(people.length).toBeGreaterThan(540);
      expect(rejected.length).toBeGreaterThan(0);
      const read = await importOf(file);
      expect(read.rejected).toEqual(rejected);
      expect(read.leads).toEqual(people.map((person: Person) => ({ ...person })));
    },
  );

  it("is the same for the same seed", () => {
    expect(crmExport({ rows: 50, seed: 7 })).toEqual(crmExport({ rows: 50, seed: 7 }));
    expect(crmExport({ rows: 50, seed: 7 })).not.toEqual(crmExport({ rows: 50, seed: 8 }));
  });
});
