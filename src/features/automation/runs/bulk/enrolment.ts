import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "../../../../db/batch";
import { underQuota } from "../../../../db/quotas";
import { foreignIds, selectId } from "../../../../db/rows";
import { scenarios } from "../../../../db/schema/automation";
import { leads } from "../../../../db/schema/leads";
import { dateEnrolment } from "../../../../db/statements/leads/leads";
import { insertRuns } from "../../../../db/statements/runs";
import type { Scope } from "../../../../env";
import { ChunkSize, pauseAfter } from "../../../../lib/chunks";
import { found, throwErrors } from "../../../../lib/problem";
import { fieldErrors, validationMessages } from "../../../../lib/validation-messages";
import { foreignTagErrors, foreignTags, tagErrors } from "../../../leads/tags/store";
import { throwMissingScenario } from "../enrol";
import { type BulkEnrolInput, MAX_LEAD_IDS } from "../input";
import type { BulkEnrolment } from "../schema";
import { advance, countLeads, haveIds, isToEnrol, nextPage } from "./chunk";
import { discardJob, type Job, startJob } from "./job";

/** How many foreign lead ids an answer reports. */
const MAX_ERRORS = 1_000;

/** A request enrols this many leads, in this many chunks; a worker enrols the others. */
const [MAX_LEADS, MAX_CHUNKS] = [10_000, 200];

/** The size of the chunks of a request: smaller while D1 is slow. */
const newSize = () => new ChunkSize(50, 300, 150);

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

/** Throws the errors on the references of a request, and `not_found` without the scenario. */
async function checkReferences(scope: Scope, scenarioId: number, input: BulkEnrolInput) {
  const tagLists = {
    "filter.tag_ids": input.filter?.tag_ids,
    "filter.exclude_tag_ids": input.filter?.exclude_tag_ids,
  };
  const { scenario, foreign, tags } = await readBatch(scope, {
    scenario: selectId(scope, scenarios, scenarioId),
    foreign: foreignLeads(scope, input.lead_ids ?? []),
    tags: foreignTags(scope, tagLists),
  });
  found(scenario[0]);
  throwErrors({ ...foreignLeadErrors(foreign), ...foreignTagErrors(tags, tagLists) });
}

/**
 * Enrols many leads in chunks with pauses. Where a filter finds more than `maxLeads`, a job enrols
 * those that are left: it is returned instead of the counts.
 */
export async function enrolLeads(
  scope: Scope,
  scenarioId: number,
  input: BulkEnrolInput,
  maxLeads = MAX_LEADS,
): Promise<{ counts: BulkEnrolment } | { job: Job }> {
  await checkReferences(scope, scenarioId, input);
  const enrolledAt = input.enrolled_at ?? null;
  if (!input.filter)
    return { counts: await enrolIds(scope, scenarioId, input.lead_ids ?? [], enrolledAt) };
  const size = newSize();
  const first = await nextPage(scope, input.filter, null, size.limit);
  if (first.next === null)
    return { counts: await enrolIds(scope, scenarioId, first.ids, enrolledAt) };
  let job = await startJob(scope, scenarioId, input.filter, enrolledAt);
  for (let chunks = 0; chunks < MAX_CHUNKS && job.finished_at === null; chunks++) {
    if (job.matched >= maxLeads) break;
    const { cursor } = job;
    job = found(await advance(scope, job, size).catch(throwMissingScenario));
    if (job.cursor === cursor) break;
  }
  if (job.state !== "completed") return { job };
  await discardJob(scope, job.id);
  return { counts: countsOf(job) };
}

/** The counts of a job so far. */
export const countsOf = ({ matched, already_active, opted_out }: Job): BulkEnrolment => ({
  matched,
  enrolled: matched - already_active - opted_out,
  already_active,
  opted_out,
});

/**
 * Enrols the leads with these ids. Should it break off between two chunks, sending the request again
 * enrols the other leads.
 */
async function enrolIds(
  scope: Scope,
  scenarioId: number,
  ids: number[],
  enrolledAt: number | null,
): Promise<BulkEnrolment> {
  const total = { matched: 0, already_active: 0, opted_out: 0 };
  const size = newSize();
  for (let at = 0; at < ids.length; ) {
    const chunk = ids.slice(at, at + size.limit);
    at += chunk.length;
    const count = () => enrolChunk(scope, scenarioId, haveIds(scope, chunk), enrolledAt);
    const counts = await (at < ids.length ? pauseAfter(count, size) : count());
    total.matched += counts.matched;
    total.already_active += counts.already_active;
    total.opted_out += counts.opted_out;
  }
  scope.sink.wake({ runs: true });
  return { ...total, enrolled: total.matched - total.already_active - total.opted_out };
}

async function enrolChunk(scope: Scope, scenarioId: number, which: SQL, enrolledAt: number | null) {
  const { scenario, counts } = await batch(scope, {
    quota: underQuota(scope, "stored_bytes"),
    scenario: selectId(scope, scenarios, scenarioId),
    counts: countLeads(scenarioId, which),
    dated:
      enrolledAt === null ? undefined : dateEnrolment(isToEnrol(scenarioId, which), enrolledAt),
    runs: insertRuns(scope, scenarioId, sql`${which} and is_optout = 0`, enrolledAt ?? Date.now()),
  }).catch(throwMissingScenario);
  found(scenario[0]);
  return found(counts[0]);
}
