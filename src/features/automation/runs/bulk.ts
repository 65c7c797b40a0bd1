import { type SQL, sql } from "drizzle-orm";
import { foreignIds, selectId } from "../../../db/rows";
import { scenarios } from "../../../db/schema/automation";
import { leads } from "../../../db/schema/leads";
import { readAll, rows, within, write } from "../../../db/scope";
import type { Scope } from "../../../env";
import { found, refuseErrors } from "../../../lib/problem";
import { fieldErrors, messages } from "../../../lib/validation-messages";
import { conditions } from "../../leads/search/filter";
import { foreignTagErrors, foreignTags, tagErrors } from "../../leads/tags/store";
import { type BulkEnrolInput, MAX_LEAD_IDS } from "./input";
import type { BulkEnrolment } from "./schema";
import { insertRuns, refuseMissing } from "./store";

/** Leads of one transaction, so that others need not wait for all of them. */
const CHUNK = 2_000;
/** How many leads that are not the workspace's are told of. */
const MAX_ERRORS = 1_000;

const foreignLeads = (scope: Scope, ids: number[]) =>
  foreignIds(scope, leads, ids).limit(MAX_ERRORS);

const foreignLeadErrors = (foreign: { index: number }[]) =>
  fieldErrors(
    foreign.map(({ index }) => `lead_ids.${index}`),
    messages.selected,
  );

/** The errors on the references of a body, whatever else is wrong with it. */
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

/** Which leads of the workspace have these ids. Those are looked up: an index on the workspace would be read from end to end. */
const haveIds = (scope: Scope, ids: number[]) =>
  sql`leads.id in (select id from leads not indexed where ${within(scope, leads, sql`id in (select value from json_each(${JSON.stringify(ids)}))`)})`;

/** The ids of the first leads behind an id that are asked for, as JSON. */
const nextIds = (scope: Scope, { lead_ids: ids, filter }: BulkEnrolInput, after: number) => {
  const asked = ids
    ? haveIds(
        scope,
        ids.filter((id) => id > after),
      )
    : within(scope, leads, sql`${leads.id} > ${after}`, conditions(filter!));
  return rows<{ ids: string }>(
    scope,
    sql`select json_group_array(id) as ids from (select id from leads where ${asked} order by id limit ${CHUNK})`,
  );
};

type Counts = Omit<BulkEnrolment, "enrolled">;

const hasRun = (scenarioId: number) =>
  sql`exists (select 1 from runs where scenario_id = ${scenarioId} and lead_id = leads.id and ended_at is null)`;

/** What is about to be done, as it stands in the transaction that does it. */
const countLeads = (scope: Scope, scenarioId: number, which: SQL) =>
  rows<Counts>(
    scope,
    sql`select count(*) as matched, ifnull(sum(is_optout), 0) as opted_out, ifnull(sum(is_optout = 0 and ${hasRun(scenarioId)}), 0) as already_active
      from leads where ${which}`,
  );

/**
 * Enrols many leads, in chunks: a round trip for each, and one to begin with. When it breaks off between two, sending it again enrols the
 * others.
 */
export async function enrolLeads(
  scope: Scope,
  scenarioId: number,
  input: BulkEnrolInput,
): Promise<BulkEnrolment> {
  const enrolledAt = input.enrolled_at ?? null;
  const tagLists = {
    "filter.tag_ids": input.filter?.tag_ids,
    "filter.exclude_tag_ids": input.filter?.exclude_tag_ids,
  };
  const [scenario, foreign, tags, first] = await readAll(scope, [
    selectId(scope, scenarios, scenarioId),
    foreignLeads(scope, input.lead_ids ?? []),
    foreignTags(scope, tagLists),
    nextIds(scope, input, 0),
  ]);
  found(scenario[0]);
  refuseErrors({ ...foreignLeadErrors(foreign), ...foreignTagErrors(tags, tagLists) });
  const total = { matched: 0, enrolled: 0, already_active: 0, opted_out: 0 };
  for (let ids: number[] = JSON.parse(first[0]!.ids); ids.length > 0; ) {
    const chunk = haveIds(scope, ids);
    const [still, [counts], , , next] = await write(scope, [
      selectId(scope, scenarios, scenarioId),
      countLeads(scope, scenarioId, chunk),
      rows(
        scope,
        sql`update leads set enrolled_at = ${enrolledAt}
          where ${chunk} and ${enrolledAt} is not null and is_optout = 0 and not ${hasRun(scenarioId)}`,
      ),
      insertRuns(scope, scenarioId, sql`${chunk} and is_optout = 0`, enrolledAt ?? Date.now()),
      nextIds(scope, input, ids.at(-1)!),
    ]).catch(refuseMissing);
    found(still[0]);
    total.matched += counts!.matched;
    total.already_active += counts!.already_active;
    total.opted_out += counts!.opted_out;
    ids = JSON.parse(next[0]!.ids);
  }
  scope.sink.wake({ runs: true });
  return { ...total, enrolled: total.matched - total.already_active - total.opted_out };
}
