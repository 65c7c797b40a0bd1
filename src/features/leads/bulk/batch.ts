import { sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { reservedLead } from "#db/statements/leads/bulk";
import { type Held, holdKey, isKeyLost, keepProgress } from "#db/writes/idempotency";
import type { Scope } from "#env";
import { pauseAfter } from "#lib/chunks";
import { keyClaimed } from "#lib/idempotency";
import { type FieldErrors, Problem } from "#lib/problem";
import { People } from "./people";
import { type BulkOptions, type Outcome, outcomesOf, plan } from "./plan";
import { readChunk } from "./read";
import {
  type BulkLead,
  type BulkOutcome,
  bulkStatuses,
  type LeadBatch,
  matchFields,
  Rejected,
} from "./schema";
import { whileOvertaken, writeEntries } from "./write";

/**
 * The result of a chunk, as it is kept with the key. A negative id stands for a new lead's place. A
 * chunk that a quota keeps from being written is not kept.
 */
type Done = { chunk: number; first: number; outcomes: Outcome[] };

const placed = ({ first, outcomes }: Omit<Done, "chunk">): Outcome[] => {
  const idOf = (id: number | null) => (id !== null && id < 0 ? first - 1 - id : id);
  return outcomes.map(({ id, conflicts, ...others }) => ({
    ...others,
    id: idOf(id),
    ...(conflicts && {
      conflicts: Object.fromEntries(
        Object.entries(conflicts).map(([field, other]) => [field, idOf(other)]),
      ),
    }),
  }));
};

/** The number of leads that are written at a time, and of the bytes of their JSON together. */
const CHUNK_LEADS = 100;
const CHUNK_BYTES = 262_144;

/** Cuts a list of leads into chunks. */
function chunksOf(leads: BulkLead[]): BulkLead[][] {
  const chunks: BulkLead[][] = [];
  let bytes = 0;
  for (const lead of leads) {
    const size = JSON.stringify(lead).length;
    const chunk = chunks.at(-1);
    bytes += size;
    if (chunk && chunk.length < CHUNK_LEADS && bytes <= CHUNK_BYTES) chunk.push(lead);
    else {
      chunks.push([lead]);
      bytes = size;
    }
  }
  return chunks;
}

/** Writes a chunk, and keeps what it does with the request's key, if there is one. */
async function writeChunk(held: Held, leads: BulkLead[], options: BulkOptions, chunk: number) {
  const { inputs, known } = await readChunk(held.scope, leads, options, false);
  const people = new People().know(known);
  const planned = inputs.map((input) => plan(people, input, options));
  const { fresh } = people;
  const outcomes = outcomesOf(planned, fresh);
  const done = sql`json_object(
    'chunk', ${chunk}, 'first', ${reservedLead(fresh.length, sql`0`)},
    'outcomes', json(${JSON.stringify(outcomes)}))`;
  const kept = keepProgress(held, done);
  if (!kept && !people.all.some(({ isChanged }) => isChanged)) return outcomes;
  const { reserved } = await batch(held.scope, { ...writeEntries(held.scope, people), kept });
  const first = (reserved?.[0]?.last ?? 0) - fresh.length + 1;
  return placed({ first, outcomes });
}

/** The quota that keeps a chunk from being written, as the error of each of its leads. */
const quotaErrors = (error: unknown): FieldErrors | undefined =>
  error instanceof Problem ? error.details.errors : undefined;

/** Writes leads in chunks, each with a pause after it, save those that are written already. */
async function writeAll(scope: Scope, leads: BulkLead[], options: BulkOptions) {
  const held = await holdKey(scope);
  const kept = held.progress === null ? [] : (JSON.parse(held.progress) as Done[]);
  const done = new Map(kept.map((one) => [one.chunk, placed(one)]));
  const outcomes: Outcome[] = [];
  for (const [number, chunk] of chunksOf(leads).entries()) {
    const write = () => whileOvertaken(() => writeChunk(held, chunk, options, number));
    const written = done.get(number) ?? (await pauseAfter(write).catch(refused));
    outcomes.push(...written);

    function refused(error: unknown): Outcome[] {
      if (isKeyLost(error)) throw keyClaimed();
      const errors = quotaErrors(error);
      if (!errors || outcomes.length === 0) throw error;
      return chunk.map(() => ({ status: "invalid", id: null, errors }));
    }
  }
  return outcomes;
}

async function tryAll(scope: Scope, leads: BulkLead[], options: BulkOptions) {
  const people = new People();
  const outcomes: Outcome[] = [];
  for (const chunk of chunksOf(leads)) {
    const tried = await pauseAfter(async () => {
      const { inputs, known } = await readChunk(scope, chunk, options, true);
      people.know(known);
      return outcomesOf(inputs.map((input) => plan(people, input, options)));
    });
    outcomes.push(...tried);
  }
  return outcomes;
}

/** Creates or updates many leads, each judged by itself. A dry run only says what would be done. */
export async function writeLeads(
  scope: Scope,
  { mode, match_by: matchBy = [...matchFields], create_tags: createTags = false, leads }: LeadBatch,
  isDry: boolean,
) {
  const accepted = leads.filter((lead) => !(lead instanceof Rejected));
  const work = isDry ? tryAll : writeAll;
  const outcomes = await work(scope, accepted, { mode, matchBy, createTags, source: "api" });
  const data = leads.map((lead, index): BulkOutcome => {
    const none = { index, status: "invalid" as const, id: null };
    return lead instanceof Rejected
      ? { ...none, errors: lead.errors }
      : { ...none, ...outcomes.shift() };
  });
  const counts = Object.fromEntries(
    bulkStatuses.map((status) => [status, data.filter((one) => one.status === status).length]),
  );
  return { data, meta: { counts } };
}
