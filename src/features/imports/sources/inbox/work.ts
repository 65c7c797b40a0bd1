import { sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { sourceDeliveries } from "#db/schema/sources";
import { within } from "#db/scope/scope";
import { leadsOfBookings } from "#db/statements/bookings";
import type { BookingFact } from "#domain/bookings";
import type { SourceDeliveryStatus } from "#domain/sources";
import type { Scope } from "#env";
import { bookingReads, bookingsOf, bookingWrites } from "#features/leads/bookings/chunk";
import { People } from "#features/leads/bulk/people";
import { outcomesOf, type Planned } from "#features/leads/bulk/plan";
import { inputsFrom, readsOf } from "#features/leads/bulk/read";
import { whileOvertaken, writeEntries } from "#features/leads/bulk/write";
import type { ItemWarning } from "../item";
import { afterLeads, consentOf } from "./after-leads";
import { type SourceNow, selectSource, sourceOf } from "./claim";
import { type DeliveryWarning, deliveryStatements, type Outcome } from "./commit";
import { draftsOf, type Job } from "./drafts";
import { type Concerned, holderOf, planItem, type Worked } from "./plan";

/** The source has changed since its items were mapped. */
export class Changed extends Error {}

/** A chunk that is planned: what is to be written of it. */
export type Chunk = Concerned & { worked: Worked[]; source: SourceNow };

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

const idsIn = (facts: BookingFact[]) =>
  facts.flatMap(({ externalId, replaces }) => [externalId ?? [], replaces ?? []].flat());

/** The leads that replayed deliveries have made or changed before. */
const leadsBefore = (jobs: readonly Job[]) =>
  sql`select value from json_each(${JSON.stringify(jobs.flatMap(({ leadId }) => leadId ?? []))})`;

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
  const facts = drafts.flatMap(({ mapped }) => mapped?.booking ?? []);
  const holders = leadsOfBookings(scope, source.id, idsIn(facts));
  const reads = await readsOf(scope, leads, isDry, [leadsBefore(jobs), holders]);
  const { row, written, bookings, refs, ...results } = await readBatch(scope, {
    row: selectSource(scope, source.id),
    written: selectWritten(scope, source.id, jobs),
    ...reads.entries,
    ...(facts.length > 0 && bookingReads(scope, source.id, facts, reads.ids)),
  });
  const now = row[0] ? sourceOf(source.id, row[0], Date.now()) : null;
  if (!now || (!isDry && now.stamp !== source.stamp)) throw new Changed();
  const { inputs, known } = await inputsFrom(scope, reads, results, source.options);
  const concerned = {
    people: new People().know(known),
    bookings: bookingsOf({ bookings: bookings ?? [], refs: refs ?? [] }),
  };
  const left = leftOf(jobs, written);
  const worked = drafts.flatMap((draft, n): Worked[] => {
    const [input, job] = [draft.lead ? inputs.shift() : undefined, left[n]];
    return job ? [planItem(concerned, { ...draft, job }, input, source)] : [];
  });
  return { ...concerned, worked, source: now };
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
export function outcomesIn({ people, worked, source }: Chunk): Outcome[] {
  // The status of a lead is the delivery's own.
  const results = outcomesOf(worked as Planned[], people.fresh);
  return worked.map(({ job, fact, status, mapped, held, person }, n) => {
    const { id = null, conflicts, warnings = [], errors } = results[n] ?? {};
    const doubts = (mapped?.warnings ?? []).map((code) => ({ code, ...WARNINGS[code] }));
    return {
      ...{ job, fact, status, lead: id ?? holderOf({ held, person }) },
      booking: held?.name ?? null,
      ...(errors && { errors }),
      ...(conflicts && { conflicts }),
      consent: consentOf(source, { mapped, person })?.about ?? null,
      warnings: [...warnings, ...doubts],
    };
  });
}

/** Writes a chunk: its leads, bookings and deliveries, in one round trip. */
export async function writeChunk(scope: Scope, chunk: Chunk) {
  const { people, bookings, source, worked } = chunk;
  if (worked.length === 0) return;
  const made = { leads: people.fresh.length, bookings: bookings.made };
  await batch(scope, {
    ...writeEntries(scope, people),
    ...bookingWrites(scope, source.id, bookings, { people, stages: source.stages }),
    afterLeads: afterLeads(scope, source, people, worked),
    deliveries: deliveryStatements(scope, source.id, outcomesIn(chunk), made),
  });
}

/** Works jobs. Returns the source as it was then. */
export const workJobs = (scope: Scope, source: SourceNow, jobs: readonly Job[]) =>
  whileOvertaken(async () => {
    const chunk = await planChunk(scope, source, jobs);
    await writeChunk(scope, chunk);
    return { ...chunk.source, left: chunk.source.left - chunk.worked.length };
  });
