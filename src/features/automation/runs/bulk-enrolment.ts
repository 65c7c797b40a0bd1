import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "../../../db/batch";
import { present } from "../../../db/present";
import { underQuota } from "../../../db/quotas";
import { foreignIds, selectId } from "../../../db/rows";
import { runs, scenarios } from "../../../db/schema/automation";
import { leads } from "../../../db/schema/leads";
import { within } from "../../../db/scope";
import { dateEnrolment } from "../../../db/statements/leads/leads";
import { insertRuns } from "../../../db/statements/runs";
import type { Scope } from "../../../env";
import { found, throwErrors } from "../../../lib/problem";
import { fieldErrors, validationMessages } from "../../../lib/validation-messages";
import { conditions } from "../../leads/search/filter";
import { foreignTagErrors, foreignTags, tagErrors } from "../../leads/tags/store";
import { throwMissingScenario } from "./enrol";
import { type BulkEnrolInput, MAX_LEAD_IDS } from "./input";
import type { BulkEnrolment } from "./schema";

/** The leads in one transaction: few enough that other writers need not wait for long. */
const CHUNK = 2_000;
/** How many foreign lead ids an answer reports. */
const MAX_ERRORS = 1_000;

const foreignLeads = (scope: Scope, ids: number[]) =>
  foreignIds(scope, leads, ids).limit(MAX_ERRORS);

const foreignLeadErrors = (foreign: { index: number }[]) =>
  fieldErrors(
    foreign.map(({ index }) => `lead_ids.${index}`),
    validationMessages.selected,
  );

/** The errors on the references of a body that may be invalid in other ways. */
export async function bulkErrors(scope: Scope, { lead_ids: ids, filter }: Record<string, unknown>) {
  const isList =
    Array.isArray(ids) &&
    ids.length <= MAX_LEAD_IDS &&
    ids.every((id) => Number.isSafeInteger(id) && id > 0);
  const { tag_ids, exclude_tag_ids } = Object(filter) as Record<string, unknown>;
  const tags = { "filter.tag_ids": tag_ids, "filter.exclude_tag_ids": exclude_tag_ids };
  return {
    ...(isList && foreignLeadErrors(await foreignLeads(scope, ids))),
    ...(await tagErrors(...Object.keys(tags))(scope, tags)),
  };
}

/**
 * Whether a lead of the workspace has one of these ids. `not indexed` has each id looked up: an
 * index on the workspace would be read from end to end.
 */
const haveIds = (scope: Scope, ids: number[]) => {
  const isListed = sql`id in (select value from json_each(${JSON.stringify(ids)}))`;
  return sql`leads.id in (
    select id from leads not indexed where ${within(scope, leads, isListed)})`;
};

/** Whether the request names a lead beyond the id `after`: by its id, or by the filter. */
function isRequested(scope: Scope, { lead_ids: ids, filter }: BulkEnrolInput, after: number) {
  const isBehind = (id: number) => id > after;
  if (ids) return haveIds(scope, ids.filter(isBehind));
  if (!filter) return sql`false`;
  return within(scope, leads, sql`${leads.id} > ${after}`, conditions(scope, filter));
}

/** Selects, as a JSON array, the ids of the next chunk of the leads that the request names. */
const nextIds = (scope: Scope, input: BulkEnrolInput, after: number) => sql<{ ids: string }>`
  select json_group_array(id) as ids
  from (select id from leads where ${isRequested(scope, input, after)} order by id limit ${CHUNK})`;

type Counts = Omit<BulkEnrolment, "enrolled">;

const hasActiveRun = (scenarioId: number) => sql`exists (
  select 1 from runs
  where scenario_id = ${scenarioId} and lead_id = leads.id and ended_at is null and ${present(runs)})`;

/** Counts the leads of a chunk. Stands before the statement that enrols them. */
const countLeads = (scenarioId: number, which: SQL) => sql<Counts>`
  select count(*) as matched,
         ifnull(sum(is_optout), 0) as opted_out,
         ifnull(sum(is_optout = 0 and ${hasActiveRun(scenarioId)}), 0) as already_active
  from leads where ${which}`;

/** Finds the leads of a chunk that are about to be enrolled. */
const isToEnrol = (scenarioId: number, which: SQL) =>
  sql`${which} and is_optout = 0 and not ${hasActiveRun(scenarioId)}`;

/** Checks the references of the request, and returns the ids of the first chunk. One round trip. */
async function firstChunk(
  scope: Scope,
  scenarioId: number,
  input: BulkEnrolInput,
): Promise<number[]> {
  const tagLists = {
    "filter.tag_ids": input.filter?.tag_ids,
    "filter.exclude_tag_ids": input.filter?.exclude_tag_ids,
  };
  const { scenario, foreign, tags, first } = await readBatch(scope, {
    scenario: selectId(scope, scenarios, scenarioId),
    foreign: foreignLeads(scope, input.lead_ids ?? []),
    tags: foreignTags(scope, tagLists),
    first: nextIds(scope, input, 0),
  });
  found(scenario[0]);
  throwErrors({ ...foreignLeadErrors(foreign), ...foreignTagErrors(tags, tagLists) });
  return JSON.parse(found(first[0]).ids);
}

/**
 * Enrols many leads in chunks, with one round trip for each and one before. Should it break off
 * between two chunks, sending the request again enrols the other leads.
 */
export async function enrolLeads(
  scope: Scope,
  scenarioId: number,
  input: BulkEnrolInput,
): Promise<BulkEnrolment> {
  const enrolledAt = input.enrolled_at ?? null;
  const total = { matched: 0, enrolled: 0, already_active: 0, opted_out: 0 };
  let ids = await firstChunk(scope, scenarioId, input);
  for (let lastId = ids.at(-1); lastId !== undefined; lastId = ids.at(-1)) {
    const isInChunk = haveIds(scope, ids);
    const isEnrollable = sql`${isInChunk} and is_optout = 0`;
    const { scenario, counts, next } = await batch(scope, {
      quota: underQuota(scope, "stored_bytes"),
      scenario: selectId(scope, scenarios, scenarioId),
      counts: countLeads(scenarioId, isInChunk),
      dated:
        enrolledAt === null
          ? undefined
          : dateEnrolment(isToEnrol(scenarioId, isInChunk), enrolledAt),
      runs: insertRuns(scope, scenarioId, isEnrollable, enrolledAt ?? Date.now()),
      next: nextIds(scope, input, lastId),
    }).catch(throwMissingScenario);
    found(scenario[0]);
    const { matched, already_active, opted_out } = found(counts[0]);
    total.matched += matched;
    total.already_active += already_active;
    total.opted_out += opted_out;
    ids = JSON.parse(found(next[0]).ids);
  }
  scope.sink.wake({ runs: true });
  return { ...total, enrolled: total.matched - total.already_active - total.opted_out };
}
