import { assert } from "vitest";
import type { Run } from "#features/automation/runs/schema";
import { nextAlarm, runUntilIdle } from "./alarms";
import { type Client, make, newLead, newScenario } from "./api";
import { testEnv } from "./env";
import { flowOf, type Nodes } from "./flow";
import {
  deliver,
  messageNow,
  newMetaChannel,
  newNumber,
  sendDue,
  statusOf,
  textFrom,
  whatsappBody,
} from "./messaging";
import { rowsOf } from "./rows";

export const runSchedulerOf = ({ workspaceId }: Pick<Client, "workspaceId">) =>
  testEnv.RUN_SCHEDULER.getByName(String(workspaceId));

export const alarmOfRunScheduler = (client: Pick<Client, "workspaceId">) =>
  nextAlarm(runSchedulerOf(client));

/** Wakes the workspace's run scheduler and runs it until it waits for a later time. */
export const stepDue = (client: Pick<Client, "workspaceId">) =>
  runUntilIdle(runSchedulerOf(client), client.workspaceId);

/** Steps the workspace's runs and sends their messages until nothing is due. */
export async function settle(client: Client) {
  const busy = `select count(*) as n from (
    select 1 from runs where workspace_id = ?1
      and next_at is not null and state <> 'paused' and next_at <= ?2
    union all select 1 from messages where workspace_id = ?1
      and next_attempt_at is not null and next_attempt_at <= ?2)`;
  for (let times = 50; times > 0; times--) {
    await stepDue(client);
    const channels = await rowsOf<{ id: number }>(
      "select id from channels where workspace_id = ?",
      client.workspaceId,
    );
    for (const { id } of channels) await sendDue(id);
    const left = await testEnv.DB.prepare(busy)
      .bind(client.workspaceId, Date.now())
      .first<number>("n");
    if (left === 0) return;
  }
  assert.fail("Runs or messages are still due after 50 rounds.");
}

/** Creates an active scenario from the short form of its graph. */
export const newFlow = (client: Client, nodes: Nodes, ...edges: string[]) =>
  newScenario(client, { is_active: true, ...flowOf(nodes, ...edges) });

/** Enrols a lead and returns the run. */
export async function enrol(client: Client, scenarioId: number, leadId: number): Promise<Run> {
  await make(client, `/scenarios/${scenarioId}/leads`, { lead_id: leadId });
  const { body } = await client.get(`/scenarios/${scenarioId}/runs?lead_id=${leadId}`);
  return body.data[0];
}

export const runNow = async (client: Client, { id }: Pick<Run, "id">): Promise<Run> =>
  (await client.get(`/runs/${id}`)).body.data;

/**
 * Has a scenario message a lead. `report` delivers the provider's report on that message, `reply` a
 * message of the lead.
 */
export async function sentByScenario(client: Client, scenarioId: number) {
  const [account, number] = [await newMetaChannel(client), newNumber()];
  const lead = await newLead(client, { phone: `+${number}` });
  await deliver(account, whatsappBody(account, textFrom(number, "Hello")));
  const { id } = await enrol(client, scenarioId, lead.id);
  await settle(client);
  const [sent] = await rowsOf<{ id: number }>("select id from messages where run_id = ?", id);
  const message = await messageNow(client, sent!);
  const report = (status: string) =>
    deliver(account, whatsappBody(account, statusOf(message, status)));
  const reply = () => deliver(account, whatsappBody(account, textFrom(number, "Hello")));
  return { lead, message, report, reply };
}

/** The visits of a run as `node outcome`, oldest first. */
export async function trailOf({ id }: Pick<Run, "id">): Promise<string[]> {
  const steps = await rowsOf<{ node_id: string; outcome: string | null }>(
    "select node_id, outcome from run_steps where run_id = ? order by visit",
    id,
  );
  return steps.map(({ node_id, outcome }) => `${node_id} ${outcome ?? "…"}`);
}
