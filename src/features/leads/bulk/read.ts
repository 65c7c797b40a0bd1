import { type SQL, sql } from "drizzle-orm";
import { type Results, readBatch } from "#db/batch";
import { leads, leadTags } from "#db/schema/leads";
import { leadMerges } from "#db/schema/merges";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { hashContacts } from "#db/statements/contact-hashes";
import { consentScopes } from "#domain/consents";
import { columnsWhere } from "#domain/field-names";
import { type LeadFields, leadFields, optoutFields } from "#domain/lead-fields";
import type { ProfileField } from "#domain/leads";
import type { Scope } from "#env";
import { readLeadRef } from "../lead-ref";
import { contactsOf, identityOf } from "../uniqueness";
import type { Input } from "./apply";
import { KEYS, type Known } from "./people";
import type { BulkOptions } from "./plan";
import { matchFields, type NamedLead } from "./schema";
import { selectTags, tagsByName, withNewTags } from "./tags";

const FLAGS: readonly string[] = Object.values(optoutFields);

/** The columns that bulk writes set, besides `data` and the consents. */
export const knownColumns = (fields: LeadFields) => [
  ...columnsWhere(fields, ({ setBy }) => setBy.includes("api"))
    .flat()
    .filter((column) => !FLAGS.includes(column)),
  ...["variables", "enrolled_at", "profile_extracted_at", "profile"],
];

const COLUMNS = knownColumns(leadFields);
const JSON_COLUMNS = ["variables", "profile"];

type Row = Record<string, unknown> & {
  id: number;
  data: string | null;
  profile_pinned: string;
  tags: string;
};

/** The CROSS JOIN has SQLite look up each key: for an IN, it may read all of the workspace's. */
const idsWith = (scope: Scope, column: string, keys: string[]) => sql`
  select leads.id from json_each(${JSON.stringify(keys)}) as given
    cross join leads on ${within(scope, leads, sql`leads.${sql.raw(column)} = given.value`)}`;

type Bare = Pick<Input, "lead" | "refId" | "identity">;

const refsIn = (inputs: Bare[]) => inputs.flatMap(({ refId }) => refId ?? []);

/** Selects the leads that references name which have been merged, and where they have gone. */
const selectMerged = (scope: Scope, refs: number[]) => sql<{ id: number; keepId: number }>`
  select lead_id as id, keep_id as keepId
  from json_each(${JSON.stringify(refs)}) as given
    cross join lead_merges on lead_id = given.value
  where ${within(scope, leadMerges, sql`finished_at is not null`)}`;

/**
 * Selects the ids of the leads that have an id or a key of the inputs, or that a reference of one
 * names: at most five for each of them.
 */
function idsOf(scope: Scope, inputs: Bare[], also: SQL[]): SQL {
  const keys = matchFields.map((field) => {
    const given = inputs.flatMap(({ identity }) => identity[field] ?? []);
    return idsWith(scope, KEYS[field], given);
  });
  const ids = inputs.flatMap(({ lead }) => lead.id ?? []);
  const refs = refsIn(inputs);
  const merged = sql`union select keepId from (${selectMerged(scope, refs)})`;
  const named = sql`
    select value from json_each(${JSON.stringify([...ids, ...refs])})
    ${refs.length > 0 ? merged : sql``} ${sql.join(also.map((ids) => sql`union ${ids}`))}`;
  const hasId = sql`id in (${named})`;
  return sql.join(
    [...keys, sql`select id from leads not indexed where ${within(scope, leads, hasId)}`],
    sql` union `,
  );
}

/**
 * Selects leads by their ids. Their data, which may be long, is read where an input has some, or if
 * it is all read.
 */
function selectKnown(inputs: Bare[], readsAll: boolean, ids: SQL): SQL<Row> {
  const isAsked = readsAll || inputs.some(({ lead }) => lead.data != null);
  return sql<Row>`
    select leads.id, ${sql.raw(FLAGS.join(", "))}, profile_pinned, ${sql.raw(COLUMNS.join(", "))},
      ${isAsked ? sql`data` : sql`null`} as data,
      (select json_group_array(tag_id) from lead_tags
       where lead_id = leads.id and ${present(leadTags)}) as tags
    from leads where id in (${ids}) order by id`;
}

const knownOf = (row: Row): Known => ({
  id: row.id,
  values: Object.fromEntries(
    COLUMNS.map((column) => {
      const value = row[column];
      const isJson = JSON_COLUMNS.includes(column) && typeof value === "string";
      return [column, isJson ? JSON.parse(value) : value];
    }),
  ),
  data: row.data === null ? {} : JSON.parse(row.data),
  overridden: Object.keys(JSON.parse(row.profile_pinned)) as ProfileField[],
  tags: JSON.parse(row.tags),
  optouts: consentScopes.filter((about) => row[optoutFields[about]] === 1),
});

/** An input before anything is read for it. */
async function bareOf(scope: Scope, lead: NamedLead): Promise<Bare> {
  const refId = lead.lead_ref == null ? null : await readLeadRef(scope, lead.lead_ref);
  return { lead, refId, identity: identityOf(scope, lead) };
}

/** The statements that read the leads and tags that inputs name, to be run with others. */
export async function readsOf(
  scope: Scope,
  leads: NamedLead[],
  isDry: boolean,
  /** Subqueries for the ids of further leads. */
  also: SQL[] = [],
) {
  const bare = await Promise.all(leads.map((lead) => bareOf(scope, lead)));
  const refs = refsIn(bare);
  const contacts = bare.flatMap(({ identity }) => contactsOf(identity));
  const ids = idsOf(scope, bare, also);
  return {
    ...{ leads, isDry, bare, ids, hashes: await hashContacts(scope, contacts) },
    entries: {
      known: selectKnown(bare, isDry, ids),
      merged: refs.length > 0 ? selectMerged(scope, refs) : undefined,
      found: selectTags(scope, leads),
    },
  };
}

type Reads = Awaited<ReturnType<typeof readsOf>>;

/** The inputs by what their statements have read. Creates tags that are missing, unless dry. */
export async function inputsFrom(
  scope: Scope,
  { leads, isDry, bare, hashes }: Reads,
  { known, merged, found }: Results<Reads["entries"]>,
  { createTags }: Pick<BulkOptions, "createTags">,
) {
  const stored = tagsByName(found, leads);
  const tags = createTags ? await withNewTags(scope, leads, stored, isDry) : stored;
  const keepers = new Map(merged?.map(({ id, keepId }) => [id, keepId]));
  const inputs: Input[] = bare.map(({ refId, ...input }) => ({
    ...{ ...input, scope, hashes, tags },
    refId: refId === null ? null : (keepers.get(refId) ?? refId),
  }));
  return { inputs, known: known.map(knownOf) };
}

/** Reads the leads and tags that inputs name; creates tags that are missing, unless it is dry. */
export async function readChunk(
  scope: Scope,
  leads: NamedLead[],
  options: BulkOptions,
  isDry: boolean,
) {
  const reads = await readsOf(scope, leads, isDry);
  return inputsFrom(scope, reads, await readBatch(scope, reads.entries), options);
}
