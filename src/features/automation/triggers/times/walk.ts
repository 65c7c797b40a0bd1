import { sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { leads } from "#db/schema/leads";
import { scenarioTriggers } from "#db/schema/triggers";
import { within } from "#db/scope/scope";
import { isAtPlace, moveWalk, selectWalk, type Walk } from "#db/statements/date-walks";
import { currentRevision, isRevision } from "#db/statements/trigger-cursors";
import { type ArmedTime, armTimes } from "#db/statements/trigger-times";
import type { Scope } from "#env";
import { orLog } from "#lib/log";
import { MINUTE_MS } from "#lib/time";
import { type DateMoment, dateMoments } from "../definitions/date";
import { timeOf } from "../worker/causes";
import { armedFor, type DateSettings, variablesOf } from "./date";

type LeadRow = { id: number; updatedAt: number; phone: string | null; variables: string } & Record<
  DateMoment,
  number | null
>;

type TriggerRow = { scenario: number; trigger: string; since: number; data: string };

type DateTrigger = Omit<TriggerRow, "data"> & { settings: DateSettings };
type WorkspaceRow = { country: string | null; timeZone: string | null; revision: string };

/**
 * Stores the times of the next leads, at most `limit`, and moves on: unless somebody else has, or
 * the triggers have changed. A lead that has changed since it was read comes by its event.
 */
export async function walkChunk(scope: Scope, limit: number, now: number) {
  const { walks, triggers, workspaces } = await readBatch(scope, {
    walks: selectWalk(scope),
    triggers: sql<TriggerRow>`
      select scenario_id as scenario, trigger_id as "trigger", ifnull(since, 0) as since, data
      from scenario_triggers
      where ${within(scope, scenarioTriggers)} and type = 'date' and is_on`,
    workspaces: sql<WorkspaceRow>`
      select default_country as country, settings ->> 'time_zone' as timeZone,
        ${currentRevision(scope)} as revision
      from workspaces where id = ${scope.workspaceId}`,
  });
  const [walk, workspace] = [walks[0], workspaces[0]];
  if (!walk || !workspace) return;
  // Publishing stores what the schema of the type has read. The worker switches off what can't be.
  const dates = triggers.flatMap(
    ({ data, ...row }) =>
      orLog("trigger not read", { trigger_id: row.trigger }, () => ({
        ...row,
        settings: JSON.parse(data) as DateSettings,
      })) ?? [],
  );
  const rows = dates.length > 0 ? await readLeads(scope, walk, dates, limit) : [];
  const armed = rows.flatMap((row) => armedFrom(row, dates, walk, workspace));
  const isCurrent = isRevision(scope, workspace.revision);
  const next = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
  await batch(scope, {
    armed: armTimes(scope, armed, sql`${isAtPlace(scope, walk)} and ${isCurrent}`, now),
    moved: moveWalk(scope, walk, next, isCurrent),
  });
  const isSoon = armed.some(({ at }) => at !== null && at <= now + SOON_MS);
  if (isSoon) scope.sink.wake({ triggers: true });
}

/** The worker of triggers hears of later times by the cron. */
const SOON_MS = 2 * MINUTE_MS;

/** Of the variables, those alone that a date may be in: others may be large. */
async function readLeads(
  scope: Scope,
  { walkedTo }: Walk,
  dates: DateTrigger[],
  limit: number,
): Promise<LeadRow[]> {
  const names = dates.flatMap(({ settings }) => variablesOf(settings));
  const { rows } = await readBatch(scope, {
    rows: sql<LeadRow>`
      select id, updated_at as updatedAt, phone, ${sql.raw(dateMoments.join(", "))}, (
          select json_group_object(key, json(leads.variables -> fullkey))
          from json_each(leads.variables)
          where key in (select value from json_each(${JSON.stringify(names)}))) as variables
      from leads where ${within(scope, leads, sql`id > ${walkedTo}`)}
      order by id limit ${limit}`,
  });
  return rows;
}

/**
 * The times of dates that were ahead when the walk began, or the trigger was switched on. One that
 * can't be worked out does not stop the others.
 */
const armedFrom = (
  { id, updatedAt, variables, ...lead }: LeadRow,
  dates: DateTrigger[],
  { walkFrom }: Walk,
  region: WorkspaceRow,
): ArmedTime[] =>
  dates.flatMap(({ scenario, trigger, since, settings }) => {
    const from = Math.max(walkFrom, timeOf(since));
    const time = orLog("date not read", { trigger_id: trigger, lead_id: id }, () =>
      armedFor(settings, { ...lead, variables: JSON.parse(variables) }, region, from),
    );
    return time?.isAhead ? { scenario, trigger, lead: id, updated: updatedAt, ...time } : [];
  });
