import { type SQL, sql } from "drizzle-orm";
import { type Statement, unscopedBatch } from "#db/batch";
import { tags } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { limitOf } from "#db/writes/quotas";
import type { stages } from "#domain/leads";
import type { Scope } from "#env";
import { foldLabel } from "#lib/text";
import type { BulkLead } from "./schema";

/** The workspace's tags by their ids, and by the labels that inputs call them. */
export type TagsByName = Map<string | number, { id: number; stage?: (typeof stages)[number] }>;

type Row = { id: number; key: string; stage: (typeof stages)[number] | null };

const list = (values: unknown[]) =>
  sql`(select value from json_each(${JSON.stringify([...new Set(values)])}))`;

const namesIn = (leads: BulkLead[]) =>
  leads.flatMap(({ tags: names, tag_ids: ids }) => [...(names ?? []), ...(ids ?? [])]);

const labelsIn = (leads: BulkLead[]) =>
  namesIn(leads).filter((name): name is string => typeof name === "string");

/** Selects the tags that leads name: one twice if it is named by its label and its id. */
export function selectTags(scope: Scope, leads: BulkLead[]): SQL<Row> {
  const ids = namesIn(leads).filter((name) => typeof name === "number");
  const keys = labelsIn(leads).map(foldLabel);
  const rows = (condition: SQL) => sql`
    select id, label_key as key, pipeline_stage as stage from tags
    where ${within(scope, tags, condition)}`;
  return sql<Row>`
    ${rows(sql`label_key in ${list(keys)}`)} union all ${rows(sql`id in ${list(ids)}`)}`;
}

/** The tags that leads name, of those that `selectTags` has found. */
export function tagsByName(found: Row[], leads: BulkLead[]): TagsByName {
  const known: TagsByName = new Map();
  for (const { id, key, stage } of found) {
    const tag = { id, ...(stage && { stage }) };
    known.set(key, tag).set(id, tag);
  }
  const named = namesIn(leads).flatMap((name) => {
    const tag = known.get(typeof name === "string" ? foldLabel(name) : name);
    return tag ? [[name, tag] as const] : [];
  });
  return new Map(named);
}

/** The labels that no tag has, each once. */
const missingLabels = (leads: BulkLead[], byName: TagsByName): string[] => [
  ...new Map(
    labelsIn(leads)
      .filter((label) => !byName.has(label))
      // Of several spellings, the first stays.
      .reverse()
      .map((label) => [foldLabel(label), label]),
  ).values(),
];

/** An id that no tag has, the same for a label wherever it comes up: a hash of 47 bits. */
const futureId = (label: string) => {
  let hash = 1;
  for (const character of foldLabel(label))
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 47;
  return -1 - hash;
};

/** The tags with those that would be created, for a dry run. */
const withFutureTags = (byName: TagsByName, leads: BulkLead[]): TagsByName =>
  new Map([
    ...byName,
    ...labelsIn(leads)
      .filter((label) => !byName.has(label))
      .map((label) => [label, { id: futureId(label) }] as const),
  ]);

/** Creates tags with these labels, as far as the workspace may have more. */
function createTags(scope: Scope, labels: string[]): Statement {
  const now = Date.now();
  const room = sql`max(0,
    ${limitOf(scope, "tags")} - (select count(*) from tags where ${within(scope, tags)}))`;
  const keyed = labels.map((label) => [foldLabel(label), label]);
  return sql`
    insert into tags (workspace_id, label, label_key, created_at, updated_at)
    select ${scope.workspaceId}, value ->> 1, value ->> 0, ${now}, ${now}
    from json_each(${JSON.stringify(keyed)})
    where not exists (
      select 1 from tags where ${within(scope, tags)} and label_key = value ->> 0)
    order by key
    limit ${room}`;
}

/** The tags with those that are missing, which are created, unless it is dry. */
export async function withNewTags(
  scope: Scope,
  leads: BulkLead[],
  tags: TagsByName,
  isDry: boolean,
): Promise<TagsByName> {
  const labels = missingLabels(leads, tags);
  if (labels.length === 0) return tags;
  if (isDry) return withFutureTags(tags, leads);
  // Not a batch of the request: tags alone claim no idempotency key.
  const { found } = await unscopedBatch(scope, {
    created: createTags(scope, labels),
    found: selectTags(scope, leads),
  });
  return tagsByName(found, leads);
}
