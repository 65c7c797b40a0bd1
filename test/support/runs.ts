import { assert } from "vitest";
import type { Run } from "#features/automation/runs/schema";
import type { Client } from "./api";
import { testEnv } from "./env";
import { rowsOf } from "./rows";
import { runNow } from "./run-scheduler";

type Values = Record<string, string | number | null>;
type Id = { id: number };

/** Inserts a row straight into D1. Returns its id. */
async function insert(table: string, values: Values): Promise<number> {
  const names = Object.keys(values);
  // D1 binds numbers as reals, which read `1.0` in a text column.
  const marks = Object.values(values).map((value) =>
    typeof value === "number" ? "cast(? as integer)" : "?",
  );
  const key = table === "run_steps" ? "visit" : "id";
  const id = await testEnv.DB.prepare(
    `insert into ${table} (${names.join(", ")}) values (${marks.join(", ")}) returning ${key} as id`,
  )
    .bind(...Object.values(values))
    .first<number>("id");
  assert(id !== null);
  return id;
}

/**
 * Inserts a run straight into D1. Unless `columns` say otherwise, it waits for a reply at the node
 * `wait`.
 */
export async function seedRun(
  client: Client,
  scenario: Id,
  lead: Id,
  columns: Values = {},
): Promise<Run> {
  const id = await insert("runs", {
    workspace_id: client.workspaceId,
    scenario_id: scenario.id,
    lead_id: lead.id,
    version: 1,
    state: "waiting",
    node_id: "wait",
    waiting_for: "reply",
    visits: 1,
    enrolled_at: 1_700_000_000_000,
    created_at: 1_700_000_000_000,
    updated_at: 1_700_000_000_000,
    ...columns,
  });
  return runNow(client, { id });
}

/** Inserts a visit of the run, in the form that the run scheduler stores. */
export const addStep = (run: Id, visit: number, columns: Values = {}) =>
  insert("run_steps", {
    run_id: run.id,
    visit,
    node_id: `node-${visit}`,
    type: "message",
    entered_at: 1_700_000_000_000 + visit * 1_000,
    left_at: 1_700_000_000_500 + visit * 1_000,
    outcome: "next",
    detail: null,
    ...columns,
  });

/** Inserts a message of the run, queued for the message sender, which is not woken. */
export const addMessage = (
  client: Client,
  run: Pick<Run, "id" | "scenario_id">,
  conversationId: number,
  columns: Values = {},
) =>
  insert("messages", {
    workspace_id: client.workspaceId,
    conversation_id: conversationId,
    direction: "outbound",
    type: "text",
    text: "Hello",
    status: "queued",
    run_id: run.id,
    visit: 1,
    scenario_id: run.scenario_id,
    next_attempt_at: 1_700_000_000_000,
    created_at: 1_700_000_000_000,
    ...columns,
  });

/** The number of changes of a run. */
export const revisionOf = ({ id }: Id) =>
  testEnv.DB.prepare("select revision from runs where id = ?").bind(id).first<number>("revision");

/** Enrols all leads of a workspace, straight into D1. Returns the runs, oldest first. */
export async function enrolAll({ workspaceId }: Pick<Client, "workspaceId">, scenarioId: number) {
  await testEnv.DB.prepare(
    `insert into runs
       (workspace_id, scenario_id, lead_id, version, state, next_at, enrolled_at, created_at,
        updated_at)
     select workspace_id, ?1, id, 1, 'pending', ?2, ?2, ?2, ?2
     from leads where workspace_id = ?3 order by id`,
  )
    .bind(scenarioId, Date.now(), workspaceId)
    .run();
  return rowsOf<{ id: number; lead_id: number }>(
    "select id, lead_id from runs where scenario_id = ? order by id",
    scenarioId,
  );
}
