import { expect, it } from "vitest";
import type { LeadExport } from "#features/leads/schema";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { linesOf, newExport, textOf } from "../support/exports";
import { newImport, rowsOf, run } from "../support/import-files";

const full = {
  ...{ ext_id: "crm-1", first_name: "Élodie  Anne", last_name: "-", username: "@elo" },
  ...{ image: "https://example.com/a.jpg", email: "elo@example.com", phone: "+33639980001" },
  ...{ source: "instagram", warmth: "hot", pipeline_stage: "qualified", age: 34 },
  variables: { city: "Lyon", nested: { list: [1, "n/a", null] }, none: "none" },
  data: { plan: { level: 3 }, words: ["a;b", "'=1"] },
  ...{ enrolled_at: "2026-11-20T10:15:30.123Z", whatsapp_phone_number_id: 106540352242922 },
  profile: {
    ...{ professional_situation: "Nurse", primary_objective: null, verbatim: "n/a" },
    ...{ blockers: ["Budget"], levers: [], lost_reason_detail: null },
  },
};

/** The members that are compared: all but ids, times, and what only conversations bring about. */
const comparable = (lead: LeadExport) => ({
  ...lead,
  ...{ id: 0, created_at: "", updated_at: "", profile_extracted_at: "" },
  tags: lead.tags.map(({ label }) => label).toSorted(),
});

const leadsIn = (text: string) =>
  linesOf(text)
    .map(comparable)
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

async function leadsOf(client: Client) {
  const { id } = await newExport(client);
  return textOf(client, id, "leads");
}

it("brings the leads of an export into an empty workspace as they were", async () => {
  const one = await newWorkspace({ default_country: "FR" });
  const tags = [];
  for (const label of ["VIP", "a, b; c|d", "* starred", "none"])
    tags.push((await newTag(one, { label })).id);
  await newLead(one, { ...full, tag_ids: tags });
  await newLead(one, {
    first_name: "'Ana",
    phone: "n/a",
    email: "not an address",
    is_optout: true,
  });
  await newLead(one, { ext_id: "0042", pipeline_stage: "lost", lost_reason: "price_objection" });
  await newLead(one, { username: "n/a", tag_ids: [tags[0]!] });
  const file = await leadsOf(one);
  expect(linesOf(file)).toHaveLength(4);

  const other = await newWorkspace();
  const sent = await newImport(other, file, "?name=leads-1.ndjson");
  const done = await run(other, sent.id, { mode: "create", create_tags: true });
  expect(await rowsOf(other, sent.id)).toMatchObject([{ row: 3, status: "warned" }]);
  expect(done).toMatchObject({ state: "completed", counts: { created: 4 } });
  expect(leadsIn(await leadsOf(other))).toEqual(leadsIn(file));
});

it("brings back what the CSV of an export has, by the mapping that its columns suggest", async () => {
  const one = await newWorkspace({ default_country: "FR" });
  const tags = [];
  for (const label of ["VIP", "a, b; c|d", 'say "hi"'])
    tags.push((await newTag(one, { label })).id);
  const flat = { city: "L'Haÿ", "7": "=1+1", "a.b": "x;y" };
  const plain = { first_name: "Élodie", last_name: "'Martin", username: "elo" };
  await newLead(one, {
    ...full,
    ...plain,
    ext_id: "1",
    variables: flat,
    data: { plan: "A" },
    tag_ids: tags,
  });
  await newLead(one, { ext_id: "2", variables: { other: "z", nested: { n: 1 } }, is_optout: true });
  await newLead(one, { ext_id: "3", tag_ids: tags.slice(0, 1), phone: "n/a or so", email: "x" });
  const csv = await one.get("/leads/export", undefined, { headers: { Accept: "text/csv" } });
  const [header = ""] = csv.text.split("\r\n");
  expect(header.split(",")).toEqual(
    expect.arrayContaining(["variables.7", "variables.a.b", "variables.city", "data.plan"]),
  );
  expect(csv.text).toContain(',"=""+33639980001""",');

  const other = await newWorkspace();
  const sent = await newImport(other, csv.text);
  expect(sent.consent_columns).toEqual(["is_optout", "is_marketing_optout"]);
  await run(other, sent.id, { mode: "create", create_tags: true });
  expect((await rowsOf(other, sent.id)).map(({ row, status }) => [row, status])).toEqual([
    [2, "warned"],
  ]);
  const told = async (client: Client) => leadsIn(await leadsOf(client));
  expect(await told(other)).toEqual(await told(one));
});
