import { beforeAll, expect, it } from "vitest";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { newFullWorkspace } from "../support/full-workspace";
import {
  Crashes,
  dump,
  expectSame,
  insertMove,
  makeMove,
  moveOf,
  registerDatabases,
  triggersLeft,
} from "../support/moves";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";
import { newWorkspaceInSecond, secondDb, secondRowsOf } from "../support/second-database";

skipEventAudit();

const LISTS = [
  "leads",
  "leads?name=lead",
  "tags",
  "channels",
  "scenarios",
  "short-links",
  "link-sends",
  "webhook-endpoints",
  "events",
  "audit-log",
  "analyses",
  "settings",
].map((path) => `/${path}`);

const answersOf = async (client: Client) =>
  Object.fromEntries(
    await Promise.all(
      LISTS.map(async (path) => {
        const { status, body } = await client.get(path);
        expect([path, status]).toEqual([path, 200]);
        // Rows behind a deleted tag may be removed meanwhile.
        const { data } = body;
        const told = ({ type }: { type?: string }) => type !== "lead.tag_removed";
        return [path, Array.isArray(data) ? data.filter(told) : data];
      }),
    ),
  );

let full: Awaited<ReturnType<typeof newFullWorkspace>>;
let client: Client;
let neighbours: Awaited<ReturnType<typeof dump>>;

beforeAll(async () => {
  await registerDatabases();
  for (const one of [await newWorkspace(), await newWorkspaceInSecond()]) {
    const tag = await newTag(one);
    await newLead(one, { tag_ids: [tag.id] });
  }
  neighbours = await dump();
  full = await newFullWorkspace();
  client = full.client;
  // This test's outbox names no channel.
  await rowsOf("delete from outbox");
});

const databaseOf = async () =>
  (await directoryDb
    .prepare("select database from workspaces where id = ?")
    .bind(client.workspaceId)
    .first<string>("database"))!;

/** Makes a move, and expects the frozen rows to be the same in the other database. */
async function makeExactMove(id: number, making: Parameters<typeof makeMove>[1] = {}) {
  const from = (await databaseOf()) as "DB" | "DB_1";
  const to = from === "DB" ? "DB_1" : "DB";
  await makeMove(id, { ...making, until: "comparing" });
  const before = { ...(await dump()), [to]: neighbours[to] };
  await makeMove(id, { ...making, until: "settling" });
  expectSame({ ...(await dump()), [from]: neighbours[from] }, before);
  await makeMove(id, making);
  expect((await dump())[from]).toEqual(neighbours[from]);
  expect(await databaseOf()).toBe(to);
  const move = await moveOf(id);
  expect(move).toMatchObject({ phase: "finished", reason: null });
  return move;
}

const lateLead = (workspaceId: number) =>
  testEnv.DB.prepare(
    `insert into leads (workspace_id, first_name, created_at, updated_at) values (?, 'Late', 1, 1)`,
  )
    .bind(workspaceId)
    .run();

it("takes the rows of every table to the other database, and leaves none", async () => {
  const answers = await answersOf(client);
  const before = await dump();
  for (const [name, rows] of Object.entries(before.DB))
    expect([name, rows.length]).not.toEqual([name, 0]);
  await makeExactMove(await insertMove(client.workspaceId, "DB_1"));
  // A request that began before the move, and ends after it.
  await expect(lateLead(client.workspaceId)).rejects.toThrow("workspace_being_moved");
  expect(await triggersLeft()).toEqual([]);
  const copies = "select id from workspaces where id = ?";
  const places = [rowsOf, secondRowsOf].map((of) => of(copies, client.workspaceId));
  expect((await Promise.all(places)).map(({ length }) => length)).toEqual([0, 1]);
  expect(await answersOf(client)).toEqual(answers);
  const made = await newLead(client, { first_name: "Newest" });
  expect(made.id).toBeGreaterThan(full.ids.lead + 2 ** 35);
});

const run = (query: string, ...values: unknown[]) =>
  secondDb
    .prepare(query)
    .bind(...values)
    .run();

/** Each prepares rows, and returns what changes them while they are copied. */
const CHANGES: Record<string, () => Promise<() => Promise<unknown>>> = {
  "leads and tags": async () => {
    const gone = await newLead(client, { first_name: "Copied" });
    const tags = [await newTag(client), await newTag(client)];
    return async () => {
      await newLead(client, { tag_ids: [tags[0]!.id] });
      await client.patch(`/leads/${full.ids.lead}`, { first_name: "Later" });
      await client.delete(`/leads/${gone.id}`);
      await client.delete(`/tags/${tags[1]!.id}`);
    };
  },
  "parents with tombstones": async () => {
    const [tag, other] = [await newTag(client), await newTag(client)];
    const lead = await newLead(client, { tag_ids: [tag.id, other.id] });
    await newLead(client, { tag_ids: [tag.id] });
    return async () => {
      await run("delete from leads where id = ?", lead.id);
      await run("delete from conversations where id = ?", full.ids.conversation);
    };
  },
  "swapped labels": async () => {
    const [one, two] = [await newTag(client), await newTag(client)];
    await newLead(client, { tag_ids: [one.id, two.id] });
    const rename = (id: number, label: string) => client.put(`/tags/${id}`, { label });
    return async () => {
      await rename(one.id, "Between");
      await rename(two.id, one.label);
      await rename(one.id, two.label);
    };
  },
  "a tag that was made anew": async () => {
    const old = await newTag(client);
    return async () => {
      await run("delete from tags where id = ?", old.id);
      await newTag(client, { label: old.label });
    };
  },
  "runs and events": async () => async () => {
    await client.post(`/scenarios/${full.ids.scenario}/leads/${full.ids.lead}/stop`);
    await run(
      "delete from events where workspace_id = ?1 and id < (select avg(id) from events)",
      client.workspaceId,
    );
  },
};

it("finds what is written while a workspace is copied, and clears what is in its way", async () => {
  const changes = [];
  for (const prepare of Object.values(CHANGES)) changes.push(await prepare());
  const id = await insertMove(client.workspaceId, "DB");
  await makeMove(id, { until: "freezing" });
  for (const change of changes) await change();
  const rows = Object.values((await dump()).DB_1).flat().length;
  const move = await makeExactMove(id);
  expect(move.rows_corrected).toBeGreaterThan(10);
  // The rest was not copied again.
  expect(move.rows_corrected).toBeLessThan(rows / 2);
});

it("goes on wherever it dies, and ends with the same rows", async () => {
  const id = await insertMove(client.workspaceId, "DB_1");
  const crashes = new Crashes();
  const died: Record<string, number> = {};
  let attempts = 0;
  await makeExactMove(id, {
    env: crashes.env,
    // Each step dies once, after one of its calls, and is repeated.
    way: async (attempt) => {
      crashes.left = attempts++ % 5;
      try {
        return await attempt();
      } catch (error) {
        if (!String(error instanceof Error && (error.cause ?? error)).includes("has died"))
          throw error;
        const { phase } = await moveOf(id);
        died[phase] = (died[phase] ?? 0) + 1;
        crashes.left = Number.POSITIVE_INFINITY;
        return attempt();
      }
    },
  });
  for (const phase of ["copying", "freezing", "comparing", "settling", "removing"])
    expect([phase, died[phase] ?? 0]).not.toEqual([phase, 0]);
});
