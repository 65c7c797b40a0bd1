import { beforeAll, expect, it } from "vitest";
import { databasesOf } from "#db/placement/databases";
import { newestRange } from "#db/placement/ranges";
import { rangeOf } from "#domain/databases";
import { newLead, newShortLink, newWorkspace } from "../support/api";
import { click } from "../support/clicks";
import { testEnv } from "../support/env";
import { insertMove, makeMove, moveOf, registerDatabases } from "../support/moves";
import { newWorkspaceInSecond } from "../support/second-database";

beforeAll(registerDatabases);

it("keeps ids apart when another workspace comes before one that is copied has left", async () => {
  const [client, other] = [await newWorkspace(), await newWorkspaceInSecond()];
  const neighbour = await newWorkspaceInSecond();
  const [there, here] = [
    await insertMove(client.workspaceId, "DB_1"),
    await insertMove(other.workspaceId, "DB"),
  ];
  await makeMove(there, { until: "freezing" });
  await makeMove(here, { until: "freezing" });
  // These ids are of the range that the database has taken for the other workspace.
  await newLead(client);
  const link = await newShortLink(client);
  for (const id of [there, here]) {
    await makeMove(id);
    expect(await moveOf(id)).toMatchObject({ phase: "finished", reason: null });
  }
  const destination = "https://example.com/later";
  const changed = { slug: link.slug, destination_url: destination };
  expect((await client.put(`/short-links/${link.id}`, changed)).status).toBe(200);
  const { headers } = await click(link.template_variable_url);
  expect(headers.get("Location")).toBe(destination);
  const { id } = await newLead(neighbour);
  expect(rangeOf(id)).toBe(await newestRange(databasesOf(testEnv), "DB_1"));
});
