import { describe, expect, it } from "vitest";
import { leadReader } from "#features/imports/reading/lead";
import { suggestMapping } from "#features/imports/reading/suggest-mapping";
import { leadsOfTools } from "#test/fixtures/imports/leads";
import { readFile, utf16, windows1252 } from "#test/support/imports";

const files = import.meta.glob<string>("../../fixtures/imports/*.csv", {
  query: "?raw",
  import: "default",
  eager: true,
});
const fixture = (name: string) => files[`../../fixtures/imports/${name}.csv`] ?? "";

/** The leads of a file by the mapping that its columns suggest; other columns than `variables`. */
async function leadsOf(file: string | Uint8Array, country: string | null = null) {
  const { layout, rows } = await readFile(file);
  const columns = layout.format === "csv" ? layout.columns : [];
  const values = rows.map((row) => row.values ?? {});
  const { mapping } = suggestMapping(columns, values);
  const reader = leadReader(mapping, { country, timeZone: null });
  const ignored = columns.filter((column) => mapping[column] === "ignore");
  return { drafts: values.map(reader), ignored, mapping };
}

describe("the export of a tool", () => {
  it.each(leadsOfTools)("has the expected leads: %s", async (tool, country, leads) => {
    const { drafts } = await leadsOf(fixture(tool), country);
    expect(drafts).toEqual(
      leads.map(({ tags = null, errors = {}, ...lead }) => ({ lead, tags, errors })),
    );
  });

  it("may have a wrong id in a column of ids, and no wrong age in one of ages", () => {
    const row = { whatsapp_phone_number_id: "pn-1", age: "old" };
    expect(suggestMapping(Object.keys(row), [row]).mapping).toEqual({
      whatsapp_phone_number_id: "whatsapp_phone_number_id",
      age: "ignore",
    });
  });

  it("has them in every encoding that Excel writes", async () => {
    const text = fixture("excel-fr").replaceAll("\n", "\r\n");
    const expected = await leadsOf(text, "FR");
    const files = [
      windows1252(text),
      new TextEncoder().encode(`\ufeff${text}`),
      new TextEncoder().encode(`sep=;\r\n${text}`),
      utf16(text),
      utf16(text.replaceAll(";", "\t").replace('"VIP\t Lyon"', '"VIP; Lyon"')),
    ];
    for (const file of files) expect(await leadsOf(file, "FR")).toEqual(expected);
  });

  it.each([
    [
      "hubspot",
      ["Contact owner", "Lead Status", "Create Date", "Lifecycle Stage", "Original Source"],
    ],
    ["excel-fr", ["Civilité", "Source", "Ville", "column 11"]],
    ["own-export", ["id", "created_at"]],
  ])("leaves out what it doesn't know, and lists with other values: %s", async (tool, columns) => {
    expect((await leadsOf(fixture(tool))).ignored).toEqual(columns);
  });
});

describe("suggested columns", () => {
  it.each([
    [
      ["Name", "Phone"],
      ["full_name", "phone"],
    ],
    [
      ["Nom", "Prénom"],
      ["last_name", "first_name"],
    ],
    [
      ["Nome", "Cognome"],
      ["first_name", "last_name"],
    ],
    [
      ["Name", "First Name", "Last Name"],
      ["full_name", "first_name", "last_name"],
    ],
    [
      ["id", "ext_id"],
      ["ignore", "ext_id"],
    ],
    [["ID"], ["ext_id"]],
    [
      ["variables.city", "data.x", "City", "variables.\\"],
      ["variables.city", "data.x", "ignore", "variables"],
    ],
    [
      ["constructor", "__proto__", ""],
      ["ignore", "ignore", "ignore"],
    ],
    [
      ["source", "warmth"],
      ["source", "warmth"],
    ],
  ])("of %j", (columns, targets) => {
    const { mapping } = suggestMapping(columns, []);
    expect(
      columns.map((column) => Object.getOwnPropertyDescriptor(mapping, column)?.value),
    ).toEqual(targets);
  });

  it.each([
    ["Data", "31/01/2026"],
    ["Age", "25-34"],
    ["Photo", "anna.jpg"],
    ["Stage", "Negotiation"],
    ["Subscribed", "twice"],
    ["Profile", "Buyer"],
  ])("have only values that fit: %s is not %s", (column, cell) => {
    const suggested = (...cells: string[]) =>
      suggestMapping(
        [column],
        cells.map((one) => ({ [column]: one })),
      ).mapping[column];
    expect(suggested("", cell)).toBe("ignore");
    expect(suggested("")).not.toBe("ignore");
  });

  it("have a mobile before another phone", () => {
    expect(Object.keys(suggestMapping(["Phone", "Mobile"], []).mapping)).toEqual([
      "Mobile",
      "Phone",
    ]);
  });
});
