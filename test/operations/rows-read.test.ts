import { beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { holdWorkers } from "../support/chunks";
import { testEnv } from "../support/env";
import { eraseAll } from "../support/erasures";
import { begin, workWith } from "../support/import-work";
import { removeFiles, uploaded } from "../support/media";
import { beginMerge, workMerges } from "../support/merging";
import { metered, serveWith } from "../support/meter";
import { seedLeads } from "../support/seed";

// The rows that an operation reads do not grow with what else its workspace has.

type Act = (client: Client, lead: Lead, DB: D1Database) => Promise<unknown>;

const PERSON = { ext_id: "known", phone: "+33639980001", email: "known@example.com" };

/** Adds a tag and a suppression for each lead of a workspace. */
const addOthers = (workspaceId: number) =>
  testEnv.DB.batch([
    testEnv.DB.prepare(
      `insert into suppressions (workspace_id, kind, hash, at, created_at)
       select workspace_id, 'email', 'hash ' || id, 1, 1 from leads where workspace_id = ?`,
    ).bind(workspaceId),
    testEnv.DB.prepare(
      `insert into tags (workspace_id, label, label_key, created_at, updated_at)
       select workspace_id, 'tag ' || seq, 'tag ' || seq, 1, 1 from leads where workspace_id = ?`,
    ).bind(workspaceId),
  ]);

/** The rows that D1 reads for an act in a workspace with so many other leads. */
async function rowsRead(act: Act, others: number) {
  const client = await newWorkspace();
  const channel = await newChannel(client);
  const lead = await newLead(client, PERSON);
  await newInbound(client, channel.id, lead.id, { text: "Hello" });
  await seedLeads(client.workspaceId, others, { ext_id: "'other ' || n" });
  await addOthers(client.workspaceId);
  const { meter, database } = metered(testEnv.DB);
  await act(client, lead, database);
  return meter.rowsRead;
}

/** Sends a request that D1 is metered for. */
const send =
  (method: "get" | "post" | "delete", pathOf: (lead: Lead) => string, body?: object): Act =>
  async (client, lead, DB) => {
    const fetcher = serveWith(DB);
    const { status, text } = await client[method](pathOf(lead), body, { fetcher });
    expect(status, text).toBeLessThan(300);
  };

const batchOf = (mode: string, ...leads: object[]) =>
  send("post", () => "/leads/batch", { mode, leads });
const OTHER = { email: "other@example.com", is_optout: true };
const FILE = "first_name,email,phone,tags\nAda,known@example.com,+33639980001,tag 1\nBob,,,\n,,,";

const ACTS: Record<string, Act> = {
  "an upsert": send("post", () => "/leads?upsert=1", { ...PERSON, first_name: "Ada" }),
  "an upsert of many": batchOf("upsert", { ...PERSON, first_name: "Ada", tags: ["tag 1"] }),
  "leads that are created": batchOf("create", { phone: "+33639980009" }, { email: "a@b.example" }),
  "an update by id": (client, lead, DB) =>
    batchOf("update", { id: lead.id, ...PERSON, first_name: "Ada" })(client, lead, DB),
  "a suppression": send("post", () => "/suppressions", { phone: PERSON.phone }),
  "a list of suppressions": send("post", () => "/suppressions/batch", {
    suppressions: [{ phone: PERSON.phone }, { email: PERSON.email }],
  }),
  "a suppression's end": send("delete", () => "/suppressions", { phone: PERSON.phone }),
  "a bundle": send("get", ({ id }) => `/leads/${id}/bundle`),
  "a merge": async (client, { id: keep }, DB) => {
    const { id: merge } = await newLead(client, OTHER);
    await send("post", () => "/leads/merge", { keep, merge })(client, {} as Lead, DB);
  },
  "a merge in chunks": async (client, lead, DB) => {
    await beginMerge(client, await newLead(client, OTHER), lead);
    await workMerges({ DB });
  },
  "an erasure": async (client, lead, DB) => {
    await send("post", ({ id }) => `/leads/${id}/erase`)(client, lead, DB);
    await eraseAll({ env: { ...testEnv, DB }, rows: 50 });
  },
  "an import": async (client, _, DB) => {
    const { id } = await begin(client, FILE, { mode: "upsert" });
    await workWith(id, () => DB);
    expect((await client.get(`/imports/${id}`)).body.data).toMatchObject({
      ...{ state: "completed", counts: { created: 1, updated: 1, invalid: 0 } },
    });
  },
  "a file": async (client, lead, DB) => {
    const { id } = await uploaded(client, "image/png");
    await send("delete", () => `/media/${id}`)(client, lead, DB);
    await removeFiles({ DB });
  },
};

beforeAll(holdWorkers);

describe("D1 reads as much in a large workspace as in a small one for", () => {
  it.each(Object.entries(ACTS))("%s", async (_, act) => {
    const [few, many] = [await rowsRead(act, 1), await rowsRead(act, 400)];
    expect(many - few).toBeLessThan(100);
  });
});
