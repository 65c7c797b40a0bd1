import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Import } from "../../src/features/imports/schema";
import { claimImport } from "../../src/features/imports/worker/claim";
import { DryRuns } from "../../src/features/imports/worker/dry-run";
import { workImport } from "../../src/features/imports/worker/work";
import type { Lead } from "../../src/features/leads/schema";
import { type Client, newWorkspace, unique } from "../support/api";
import { crmExport } from "../support/crm-export";
import { testEnv, twoDatabases } from "../support/env";
import { newImport, rowsOf, run } from "../support/import-files";
import { serve } from "../support/serve";

const crm = crmExport({ rows: 420, seed: 7 });

/** Wakes no worker: the test does its work. */
const IMPORT_WORKER = {
  getByName: () => ({ wake: async () => {} }),
} as unknown as typeof testEnv.IMPORT_WORKER;

async function begin(client: Client, body: object): Promise<Import> {
  const fetcher = (request: Request) => serve(request, { IMPORT_WORKER });
  const { id, mapping } = await newImport(client, crm.file);
  const start = { mode: "upsert", create_tags: true, mapping, ...body };
  const { body: answer } = await client.post(`/imports/${id}/start`, start, { fetcher });
  return answer.data;
}

/** A database that fails for good after so many calls of a kind. */
function dying(calls: number) {
  let left = calls;
  return new Proxy(testEnv.DB, {
    get(object, name) {
      const value = Reflect.get(object, name);
      if (name !== "batch") return typeof value === "function" ? value.bind(object) : value;
      return async (statements: D1PreparedStatement[]) => {
        if (left-- <= 0) throw new Error("the process died");
        return object.batch(statements);
      };
    },
  });
}

/** Works an import with workers that die after more and more calls. Returns how many there were. */
async function workWithCrashes(id: number) {
  const stub = testEnv.IMPORT_WORKER.getByName(`test ${unique()}`);
  return runInDurableObject(stub, async (_, { storage }) => {
    for (let workers = 1; ; workers++) {
      const env = { ...twoDatabases, DB: dying(2 + (workers % 4)) };
      const claimed = await claimImport(env, "DB", id - 1).catch(() => null);
      if (claimed && claimed.row.id !== id) return workers;
      if (!claimed && workers > 100) return workers;
      if (!claimed) {
        const row = await testEnv.DB.prepare("select state from imports where id = ?")
          .bind(id)
          .first();
        if (row?.state !== "running" && row?.state !== "checking") return workers;
        continue;
      }
      await workImport(claimed, new DryRuns(storage)).catch(() => {});
    }
  });
}

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
  const [first, more] = [await rowsOf(client, id), await rowsOf(client, id, "&status=conflict")];
  expect(more).toEqual([]);
  return first.map(({ row, errors }) => ({ row, field: Object.keys(errors)[0] }));
};

describe("the export of a CRM", () => {
  it("comes in as exactly its people, with every rejected row named, and once", async () => {
    const client = await newWorkspace({ default_country: "FR" });
    const { id, mapping } = await newImport(client, crm.file);
    const start = { mode: "upsert", create_tags: true, mapping };
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
    const dry = await begin(client, { dry_run: true });
    expect(await workWithCrashes(dry.id)).toBeGreaterThan(3);
    const tried = await stateOf(client, dry.id);
    expect([tried.state, await leadsOf(client)]).toEqual(["checked", []]);
    const wet = await begin(client, {});
    expect(await workWithCrashes(wet.id)).toBeGreaterThan(3);
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
