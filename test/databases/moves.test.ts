import { beforeAll, describe, expect, it } from "vitest";
import { databasesOf } from "../../src/db/databases";
import { principals } from "../../src/features/access/tokens/principals";
import { openMove } from "../../src/features/operations/moves/phases";
import { type Progress, step } from "../../src/features/operations/moves/steps";
import { type Client, call, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";
import { secondRowsOf } from "../support/second-database";

const token = testEnv.OPERATOR_TOKEN;

/** Makes a move to its end by steps, as its object does. */
export async function makeMove(id: number, now = () => Date.now()) {
  const databases = databasesOf(testEnv);
  let progress: Progress | undefined;
  for (let steps = 0; steps < 1_000; steps++) {
    const move = await openMove(databases, id);
    if (!move) return;
    const known = progress?.phase === move.phase ? progress : null;
    const later = () => now() + (move.phase === "settling" ? 10_000 : 0);
    const stepped = await step({ env: testEnv, databases, move, now: later }, known);
    progress = stepped.next;
  }
  throw new Error("The move does not end.");
}

beforeAll(async () => {
  await directoryDb
    .prepare("insert or ignore into databases (name, created_at) values ('DB', 1), ('DB_1', 1)")
    .run();
});

describe("a move", () => {
  let client: Client;
  it("takes all rows to the other database, under the same ids", async () => {
    client = await newWorkspace();
    const lead = await newLead(client);
    const before = (await client.get(`/leads/${lead.id}`)).body;
    const { status, body } = await call("POST", `/v1/workspaces/${client.workspaceId}/move`, {
      token,
      json: { database: "DB_1" },
    });
    expect({ status, body }).toMatchObject({ status: 202, body: { data: { phase: "copying" } } });
    await makeMove(body.data.id);
    const move = (await call("GET", `/v1/moves/${body.data.id}`, { token })).body.data;
    expect(move).toMatchObject({ phase: "finished", rows_corrected: 0 });
    principals.clear();
    expect(await rowsOf("select id from leads where id = ?", lead.id)).toEqual([]);
    expect(await secondRowsOf("select id from leads where id = ?", lead.id)).toHaveLength(1);
    expect((await client.get(`/leads/${lead.id}`)).body).toEqual(before);
  });
});
