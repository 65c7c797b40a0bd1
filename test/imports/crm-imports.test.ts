import { describe, expect, it } from "vitest";
import type { Import } from "#features/imports/schema";
import type { Lead } from "#features/leads/schema";
import { type Client, newWorkspace } from "../support/api";
import { crmExport } from "../support/crm-export";
import { testEnv } from "../support/env";
import { newImport, rowsOf, run } from "../support/import-files";
import { begin, dying, workWith } from "../support/import-work";

const crm = crmExport({ rows: 420, seed: 7 });

const START = { mode: "upsert", create_tags: true };

/** Works an import with workers that die after each second to fifth batch. */
const withCrashes = (id: number) => workWith(id, (worker) => dying(2 + (worker % 4)));

const stateOf = async (client: Client, id: number): Promise<Import> =>
  (await client.get(`/imports/${id}`)).body.data;

type Page = { data: Lead[]; links: { next: string | null } };

async function leadsOf(client: Client): Promise<Lead[]> {
  const leads: Lead[] = [];
  for (let path: string | null = "/leads?per_page=100"; path; ) {
    const { data, links }: Page = (await client.get(path)).body;
    leads.push(...data);
    path = links.next?.replace(/^.*\/v1/, "") ?? null;
  }
  return leads;
}

async function expectPeople(client: Client) {
  const leads = await leadsOf(client);
  const people = leads.map(({ ext_id, first_name, phone, email, is_optout, tags }) => ({
    ...{ ext_id, first_name, phone, email: email?.toLowerCase() ?? null, is_optout },
    tags: tags.map(({ label }) => label).sort(),
  }));
  const key = ({ ext_id, phone }: { ext_id: string | null; phone: string | null }) =>
    `${ext_id} ${phone}`;
  const wanted = crm.people.map((one) => ({
    ...{ ...one, email: one.email?.toLowerCase() ?? null, tags: [...one.tags].sort() },
  }));
  const sorted = <T extends { ext_id: string | null; phone: string | null }>(list: T[]) =>
    list.toSorted((one, other) => key(one).localeCompare(key(other)));
  expect(sorted(people)).toEqual(sorted(wanted));
}

const rejectedOf = async (client: Client, id: number) => {
  const [first, more] = [
    await rowsOf(client, id, "&status=invalid"),
    await rowsOf(client, id, "&status=conflict"),
  ];
  expect(more).toEqual([]);
  return first.map(({ row, errors }) => ({ row, field: Object.keys(errors)[0] }));
};

describe("the export of a CRM", () => {
  it("comes in as exactly its people, with every rejected row named, and once", async () => {
    const client = await newWorkspace({ default_country: "FR" });
    const { id, mapping } = await newImport(client, crm.file);
    const start = { ...START, mapping };
    const done = await run(client, id, start);
    expect(done.state).toBe("completed");
    await expectPeople(client);
    expect(await rejectedOf(client, id)).toEqual(crm.rejected.slice(0, 100));
    const again = await run(client, (await newImport(client, crm.file)).id, start);
    expect(again.counts).toMatchObject({ created: 0, conflict: 0, invalid: done.counts.invalid });
    await expectPeople(client);
  });

  it("is the same when workers die in the middle, also of a dry run", async () => {
    const client = await newWorkspace({ default_country: "FR" });
    const dry = await begin(client, crm.file, { ...START, dry_run: true });
    expect(await withCrashes(dry.id)).toBeGreaterThan(3);
    const tried = await stateOf(client, dry.id);
    expect([tried.state, await leadsOf(client)]).toEqual(["checked", []]);
    const wet = await begin(client, crm.file, START);
    expect(await withCrashes(wet.id)).toBeGreaterThan(3);
    const done = await stateOf(client, wet.id);
    expect(done).toMatchObject({ state: "completed", counts: tried.counts });
    expect(done.counts.created).toBe(crm.people.length);
    await expectPeople(client);
    expect(await rejectedOf(client, wet.id)).toEqual(crm.rejected.slice(0, 100));
    const { results } = await testEnv.DB.prepare(
      "select sum(count) as n from imported_leads where import_id = ?",
    )
      .bind(wet.id)
      .all<{ n: number }>();
    expect(results[0]?.n).toBe(crm.people.length);
  });
});
