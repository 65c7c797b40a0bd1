import { expect, it } from "vitest";
import { knownSources } from "#features/imports/sources/known-sources";
import { call, make, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { dataOf } from "../support/events";
import { insertMove, makeMove, registerDatabases } from "../support/moves";
import { rowsOf } from "../support/rows";
import { secondRowsOf } from "../support/second-database";
import { waitingIn, workDue } from "../support/source-inbox";

/** In the other phases the workspace is written as ever. */
const REFUSING = ["comparing", "settling"];

it("stores what comes in each phase of a move, and works it there, in its order", async () => {
  await registerDatabases();
  const client = await newWorkspace();
  const mapping = [
    { to: "email", from: ["email"] },
    { to: "variables.step", from: ["step"] },
  ];
  const door = await make(client, "/sources", { kind: "webhook", name: "Page", mapping });
  const source = { id: door.id as number, client };
  const steps: string[] = [];
  /** Two requests, of which the second has its source looked for again. */
  const come = async (phase: string) => {
    for (const step of [`${phase}-1`, `${phase}-2`]) {
      const json = [{ email: "maud@example.com", step }, { email: `${step}@example.com` }];
      const { status, body } = await call("POST", new URL(door.inbound_url).pathname, { json });
      expect([status, body]).toEqual([202, { received: 2, duplicates: 0 }]);
      knownSources.clear();
      steps.push(step);
    }
    await workDue(source);
  };

  await come("before");
  const move = await insertMove(client.workspaceId, "DB_1");
  await come("copying");
  await makeMove(move, { until: "freezing" });
  await come("freezing");
  expect(await waitingIn(source)).toEqual([]);
  for (const phase of REFUSING) {
    await makeMove(move, { until: phase });
    await come(phase);
  }
  expect(await waitingIn(source)).toHaveLength(4 * REFUSING.length);
  // By then everybody knows where the workspace is.
  await later(10_000, async () => {
    await makeMove(move, { until: "removing" });
    await come("removing");
    await makeMove(move);
    await come("after");
  });
  expect(await waitingIn(source)).toEqual([]);

  const deliveries = await secondRowsOf(
    "select seq, status from source_deliveries where source_id = ? order by seq",
    source.id,
  );
  expect(deliveries).toEqual(
    steps.flatMap((_, n) => [
      { seq: 2 * n + 1, status: n === 0 ? "created" : "updated" },
      { seq: 2 * n + 2, status: "created" },
    ]),
  );
  const leads = await secondRowsOf<{ email: string }>(
    "select email from leads where workspace_id = ? order by id",
    client.workspaceId,
  );
  const others = steps.map((step) => `${step}@example.com`);
  expect(leads.map(({ email }) => email)).toEqual(["maud@example.com", ...others]);
  // Of what is worked together, the last value counts.
  const values = (await dataOf(client, "lead.updated")).map(
    ({ changes }) => (changes as Record<string, { to: string }>)["variables.step"]?.to,
  );
  expect(values).toEqual(steps.filter((step) => values.includes(step)));
  expect(values.at(-1)).toBe(steps.at(-1));
  for (const table of ["source_deliveries", "leads", "sources"])
    expect(
      await rowsOf(`select 1 from ${table} where workspace_id = ?`, client.workspaceId),
    ).toEqual([]);
});
