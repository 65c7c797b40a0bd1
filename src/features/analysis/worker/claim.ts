import { sql } from "drizzle-orm";
import { dueIn } from "../../../db/due";
import { readAll, rows, type Statement } from "../../../db/scope";
import type { MessageType } from "../../../domain/messaging";
import type { Due } from "../../../domain/wake";
import type { Scope } from "../../../env";
import { DAY_MS } from "../../../lib/time";
import { settingsOf } from "../../access/settings/defaults";
import type { Analyst, Transcript } from "../analyst";
import type { Taken } from "../eligibility";
import { type Done, doneStatements } from "./commit";

/** What a desk acts on. */
export { scopeOf } from "../../../db/scope";

/** A conversation is read back to so many messages at most. */
const MAX_MESSAGES = 400;

/** `due` is what else is to be done in the workspace, `nextAt` when the next analysis has its turn. */
export type Round = { taken: Taken | undefined; nextAt: number | null; due: Due };

type TakenRow = Pick<
  Taken,
  "id" | "conversationId" | "leadId" | "cause" | "attempt" | "analysedAs"
> & {
  isOptout: number;
  settings: string;
};
type MessageRow = {
  id: number;
  direction: string;
  type: MessageType;
  text: string | null;
  template: string | null;
  at: number;
};

export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
export const nextDay = (ms: number) => (Math.floor(ms / DAY_MS) + 1) * DAY_MS;

/**
 * One round of a desk, in one round trip: writes what became of an analysis, and takes the next one whose turn has come, first
 * those that somebody has asked for. `leaseMs` is for how long nobody else takes it; without it none is taken. `name` tells who has it.
 */
export async function nextRound(
  scope: Scope,
  done: Done | null,
  leaseMs: number | null,
  name: string,
): Promise<Round> {
  const { workspaceId } = scope;
  const now = Date.now();
  const next = sql`(select id from analyses where ${isFree(workspaceId)} and next_at <= ${now} order by next_at, id limit 1)`;
  const own = sql`analyses.workspace_id = ${workspaceId} and analyses.status = 'running' and taken = ${name}`;
  const taking = leaseMs === null ? sql`null` : next;
  const statements: Statement[] = [
    ...(done ? doneStatements(scope, done, now) : []),
    rows(
      scope,
      sql`update analyses set status = 'running', taken = ${name}, model = null, reason = null, attempts = attempts + 1, next_at = ${now + (leaseMs ?? 0)} where id = ${taking}`,
    ),
    rows<TakenRow>(
      scope,
      sql`select analyses.id, conversation_id as conversationId, analyses.lead_id as leadId, cause, attempts as attempt, analysed_as as analysedAs, is_optout as isOptout, settings
        from analyses cross join conversations on conversations.id = conversation_id cross join leads on leads.id = analyses.lead_id
          cross join workspaces on workspaces.id = analyses.workspace_id where ${own}`,
    ),
    rows<MessageRow>(
      scope,
      sql`select id, direction, type, text, payload ->> '$.template.name' as template, ifnull(sent_at, created_at) as at from messages
        where conversation_id = (select conversation_id from analyses where ${own})
          and status in ('received', 'sent', 'delivered', 'read', 'unknown') and type not in ('system', 'reaction', 'unsupported')
        order by id desc limit ${MAX_MESSAGES}`,
    ),
    rows<{ nextAt: number | null }>(
      scope,
      sql`select min(next_at) as nextAt from analyses where ${isFree(workspaceId)} and next_at is not null`,
    ),
    rows<Due>(scope, dueIn(workspaceId)),
  ];
  const [first, ...others] = statements;
  const results: readonly unknown[] = await readAll(scope, [first!, ...others]);
  const [[row], said, [waiting], [due]] = results.slice(-4) as [
    TakenRow[],
    MessageRow[],
    [{ nextAt: number | null }],
    [Due],
  ];
  const taken = row && {
    ...row,
    name,
    isOptout: row.isOptout === 1,
    settings: settingsOf(JSON.parse(row.settings)),
    transcript: said.toReversed().flatMap(saidBy),
  };
  return { taken, nextAt: waiting.nextAt, due };
}

/** What another of its conversation does not stand before: one at a time is read, else the older could be written over the newer. */
const isFree = (workspaceId: number) => sql`workspace_id = ${workspaceId} and not exists (
  select 1 from analyses as other where other.conversation_id = analyses.conversation_id and other.status = 'running' and other.id <> analyses.id)`;

/**
 * Begins to read what was taken, where the day has room for it; whether it has. Those that are being read count with those that were read
 * today: a conversation that is only looked at costs nothing.
 */
export async function begin(
  scope: Scope,
  { id, name, settings }: Taken,
  { model, promptVersion }: Analyst,
  day: string,
) {
  const { workspaceId } = scope;
  const used = sql`(select ifnull(sum(analyses), 0) from analysis_usage where workspace_id = ${workspaceId} and day = ${day})
    + (select count(*) from analyses as other where other.workspace_id = ${workspaceId} and other.status = 'running' and other.model is not null)`;
  const [begun] = await readAll(scope, [
    rows(
      scope,
      sql`update analyses set model = ${model}, prompt_version = ${promptVersion}
        where id = ${id} and taken = ${name} and status = 'running' and ${used} < ${settings.analysis_daily_limit} returning id`,
    ),
  ]);
  return begun.length > 0;
}

/** A message as it is read; nothing where it has no words. What a template says its platform alone knows. */
function saidBy({ id, direction, text, template, at }: MessageRow): Transcript {
  const words = text ?? (template === null ? "" : `[template ${template}]`);
  return words.trim() === ""
    ? []
    : [{ id, author: direction === "inbound" ? "lead" : "team", at, text: words }];
}

/** Whether none of these analyses is still to be made. */
export async function areOver(scope: Scope, ids: number[]) {
  const left = sql`select 1 from analyses where id in (select value from json_each(${JSON.stringify(ids)})) and finished_at is null limit 1`;
  const [found] = await readAll(scope, [rows(scope, left)]);
  return found.length === 0;
}
