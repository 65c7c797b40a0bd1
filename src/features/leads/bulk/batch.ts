import { sql } from "drizzle-orm";
import { reservedLead } from "#db/statements/leads/bulk";
import { type Held, holdKey, isKeyLost, keepProgress } from "#db/writes/idempotency";
import type { Scope } from "#env";
import { pauseAfter } from "#lib/chunks";
import { keyClaimed } from "#lib/idempotency";
import { type FieldErrors, Problem } from "#lib/problem";
import {
  type Alongside,
  type BulkOptions,
  chunksOf,
  type Outcome,
  outcomeOf,
  tryChunk,
  writeChunk,
} from "./chunk";
import { People } from "./people";
import {
  type BulkLead,
  type BulkOutcome,
  bulkStatuses,
  type LeadBatch,
  matchFields,
  Rejected,
} from "./schema";

/**
 * What a chunk has done, as it is kept with the key. A negative id stands for a new lead's place. A
 * chunk that a quota keeps from being written is not kept.
 */
type Done = { chunk: number; first: number; outcomes: Outcome[] };

const placed = ({ first, outcomes }: Done): Outcome[] => {
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

/** Keeps what the chunks do with the request's key, if it has one. */
function keeping({ claim }: Scope, { scope, holder }: Held, chunk: number): Alongside | undefined {
  if (!claim) return undefined;
  return (planned, fresh) => {
    const idOf = (person: (typeof fresh)[number]) => person.id ?? -1 - fresh.indexOf(person);
    const outcomes = planned.map((one) => outcomeOf(one, idOf));
    const first = reservedLead(fresh.length, sql`0`);
    const done = sql`json_object(
      'chunk', ${chunk}, 'first', ${first}, 'outcomes', json(${JSON.stringify(outcomes)}))`;
    return [keepProgress(scope, claim, holder, done)];
  };
}

/** The quota that keeps a chunk from being written, as the error of each of its leads. */
const quotaErrors = (error: unknown): FieldErrors | undefined =>
  error instanceof Problem ? error.details.errors : undefined;

/** Writes leads in chunks, each with a pause after it, save those that are written already. */
async function writeAll(scope: Scope, leads: { lead: BulkLead }[], options: BulkOptions) {
  const held = await holdKey(scope);
  const kept = held.progress === null ? [] : (JSON.parse(held.progress) as Done[]);
  const done = new Map(kept.map((one) => [one.chunk, placed(one)]));
  const outcomes: Outcome[] = [];
  for (const [number, chunk] of chunksOf(leads).entries()) {
    const inputs = chunk.map(({ lead }) => lead);
    const write = () => writeChunk(held.scope, inputs, options, keeping(scope, held, number));
    const written = done.get(number) ?? (await pauseAfter(write).catch(refused));
    outcomes.push(...written);

    function refused(error: unknown): Outcome[] {
      if (isKeyLost(error)) throw keyClaimed();
      const errors = quotaErrors(error);
      if (!errors || outcomes.length === 0) throw error;
      return inputs.map(() => ({ status: "invalid", id: null, errors }));
    }
  }
  return outcomes;
}

async function tryAll(scope: Scope, leads: { lead: BulkLead }[], options: BulkOptions) {
  const people = new People();
  const outcomes: Outcome[] = [];
  for (const chunk of chunksOf(leads)) {
    const inputs = chunk.map(({ lead }) => lead);
    outcomes.push(
      ...(await pauseAfter(() =>
        tryChunk(scope, inputs, options, (stored) => people.know(stored)),
      )),
    );
  }
  return outcomes;
}

/** Creates or updates many leads, each judged by itself. A dry run only says what would be done. */
export async function writeLeads(
  scope: Scope,
  { mode, match_by: matchBy = [...matchFields], create_tags: createTags = false, leads }: LeadBatch,
  isDry: boolean,
) {
  const taken = leads.flatMap((lead, index) => (lead instanceof Rejected ? [] : [{ index, lead }]));
  const work = isDry ? tryAll : writeAll;
  const outcomes = await work(scope, taken, { mode, matchBy, createTags, source: "api" });
  const byIndex = new Map(taken.map(({ index }, place) => [index, outcomes[place]]));
  const data = leads.map((lead, index): BulkOutcome => {
    const errors = lead instanceof Rejected ? { errors: lead.errors } : {};
    return { index, ...{ status: "invalid", id: null, ...errors }, ...byIndex.get(index) };
  });
  const counts = Object.fromEntries(
    bulkStatuses.map((status) => [status, data.filter((one) => one.status === status).length]),
  );
  return { data, meta: { counts } };
}
