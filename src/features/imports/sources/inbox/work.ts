import { sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { sourceDeliveries } from "#db/schema/sources";
import { within } from "#db/scope/scope";
import type { SourceDeliveryStatus } from "#domain/sources";
import type { Scope } from "#env";
import type { Input } from "#features/leads/bulk/apply";
import { People } from "#features/leads/bulk/people";
import { matchOf, outcomesOf, type Planned, plan } from "#features/leads/bulk/plan";
import { inputsFrom, readsOf } from "#features/leads/bulk/read";
import { whileOvertaken, writeEntries } from "#features/leads/bulk/write";
import type { ItemWarning } from "../item";
import { type SourceNow, selectSource, sourceOf } from "./claim";
import { type DeliveryWarning, deliveryStatements, type Outcome } from "./commit";
import { type Draft, draftsOf, type Job } from "./drafts";

/** The source has changed since its items were mapped. */
export class Changed extends Error {}

/** A draft with what comes of it. */
export type Worked = Draft & Omit<Planned, "status"> & { status: SourceDeliveryStatus };

/** A chunk that is planned: what is to be written of it. */
export type Chunk = { people: People; worked: Worked[]; source: SourceNow };

/** A delivery that is there before the chunk is written. */
type Written = { seq: number; status: SourceDeliveryStatus; dedupe: string | null };

const selectWritten = (scope: Scope, sourceId: number, jobs: readonly Job[]) => {
  const rows = (column: "seq" | "dedupe", values: unknown[]) => sql`
    select seq, status, dedupe from source_deliveries
    where ${within(scope, sourceDeliveries, sql`source_id = ${sourceId}`)}
      and ${sql.raw(column)} in (select value from json_each(${JSON.stringify(values)}))`;
  const seqs = jobs.map(({ seq }) => seq);
  const ids = jobs.flatMap(({ delivery, dedupe }) => (delivery === null && dedupe) || []);
  return sql<Written>`${rows("seq", seqs)} union ${rows("dedupe", ids)}`;
};

/** The jobs that are left to do; null for one that is done, or a duplicate. */
function leftOf(jobs: readonly Job[], written: Written[]): (Job | null)[] {
  const bySeq = new Map(written.map((row) => [row.seq, row]));
  const ids = new Map(written.map((row) => [row.dedupe, row.seq]));
  return jobs.map((job) => {
    const row = bySeq.get(job.seq);
    if (job.delivery === "replayed") return row ? job : null;
    if (row) return row.status === "held" ? { ...job, delivery: "held" } : null;
    const isDuplicate = job.dedupe !== null && ids.has(job.dedupe);
    return isDuplicate ? null : { ...job, delivery: null };
  });
}

/** The leads that replayed deliveries have made or changed before. */
const leadsBefore = (jobs: readonly Job[]) =>
  sql`select value from json_each(${JSON.stringify(jobs.flatMap(({ leadId }) => leadId ?? []))})`;

const NOBODY: Planned = { status: "unchanged", person: null };

/** Plans the lead of a draft. */
function planLead(people: People, { job }: Draft, input: Input, source: SourceNow): Planned {
  const { options, creates } = source;
  const match = matchOf(people, input, options).person;
  if (match || job.leadId == null || !people.withId(job.leadId))
    return match || creates ? plan(people, input, options) : NOBODY;
  // The lead that it has made before no longer has what it would be found by.
  const itself = { ...input, lead: { ...input.lead, id: job.leadId } };
  return plan(people, itself, { ...options, mode: "update" });
}

function work(people: People, draft: Draft, input: Input | undefined, source: SourceNow): Worked {
  const isInvalid = Object.keys(draft.errors).length > 0;
  if (!input) return { ...draft, person: null, status: isInvalid ? "invalid" : "ignored" };
  const planned = planLead(people, draft, input, source);
  return { ...draft, ...planned, ...(planned === NOBODY && { status: "ignored" as const }) };
}

/** Reads what jobs concern, in one round trip, and plans what becomes of them. */
export async function planChunk(
  given: Scope,
  source: SourceNow,
  jobs: readonly Job[],
  isDry = false,
): Promise<Chunk> {
  const scope = { ...given, defaultCountry: source.reading.country };
  const drafts = draftsOf(source, jobs);
  const leads = drafts.flatMap(({ lead }) => lead ?? []);
  const reads = await readsOf(scope, leads, isDry, [leadsBefore(jobs)]);
  const { row, written, ...results } = await readBatch(scope, {
    row: selectSource(scope, source.id),
    written: selectWritten(scope, source.id, jobs),
    ...reads.entries,
  });
  const now = row[0] ? sourceOf(source.id, row[0], Date.now()) : null;
  if (now?.stamp !== source.stamp) throw new Changed();
  const { inputs, known } = await inputsFrom(scope, reads, results, source.options);
  const people = new People().know(known);
  const left = leftOf(jobs, written);
  const worked = drafts.flatMap((draft, n): Worked[] => {
    const [input, job] = [draft.lead ? inputs.shift() : undefined, left[n]];
    return job ? [work(people, { ...draft, job }, input, source)] : [];
  });
  return { people, worked, source: now };
}

const WARNINGS: Record<ItemWarning, Omit<DeliveryWarning, "code">> = {
  times_disagree: {
    message: "The times of the item contradict each other.",
    field: "booking.starts_at",
  },
  ends_before_start: {
    message: "The booking would end before it begins, and has no end.",
    field: "booking.ends_at",
  },
};

/** The outcomes of a chunk; new leads are named by their places. */
export function outcomesIn({ people, worked }: Pick<Chunk, "people" | "worked">): Outcome[] {
  // The status of a lead is the delivery's own.
  const results = outcomesOf(worked as Planned[], people.fresh);
  return worked.map(({ job, fact, status, mapped }, n) => {
    const { id = null, conflicts, warnings = [], errors } = results[n] ?? {};
    const doubts = (mapped?.warnings ?? []).map((code) => ({ code, ...WARNINGS[code] }));
    return {
      ...{ job, fact, status, lead: id, booking: null },
      ...(errors && { errors }),
      ...(conflicts && { conflicts }),
      warnings: [...warnings, ...doubts],
    };
  });
}

/** Writes a chunk: its leads, bookings and deliveries, in one round trip. */
export async function writeChunk(scope: Scope, chunk: Chunk) {
  const { people, source } = chunk;
  if (chunk.worked.length === 0) return;
  await batch(scope, {
    ...writeEntries(scope, people),
    deliveries: deliveryStatements(scope, source.id, outcomesIn(chunk), people.fresh.length),
  });
}

/** Works jobs. Returns the source as it was then. */
export const workJobs = (scope: Scope, source: SourceNow, jobs: readonly Job[]) =>
  whileOvertaken(async () => {
    const chunk = await planChunk(scope, source, jobs);
    await writeChunk(scope, chunk);
    return { ...chunk.source, left: chunk.source.left - chunk.worked.length };
  });
