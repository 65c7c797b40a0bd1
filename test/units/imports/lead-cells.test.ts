import { describe, expect, it } from "vitest";
import { splitName } from "#features/imports/reading/full-name";
import { leadReader } from "#features/imports/reading/lead";
import { Mapping, type targets } from "#features/imports/reading/mapping";
import { CUT_PHONE } from "#features/imports/reading/phone-cell";

const FRANCE = { country: "FR", timeZone: "Europe/Paris" };
const draftOf = (mapping: Record<string, string>, values: Record<string, unknown>) =>
  leadReader(Mapping.parse(mapping), FRANCE)(values);

/** One cell as a field of the lead. */
const read = (target: (typeof targets)[number] | `variables.${string}`, cell: unknown) =>
  draftOf({ c: target }, { c: cell });

describe("a cell", () => {
  it.each(["", "  ", "n/a", "N/A", "#N/A", "none", "null", "NULL", "-", "—", "#REF!", "'-", null])(
    "says nothing as %j",
    (cell) => {
      for (const target of ["first_name", "is_optout", "tags", "data"] as const)
        expect(read(target, cell)).toEqual({ lead: {}, tags: null, errors: {} });
    },
  );

  it.each(["", "  ", "\u200b", "-", "--", "—", "?", "??", "'-", "@", "/", ";", "(…)", "📞", null])(
    "says nothing of an address as %j",
    (cell) => {
      for (const target of ["email", "phone"] as const)
        expect(read(target, cell)).toEqual({ lead: {}, tags: null, errors: {} });
    },
  );

  it.each([
    ...["inconnu", "aucun", "n/a", "N/A", "#N/A", "none", "None", "null", "(null)", "undefined"],
    ...["unknown", "no phone", "no email", "pas de mail, merci", "x", "0", "ask Marie"],
    ...["keine", "sin teléfono", "нет", "なし", "#REF!", "12 / 34", "Tél : inconnu"],
  ])("is kept where an address would be: %s", (cell) => {
    for (const target of ["email", "phone"] as const)
      expect(read(target, cell)).toEqual({ lead: { [target]: cell }, tags: null, errors: {} });
  });

  it.each([
    ["phone", ["inconnu", "06 12 34 56 78"], "+33612345678"],
    ["phone", ["06 12 34 56 78", "inconnu"], "+33612345678"],
    ["phone", ["12345", "-", "0612345678", "0712345678"], "+33612345678"],
    ["phone", ["3.36E+10", "0612345678"], "+33612345678"],
    ["phone", ["0612345678", "3.36E+10"], "+33612345678"],
    ["phone", ["-", "n/a", "12"], "n/a"],
    ["phone", ["12345 / 0612345678"], "+33612345678"],
    ["email", ["n/a", "anna@example.com"], "anna@example.com"],
    ["email", ["anna@example.com", "n/a"], "anna@example.com"],
    ["email", ["anna@", "?", "anna@localhost", "b@example.com"], "anna@localhost"],
    ["email", ["aucun; anna@example.com"], "anna@example.com"],
    ["email", ["?", "aucun", "rien"], "aucun"],
  ] as const)("of several is the first %s that can be one: %j", (target, cells, value) => {
    const columns = cells.map((cell, at) => [`c${at}`, cell] as const);
    const mapping = Object.fromEntries(columns.map(([column]) => [column, target]));
    expect(draftOf(mapping, Object.fromEntries(columns))).toEqual({
      ...{ lead: { [target]: value }, tags: null, errors: {} },
    });
  });

  it.each([
    ["+33612345678", "+33612345678"],
    ["0612345678", "+33612345678"],
    ["0033612345678", "+33612345678"],
    ["33612345678", "+33612345678"],
    ["33612345678.0", "+33612345678"],
    ["33612345678,00", "+33612345678"],
    [33_612_345_678, "+33612345678"],
    ["06 12 34 56 78", "+33612345678"],
    ["06.12.34.56.78", "+33612345678"],
    ["+33 (0)6 12 34 56 78", "+33612345678"],
    ["+33\u00a06\u00a012\u00a034\u00a056\u00a078", "+33612345678"],
    ["\u202a+33 6 12 34 56 78\u202c", "+33612345678"],
    ["'+33612345678", "+33612345678"],
    ["'0612345678", "+33612345678"],
    ["tel:+33612345678", "+33612345678"],
    ["Tél : 06 12 34 56 78", "+33612345678"],
    ["https://wa.me/33612345678", "+33612345678"],
    ["3.3612345678E+10", "+33612345678"],
    ["3,3612345678E+10", "+33612345678"],
    ["+1 212-555-0123 ::: +33612345678", "+12125550123"],
    ["0612345678 / 0712345678", "+33612345678"],
    ["; 0612345678;0712345678", "+33612345678"],
    ["0612345678 ou 0712345678", "+33612345678"],
    ['="0612345678"', "+33612345678"],
    ['="+33 6 12 34 56 78"', "+33612345678"],
    ['\'="0612345678"', "+33612345678"],
    ["=+33612345678", "+33612345678"],
    ["p:+33612345678", "+33612345678"],
    ["Mobile: 06 12 34 56 78", "+33612345678"],
    ["33612345678@c.us", "+33612345678"],
    ["33612345678:12@s.whatsapp.net", "+33612345678"],
    ["14155550132@s.whatsapp.net", "+14155550132"],
    ["wa.me/33612345678", "+33612345678"],
    ["http://www.wa.me/+33612345678?text=Hi%20there", "+33612345678"],
    ["https://wa.me/14155550132", "+14155550132"],
    ["https://api.whatsapp.com/send?phone=33612345678&text=Hi", "+33612345678"],
    ["https://api.whatsapp.com/send/?text=a&phone=%2B33612345678", "+33612345678"],
    ["https://web.whatsapp.com/send?phone=33612345678", "+33612345678"],
    ["whatsapp://send?phone=33612345678", "+33612345678"],
    ["+33 6 12 34 56 78 (WhatsApp)", "+33612345678"],
    ["(perso) 06 12 34 56 78", "+33612345678"],
    ["+33612345678 - Marie", "+33612345678"],
    ["Marie 0612345678", "+33612345678"],
    ["0612345678 ext. 12", "+33612345678"],
    ["0612345678 poste 12", "+33612345678"],
    ["+1 (415) 555-0132 x123", "+14155550132"],
    ["+1 415 555 0132 #4", "+14155550132"],
    ["tel:+33-6-12-34-56-78;ext=12", "+33612345678"],
    ["011 33 6 12 34 56 78", "+33612345678"],
    ["011-1-415-555-0132", "+14155550132"],
    ["0011 33 6 12 34 56 78", "+33612345678"],
    ["1-800-FLOWERS", "1-800-FLOWERS"],
    ["33612345678@lid", "33612345678@lid"],
    ["https://example.com/?id=33612345678", "https://example.com/?id=33612345678"],
    ["https://wa.me/message/ABCDE33612345678", "https://wa.me/message/ABCDE33612345678"],
    ["Marie 0612345678 Paul 0712345678", "Marie 0612345678 Paul 0712345678"],
  ])("has the phone of %j", (cell, phone) => {
    expect(read("phone", cell)).toEqual({ lead: { phone }, tags: null, errors: {} });
  });

  it.each(["3.3600E+10", "3,36E+10", "3.36E10", "3.361234567E+10", "'3.3600E+10"])(
    "has a phone that the spreadsheet has cut: %s",
    (cell) => {
      expect(read("phone", cell)).toEqual({ lead: {}, tags: null, errors: { phone: [CUT_PHONE] } });
    },
  );

  it("has no exit code where a national phone begins so", () => {
    const reader = leadReader({ c: "phone" }, { country: "AR", timeZone: null });
    expect(reader({ c: "011 4123 4567" }).lead).toEqual({ phone: "+541141234567" });
  });

  it.each(["Null", "None"])("has the name %s", (cell) => {
    expect(read("last_name", cell).lead).toEqual({ last_name: cell });
    expect(read("first_name", `="${cell}"`).lead).toEqual({ first_name: cell });
  });

  it("leaves national phones to the workspace without a country", () => {
    const reader = leadReader({ c: "phone" }, { country: null, timeZone: null });
    expect(reader({ c: "06 12 34 56 78" }).lead).toEqual({ phone: "06 12 34 56 78" });
  });

  it.each([
    ["anna@example.com", "anna@example.com"],
    ["mailto:anna@example.com", "anna@example.com"],
    ["Anna <anna@example.com>", "anna@example.com"],
    ["a@example.com; b@example.com", "a@example.com"],
    ["a@example.com, b@example.com", "a@example.com"],
    ["a@example.com ::: b@example.com", "a@example.com"],
    ["\u200banna@example.com", "anna@example.com"],
    ["anna at example", "anna at example"],
  ])("has the address of %j", (cell, email) => {
    expect(read("email", cell).lead.email).toBe(email);
  });

  it.each([
    [true, ["yes", "Oui", "ja", "sí", "SIM", "vero", "true", "VRAI", "1", "x", "✓", true, 1]],
    [false, ["no", "Non", "nein", "não", "false", "FAUX", "0", false, 0]],
  ])("says %s", (value, written) => {
    for (const cell of written) {
      expect(read("is_lost", cell).lead, String(cell)).toEqual({ is_lost: value });
      expect(read("is_optout", cell).lead, String(cell)).toEqual({ is_optout: value });
      expect(read("is_subscribed", cell).lead, String(cell)).toEqual({ is_optout: !value });
      expect(read("is_marketing_optout", cell).lead).toEqual({ is_marketing_optout: value });
      expect(read("is_marketing_subscribed", cell).lead).toEqual({ is_marketing_optout: !value });
    }
  });

  it.each([
    ["Unsubscribed", true],
    ["opted out", true],
    ["Désabonné", true],
    ["subscribed", false],
    ["inscrit", false],
    ["No consent", undefined],
    ["maybe", "maybe"],
  ])("says whether somebody has unsubscribed as %j", (cell, optout) => {
    expect(read("is_optout", cell).lead.is_optout).toBe(optout);
    expect(read("is_subscribed", cell).lead.is_optout).toBe(optout);
  });

  it("says it by a day too", () => {
    expect(read("is_optout", "2026-01-31 10:00").lead).toEqual({ is_optout: true });
    expect(read("is_subscribed", "31/01/2026").lead).toEqual({ is_optout: false });
  });

  it.each([
    ["tags", "VIP, Paris;paris | Vélo", ["VIP", "Paris", "Vélo"]],
    ["tags", "* myContacts ::: * starred ::: Clients", ["starred", "Clients"]],
    ["tags", '["a, b", "c"]', ["a, b", "c"]],
    ["tags", [{ id: 1, label: "VIP" }, "x"], ["VIP", "x"]],
    ["tags", '"VIP","News"', ["VIP", "News"]],
    ["tags", '"VIP"', ["VIP"]],
    ["tags", '"Paris, 12e", "News"', ["Paris, 12e", "News"]],
    ["tags", '"VIP";"say ""hi"""', ["VIP", 'say "hi"']],
    ["tags", "n/a; -", null],
  ] as const)("has labels of %s %j", (target, cell, tags) => {
    expect(read(target, cell).tags).toEqual(tags);
  });

  it.each([
    ["first_name", " Anna\n Maria ", { first_name: "Anna Maria" }],
    ["first_name", "'=Anna", { first_name: "=Anna" }],
    ["first_name", "O'Neil", { first_name: "O'Neil" }],
    ["first_name", '="Ana"', { first_name: "Ana" }],
    ["variables.note", '="say ""hi"", 1"', { variables: { note: 'say "hi", 1' } }],
    ["variables.note", '="a"&"b"', { variables: { note: '="a"&"b"' } }],
    ["pipeline_stage", "Gagné", { pipeline_stage: "won" }],
    ["pipeline_stage", "APPEL PLANIFIÉ", { pipeline_stage: "call_booked" }],
    ["warmth", "Tiède", { warmth: "warm" }],
    ["lost_reason", "Price", { lost_reason: "price_objection" }],
    ["lost_reason", "Sans réponse", { lost_reason: "unresponsive" }],
    ["username", "@anna", { username: "anna" }],
    ["ext_id", 42, { ext_id: "42" }],
    ["warmth", "HOT", { warmth: "hot" }],
    ["pipeline_stage", "Call booked", { pipeline_stage: "call_booked" }],
    ["age", "34.0", { age: 34 }],
    ["age", "old", { age: "old" }],
    ["enrolled_at", "31/01/2026", { enrolled_at: "2026-01-30T23:00:00.000Z" }],
    ["enrolled_at", "2026-01-31T10:00:00.000Z", { enrolled_at: "2026-01-31T10:00:00.000Z" }],
    ["enrolled_at", "soon", { enrolled_at: "soon" }],
    ["variables.city", " Lyon ", { variables: { city: "Lyon" } }],
    ["variables", '{"city":"Lyon","n":1}', { variables: { city: "Lyon", n: 1 } }],
    ["data", { a: [1] }, { data: { a: [1] } }],
    ["profile", '{"verbatim":"So"}', { profile: { verbatim: "So" } }],
    ["ignore", "x", {}],
  ] as const)("is as %s %j", (target, cell, lead) => {
    expect(read(target, cell)).toEqual({ lead, tags: null, errors: {} });
  });

  it.each(["x", "[1]", '{"a":', '{"a":"\\u0000"}', '{"a\\\\b":1}', '{"__proto__":{}}', 5])(
    "is no map as %j",
    (cell) => {
      const errors = { variables: ["The variables field must be an object."] };
      expect(read("variables", cell)).toEqual({ lead: {}, tags: null, errors });
    },
  );
});

describe("several columns", () => {
  it("give a field by the first that is not blank", () => {
    const mapping = { Mobile: "phone", Phone: "phone", E1: "email", E2: "email" };
    expect(
      draftOf(mapping, { Mobile: "-", Phone: "0612345678", E1: "a@x.org", E2: "b@x.org" }).lead,
    ).toEqual({ phone: "+33612345678", email: "a@x.org" });
  });

  it("give all their labels and variables", () => {
    const mapping = { t: "tags", u: "tags", v: "variables.city", w: "variables" };
    expect(draftOf(mapping, { t: "a", u: "A;b", v: "Lyon", w: '{"city":"Paris","n":1}' })).toEqual({
      lead: { variables: { city: "Lyon", n: 1 } },
      tags: ["a", "b"],
      errors: {},
    });
  });

  it("take only what the row itself has", () => {
    expect(draftOf({ constructor: "first_name", toString: "ext_id" }, {}).lead).toEqual({});
  });

  it("fill a name in by its parts first", () => {
    const mapping = { name: "full_name", first: "first_name", last: "last_name" };
    const values = { name: "Anna Maria Martin", first: "Anna Maria", last: "" };
    expect(draftOf(mapping, values).lead).toEqual({
      first_name: "Anna Maria",
      last_name: "Maria Martin",
    });
  });
});

describe("a whole name", () => {
  it.each([
    ["Anna", ["Anna", undefined]],
    ["Anna Martin", ["Anna", "Martin"]],
    ["Anne-Marie de la Tour", ["Anne-Marie", "de la Tour"]],
    ["Martin, Anna", ["Anna", "Martin"]],
    ["DE LA TOUR Anna", ["Anna", "DE LA TOUR"]],
    ["Anna Lou  MARTIN", ["Anna Lou", "MARTIN"]],
    ["ANNA MARTIN", ["ANNA", "MARTIN"]],
    ["J. R. Martin", ["J.", "R. Martin"]],
    ["Martin, Anna, Dr.", ["Martin,", "Anna, Dr."]],
    [", Anna", [",", "Anna"]],
  ])("is split: %s", (name, [first_name, last_name]) => {
    expect(splitName(name)).toEqual({ first_name, ...(last_name && { last_name }) });
  });
});

describe("a cell of a megabyte", () => {
  const most = (piece: string) => piece.repeat(1_000_000 / piece.length);

  it.each([" ", " :", ", ", "\t", '" '])("is read in linear time, full of %j", (piece) => {
    expect(read("email", `ann${most(piece)}`).lead.email).toMatch(/^ann/);
    expect(read("tags", `a${most(piece)}b`).tags?.[0]).toMatch(/^a/);
  });

  it("is no answer, and none of the values of a list", () => {
    const cell = `yes${most("\ufdfa")}`;
    for (const target of ["is_optout", "is_lost", "pipeline_stage", "warmth"] as const)
      expect(read(target, cell).lead).toEqual({ [target]: cell });
  });
});

describe("a lead of an export, with columns that were added to it", () => {
  const members = ["profile_extracted_at", "whatsapp_phone_number_id", "enrolled_at", "updated_at"];
  const lead = (is_optout: boolean) => ({
    ...{ ext_id: "a", is_optout, tags: [] },
    ...Object.fromEntries(members.map((member) => [member, null])),
  });
  const optoutOf = (target: string, is_optout: boolean, added: unknown) =>
    draftOf({ is_optout: "is_optout", added: target }, { ...lead(is_optout), added }).lead
      .is_optout;

  it.each([
    ["is_optout", false, "yes", true],
    ["is_optout", false, "2025-01-02", true],
    ["is_optout", false, "", false],
    ["is_optout", true, "no", true],
    ["is_optout", false, "ask Ann", "ask Ann"],
    ["is_subscribed", false, false, true],
    ["is_subscribed", false, "Unsubscribed", true],
    ["is_subscribed", true, "yes", true],
  ])("has unsubscribed if one of them says so: %s, %j, %j", (target, own, added, expected) => {
    expect(optoutOf(target, own, added)).toBe(expected);
  });
});

describe("a mapping", () => {
  it.each(["", "name", "variables.", "variables", "data.a\\b", "variables.__proto__", "lead.x"])(
    "may have a column that is %j only if that is a target",
    (target) => {
      const { success, error } = Mapping.safeParse({ c: target });
      expect(success).toBe(target === "variables");
      if (error) expect(error.issues[0]?.message).toContain("Choose one of: ignore, ext_id");
    },
  );

  it("has at most 500 columns", () => {
    const columns = (n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, at) => [`c${at}`, "ignore"]));
    expect(Mapping.safeParse(columns(500)).success).toBe(true);
    expect(Mapping.safeParse(columns(501)).success).toBe(false);
  });
});
