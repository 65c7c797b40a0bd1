import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { contains, pagedWhere, stopIn } from "#db/lists/page";
import { FIRST_CHUNK, leaveTombstones, removeChunk } from "#db/removal/tombstones";
import { scenarios } from "#db/schema/automation";
import { leads, leadTags, tags } from "#db/schema/leads";
import { deleteRow, exists, foreignIds, selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { untagSources } from "#db/statements/sources";
import { throwConflict } from "#db/writes/errors";
import { underQuota } from "#db/writes/quotas";
import { changedAt } from "#db/writes/revision";
import { MAX_TAGS } from "#domain/leads";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, invalid } from "#lib/problem";
import { foldLabel } from "#lib/text";
import { iso } from "#lib/time";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import type { Tag, TagInput, TagQuery } from "./schema";

const { workspaceId, labelKey, ...columns } = getTableColumns(tags);
type Row = Pick<typeof tags.$inferSelect, keyof typeof columns>;

export const tagToWire = ({ pipelineStage, createdAt, updatedAt, ...row }: Row): Tag => ({
  ...row,
  pipeline_stage: pipelineStage,
  created_at: iso(createdAt),
  updated_at: iso(updatedAt),
});

/** A tag as JSON, for `json_group_array` over `tags`; `tagsFromJson` reads it. */
export const tagJson = sql`json_array(
  tags.id, tags.label, tags.description, tags.pipeline_stage, tags.created_at, tags.updated_at)`;

type TagJson = [number, string, string | null, Tag["pipeline_stage"], number, number];

/** `known` holds the tags of the page's other leads, which mostly share a few tags. */
export const tagsFromJson = (json: string, known: Map<number, Tag>) =>
  (JSON.parse(json) as TagJson[]).map(
    ([id, label, description, pipelineStage, createdAt, updatedAt]) => {
      const tag =
        known.get(id) ?? tagToWire({ id, label, description, pipelineStage, createdAt, updatedAt });
      known.set(id, tag);
      return tag;
    },
  );

const valuesOf = (input: TagInput) => ({
  label: input.label,
  labelKey: foldLabel(input.label),
  description: input.description ?? null,
  pipelineStage: input.pipeline_stage ?? null,
});

const uniqueFields = { "tags.label_key": "label" };

export const selectTags = (scope: Scope) => scope.db.select(columns).from(tags).$dynamic();

export async function listTags(
  scope: Scope,
  { label, exact_label: exact }: Pick<TagQuery, "label" | "exact_label">,
  page: PageRequest,
): Promise<Page<Tag>> {
  const filter = and(
    label ? contains(tags.labelKey, foldLabel(label)) : undefined,
    exact ? eq(tags.labelKey, foldLabel(exact)) : undefined,
  );
  const query = scope.db
    .select({ ...columns, stop: stopIn(filter) })
    .from(tags)
    .$dynamic();
  const rows = await pagedWhere(query, scope, tags, page, { filter });
  return cutPage(rows, page, tagToWire);
}

/** A page of a lead's tags; an empty one if there is no such lead. */
export function selectLeadTags(scope: Scope, leadId: number, page: PageRequest) {
  const { after, order, limit } = keyset(leadTags.tagId, page);
  const ofLead = scope.db
    .select({ id: leadTags.tagId })
    .from(leadTags)
    .where(and(inArray(leadTags.leadId, selectId(scope, leads, leadId)), after))
    .orderBy(order)
    .limit(limit);
  return selectTags(scope)
    .where(within(scope, tags, inArray(tags.id, ofLead)))
    .orderBy(keyset(tags.id, page).order);
}

export async function getTag(scope: Scope, id: number): Promise<Tag> {
  const row = await selectTags(scope)
    .where(within(scope, tags, eq(tags.id, id)))
    .get();
  return tagToWire(found(row));
}

export async function createTag(scope: Scope, input: TagInput): Promise<Tag> {
  const now = Date.now();
  const values = {
    workspaceId: scope.workspaceId,
    ...valuesOf(input),
    createdAt: now,
    updatedAt: now,
  };
  const { created } = await batch(scope, {
    quota: underQuota(scope, "tags"),
    created: scope.db.insert(tags).values(values).returning(columns),
  }).catch((error) => throwConflict(error, uniqueFields));
  return tagToWire(found(created[0]));
}

export async function replaceTag(scope: Scope, id: number, input: TagInput): Promise<Tag> {
  const { updated } = await batch(scope, {
    updated: scope.db
      .update(tags)
      .set({ ...valuesOf(input), updatedAt: changedAt(tags.updatedAt) })
      .where(within(scope, tags, eq(tags.id, id)))
      .returning(columns),
  }).catch((error) => throwConflict(error, uniqueFields));
  return tagToWire(found(updated[0]));
}

/**
 * Deletes a tag, and removes it from leads, short links, sources and the tracked tags of scenarios.
 * Segments that name it find nobody from then on (the SQL trigger `segments_tag_deleted` in
 * leads.sql).
 */
export async function deleteTag(scope: Scope, id: number) {
  const others = sql`(
    select json_group_array(value) from json_each(${scenarios.trackedTagIds})
    where value <> ${id})`;
  const isTracked = sql`exists (
    select 1 from json_each(${scenarios.trackedTagIds}) where value = ${id})`;
  const isOwn = sql`exists (select 1 from ${tags} where ${within(scope, tags, eq(tags.id, id))})`;
  const { deleted } = await batch(scope, {
    untracked: scope.db
      .update(scenarios)
      .set({ trackedTagIds: others })
      .where(within(scope, scenarios, isTracked, isOwn)),
    untagged: untagSources(scope, id),
    tombstone: leaveTombstones(scope, tags, "tag", id),
    deleted: deleteRow(scope, tags, id),
    behind: removeChunk(scope, FIRST_CHUNK, ["tag"]),
  });
  found(deleted[0]);
  return 1;
}

export const tagExists = exists(tags);

/** Tag ids by the field that holds them: one id, or a list. */
export type TagLists = Record<string, number | number[] | null | undefined>;

const placesOf = (lists: TagLists) =>
  Object.entries(lists).flatMap(([field, ids]) => {
    if (Array.isArray(ids)) return ids.map((id, index) => ({ id, field: `${field}.${index}` }));
    return ids == null ? [] : [{ id: ids, field }];
  });

/** Selects the ids that are not the workspace's tags, for `foreignTagErrors`. */
export const foreignTags = (scope: Scope, lists: TagLists) => {
  const ids = placesOf(lists).map(({ id }) => id);
  return foreignIds(scope, tags, ids);
};

/** The errors on the fields of the ids that `foreignTags` found. */
export const foreignTagErrors = (rows: { index: number }[], lists: TagLists) => {
  const foreign = new Set(rows.map(({ index }) => index));
  const places = placesOf(lists).filter((_, index) => foreign.has(index));
  return fieldErrors(
    places.map(({ field }) => field),
    validationMessages.selected,
  );
};

export function throwForeignTags(rows: { index: number }[], lists: TagLists) {
  if (rows.length > 0) throw invalid(foreignTagErrors(rows, lists));
}

const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

/**
 * Makes a validator of the fields of a body that hold a tag id or a list of tag ids: it returns the
 * errors on ids that are not the workspace's tags. Lists that are too long are skipped.
 */
export const tagErrors =
  (...fields: string[]) =>
  async (scope: Scope, body: Record<string, unknown>) => {
    const wellFormed = fields.filter((field) => {
      const ids = [body[field]].flat();
      return ids.length > 0 && ids.length <= MAX_TAGS && ids.every(isId);
    });
    const lists = Object.fromEntries(
      wellFormed.map((field) => [field, body[field] as number | number[]]),
    );
    return wellFormed.length > 0 ? foreignTagErrors(await foreignTags(scope, lists), lists) : {};
  };
