import { beforeAll, expect, it } from "vitest";
import { databasesOf } from "../../src/db/databases";
import { scopeIn } from "../../src/db/scope";
import { principals } from "../../src/features/access/tokens/principals";
import { openMove } from "../../src/features/operations/moves/phases";
import { type Progress, step } from "../../src/features/operations/moves/steps";
import { startMove } from "../../src/features/operations/moves/store";
import { newLead, newWorkspace } from "../support/api";
import { twoDatabases } from "../support/env";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";
import { openSecond, secondDb } from "../support/second-database";

const databases = databasesOf(twoDatabases);

beforeAll(async () => {
  await openSecond();
  await directoryDb
    .prepare("insert or ignore into databases (name, created_at) values ('DB', 1), ('DB_1', 1)")
    .run();
});

/** Makes a move to its end by steps, as its object does. */
async function makeMove(id: number) {
  let progress: Progress | undefined;
  for (let steps = 0; steps < 1_000; steps++) {
    const move = await openMove(databases, id);
    if (!move) return;
    const known = progress?.phase === move.phase ? progress : null;
    const now = () => Date.now() + (move.phase === "settling" ? 10_000 : 0);
    progress = (await step({ env: twoDatabases, databases, move, now }, known)).next;
  }
  throw new Error("The move does not end.");
}

it("takes a workspace out of the directory's own database, whose row of it stays", async () => {
  const client = await newWorkspace();
  const lead = await newLead(client);
  await client.patch("/settings", { retention_clicks_days: 365 });
  const { id } = await startMove(
    scopeIn(twoDatabases, { workspaceId: 0, database: "DB" }),
    client.workspaceId,
    "DB_1",
  );
  await makeMove(id);
  principals.clear();
  expect(await rowsOf("select phase, reason from moves where id = ?", id)).toEqual([
    { phase: "finished", reason: null },
  ]);
  const own = "select database, settings from workspaces where id = ?";
  expect(await rowsOf(own, client.workspaceId)).toEqual([{ database: "DB_1", settings: "{}" }]);
  expect(await rowsOf("select id from leads where id = ?", lead.id)).toEqual([]);
  const frozen = "select name from sqlite_master where name like 'frozen%'";
  expect(await rowsOf(frozen)).toEqual([]);
  const moved = await secondDb
    .prepare("select id from leads where id = ?")
    .bind(lead.id)
    .first("id");
  expect(moved).toBe(lead.id);
});
