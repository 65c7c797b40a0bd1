import { type Client, newWorkspace } from "./api";
import { testEnv } from "./env";
import { seedLeads } from "./seed";

type Id = { id: number };

/** No test lasts until then: runs that begin at this time are not begun during a test. */
export const LATER = "2031-01-01T00:00:00.000Z";

export const enrolMany = (owner: Client, scenario: Id, body: object) =>
  owner.post(`/scenarios/${scenario.id}/leads/bulk`, body);

export const counts = (
  matched: number,
  enrolled: number,
  already_active: number,
  opted_out: number,
) => ({
  matched,
  enrolled,
  already_active,
  opted_out,
});

/** Creates a workspace with this many leads. Returns their ids too, oldest first. */
export async function newWorkspaceWithLeads(count: number, columns: Record<string, string> = {}) {
  const owner = await newWorkspace();
  await seedLeads(owner.workspaceId, count, columns);
  const { results } = await testEnv.DB.prepare(
    "select id from leads where workspace_id = ? order by id",
  )
    .bind(owner.workspaceId)
    .all<Id>();
  return { owner, ids: results.map(({ id }) => id) };
}

export const activeRuns = (scenario: Id) =>
  testEnv.DB.prepare(
    `select count(*) as n from runs where scenario_id = ? and ended_at is null
       and not exists (
         select 1 from removals
         where kind = 'runs' and parent_id = scenario_id and up_to >= runs.id)`,
  )
    .bind(scenario.id)
    .first<number>("n");
