import { beforeAll, describe, expect, it } from "vitest";
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
        // What is behind a deleted tag may be removed meanwhile.
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
async function makeExactMove(
  id: number,
  to: "DB" | "DB_1",
  making: Parameters<typeof makeMove>[1],
) {
  const from = to === "DB" ? "DB_1" : "DB";
  await makeMove(id, { ...making, until: "comparing" });
  const before = { ...(await dump()), [to]: neighbours[to] };
  await makeMove(id, { ...making, until: "settling" });
  expectSame({ ...(await dump()), [from]: neighbours[from] }, before);
  await makeMove(id, making);
  expect((await dump())[from]).toEqual(neighbours[from]);
  expect(await triggersLeft()).toEqual([]);
  const move = await moveOf(id);
  expect(move).toMatchObject({ phase: "finished", reason: null });
  return move;
}

describe("a move of a workspace with rows in every table", () => {
  it("takes all of them to the other database and back, and leaves nothing", async () => {
    const answers = await answersOf(client);
    const before = await dump();
    for (const [name, rows] of Object.entries(before.DB))
      expect([name, rows.length]).not.toEqual([name, 0]);
    for (const to of ["DB_1", "DB"] as const) {
      const id = await insertMove(client.workspaceId, to);
      await makeExactMove(id, to, {});
      expect(await databaseOf()).toBe(to);
      const copies = "select id from workspaces where id = ?";
      const [here, there] = [rowsOf, secondRowsOf].map((of) => of(copies, client.workspaceId));
      expect([(await here)!.length, (await there)!.length]).toEqual(to === "DB" ? [1, 0] : [0, 1]);
      expect(await answersOf(client)).toEqual(answers);
    }
    const made = await newLead(client, { first_name: "Newest" });
    expect(made.id).toBeGreaterThan(full.ids.lead + 2 ** 36);
  });
});

/** The rows of both, whichever way the workspace has just gone. */
const other = async () => ((await databaseOf()) === "DB" ? "DB_1" : "DB");
const run = async (query: string, ...values: unknown[]) =>
  ((await databaseOf()) === "DB" ? testEnv.DB : secondDb)
    .prepare(query)
    .bind(...values)
    .run();

describe("what is written while a workspace is copied", () => {
  it.each([
    [
      "leads and tags",
      async () => {
        const gone = await newLead(client, { first_name: "Copied" });
        const tags = [await newTag(client), await newTag(client)];
        return async () => {
          await newLead(client, { tag_ids: [tags[0]!.id] });
          await client.patch(`/leads/${full.ids.lead}`, { first_name: "Later" });
          await client.delete(`/leads/${gone.id}`);
          await client.delete(`/tags/${tags[1]!.id}`);
        };
      },
    ],
    [
      "parents with tombstones",
      async () => {
        const [tag, other] = [await newTag(client), await newTag(client)];
        const lead = await newLead(client, { tag_ids: [tag.id, other.id] });
        await newLead(client, { tag_ids: [tag.id] });
        return async () => {
          await run("delete from leads where id = ?", lead.id);
          await run("delete from conversations where id = ?", full.ids.conversation);
        };
      },
    ],
    [
      "swapped labels",
      async () => {
        const [one, two] = [await newTag(client), await newTag(client)];
        const rename = (id: number, label: string) => client.put(`/tags/${id}`, { label });
        return async () => {
          await rename(one.id, "Between");
          await rename(two.id, one.label);
          await rename(one.id, two.label);
        };
      },
    ],
    [
      "a tag that was made anew",
      async () => {
        const old = await newTag(client);
        return async () => {
          await run("delete from tags where id = ?", old.id);
          await newTag(client, { label: old.label });
        };
      },
    ],
    [
      "runs and events",
      async () => async () => {
        await client.post(`/scenarios/${full.ids.scenario}/leads/${full.ids.lead}/stop`);
        await run("delete from events where workspace_id = ?", client.workspaceId);
      },
    ],
  ])("is found: %s", async (_, prepare) => {
    const write = await prepare();
    const to = await other();
    const id = await insertMove(client.workspaceId, to);
    await makeMove(id, { until: "freezing" });
    await write();
    const move = await makeExactMove(id, to, {});
    expect(move.rows_corrected).toBeGreaterThan(0);
  });
});

describe("a move that dies after each call of a database", () => {
  it("goes on, and ends with the same rows", async () => {
    const to = await other();
    const id = await insertMove(client.workspaceId, to);
    const crashes = new Crashes();
    let [died, steps] = [0, 0];
    await makeExactMove(id, to, {
      env: crashes.env,
      way: async (attempt) => {
        for (let calls = steps++ % 3; ; calls += 3) {
          crashes.left = calls;
          try {
            return await attempt();
          } catch (error) {
            if (!String(error instanceof Error && (error.cause ?? error)).includes("has died"))
              throw error;
            died++;
          }
        }
      },
    });
    expect(died).toBeGreaterThan(100);
  });
});
