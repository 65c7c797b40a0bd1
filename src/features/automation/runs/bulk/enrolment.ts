import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { scenarios } from "#db/schema/automation";
import { leads } from "#db/schema/leads";
import { foreignIds, selectId } from "#db/scope/rows";
import { dateEnrolment } from "#db/statements/leads/leads";
import { insertRuns } from "#db/statements/runs";
import { underQuota } from "#db/writes/quotas";
import type { Scope } from "#env";
import {
  filterErrors,
  referenceErrors,
  selectReferences,
  withSegment,
} from "#features/leads/segments/filter";
import { ChunkSize, pauseAfter } from "#lib/chunks";
import { found, throwErrors } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { throwMissingScenario } from "../enrol";
import { type BulkEnrolInput, MAX_LEAD_IDS } from "../input";
import { advance, countLeads, haveIds, isToEnrol, nextPage } from "./chunk";
import { seedOf } from "./holdout";
import { discardJob, enrolledOf, type Job, type Pace, startJob } from "./job";
import type { BulkEnrolment } from "./schema";

/** The most unknown lead ids that an answer reports. */
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
export async function bulkErrors(scope: Scope, body: Record<string, unknown>) {
  const { lead_ids: ids } = body;
  const isList =
    Array.isArray(ids) &&
    ids.length <= MAX_LEAD_IDS &&
    ids.every((id) => Number.isSafeInteger(id) && id > 0);
  return {
    ...(isList && foreignLeadErrors(await foreignLeads(scope, ids))),
    ...(await filterErrors(scope, body)),
  };
}

/**
 * Throws the errors on the references of a request, and `not_found` without the scenario. Returns
 * the filter, with that of its segment.
 */
export async function checkReferences(scope: Scope, scenarioId: number, input: BulkEnrolInput) {
  const filter = input.filter ?? undefined;
  const { scenario, foreign, ...references } = await readBatch(scope, {
    scenario: selectId(scope, scenarios, scenarioId),
    foreign: foreignLeads(scope, input.lead_ids ?? []),
    ...selectReferences(scope, filter),
  });
  found(scenario[0]);
  throwErrors({ ...foreignLeadErrors(foreign), ...referenceErrors(filter, references) });
  return filter && withSegment(filter, references.segment);
}

const paceOf = ({ at, per_hour, holdout, holdout_seed }: BulkEnrolInput): Pace => ({
  startsAt: at ?? null,
  perHour: per_hour ?? null,
  holdout: holdout ?? 0,
  seed: seedOf({ holdout, holdout_seed }),
});

/**
 * Enrols many leads in chunks with pauses. Where a filter finds more than `maxLeads`, a job enrols
 * those that are left: it is returned instead of the counts. A job enrols all of them where the
 * request sets a pace.
 */
export async function enrolLeads(
  scope: Scope,
  scenarioId: number,
  input: BulkEnrolInput,
  maxLeads = MAX_LEADS,
): Promise<{ data: BulkEnrolment } | { job: Job }> {
  const filter = await checkReferences(scope, scenarioId, input);
  const enrolledAt = input.enrolled_at ?? null;
  if (!filter) return { data: await enrolIds(scope, scenarioId, input.lead_ids ?? [], enrolledAt) };
  const pace = paceOf(input);
  if (pace.startsAt !== null || pace.perHour !== null || pace.holdout > 0)
    return { job: await startJob(scope, scenarioId, filter, enrolledAt, pace) };
  const size = newSize();
  const first = await nextPage(scope, filter, null, size.limit);
  if (first.next === null)
    return { data: await enrolIds(scope, scenarioId, first.ids, enrolledAt) };
  let job = await startJob(scope, scenarioId, filter, enrolledAt);
  for (let chunks = 0; chunks < MAX_CHUNKS && job.finished_at === null; chunks++) {
    if (job.matched >= maxLeads) break;
    const { cursor } = job;
    job = found(await advance(scope, job, size).catch(throwMissingScenario));
    if (job.cursor === cursor) break;
  }
  if (job.state !== "completed") return { job };
  await discardJob(scope, job.id);
  return { data: countsOf(job) };
}

/** The counts of a job so far. */
const countsOf = (job: Job): BulkEnrolment => ({
  matched: job.matched,
  enrolled: enrolledOf(job),
  already_active: job.already_active,
  opted_out: job.opted_out,
});

/**
 * Enrols the leads with these ids. Should it break off between two chunks, sending the request
 * again enrols the other leads.
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
