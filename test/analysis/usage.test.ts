import { expect, it } from "vitest";
import { DAY_MS } from "../../src/lib/time";
import { analyse, newLeadWithMessages } from "../support/analyses";
import { newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";

it("an analysis is counted on the day it was made", async () => {
  const owner = await newWorkspace();
  const { leadId } = await newLeadWithMessages(owner, "I'm 34 years old.");
  await analyse(owner, leadId);
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  for (const [ago, analyses] of [
    [29, 3],
    [30, 4],
    [59, 5],
  ])
    await rowsOf(
      "insert into analysis_usage (workspace_id, day, model, analyses) values (?, ?, 'rules', ?)",
      owner.workspaceId,
      day(ago!),
      analyses!,
    );
  const daysOf = async (query: string) =>
    (await owner.get(`/usage${query}`)).body.data.map(
      ({ date, analyses }: { date: string; analyses: number }) => [date, analyses],
    );
  expect(await daysOf("")).toEqual([
    [day(0), 1],
    [day(29), 3],
  ]);
  expect(await daysOf(`?to=${day(30)}`)).toEqual([
    [day(30), 4],
    [day(59), 5],
  ]);
  expect(await daysOf(`?from=${day(30)}&to=${day(29)}`)).toEqual([
    [day(29), 3],
    [day(30), 4],
  ]);
  const refused = await owner.get(`/usage?from=${day(0)}&to=${day(1)}`);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["to"]]);
});
