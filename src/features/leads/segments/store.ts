import { eq, getTableColumns, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { paged } from "#db/lists/page";
import { tags } from "#db/schema/leads";
import { segments } from "#db/schema/segments";
import { deleteRow, exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { throwConflict } from "#db/writes/errors";
import { changedAt, type Expected, refuseStale } from "#db/writes/revision";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, Problem, throwErrors } from "#lib/problem";
import { foldLabel } from "#lib/text";
import { DAY_MS, dayOf, iso, parseDate } from "#lib/time";
import { tagsOf } from "../search/filter";
import { ranges } from "../search/query";
import { referenceErrors, selectReferences } from "./filter";
import type { Segment, SegmentInput } from "./schema";

export const MAX_SEGMENTS = 500;

const { workspaceId, nameKey, ...columns } = getTableColumns(segments);
type Row = Pick<typeof segments.$inferSelect, keyof typeof columns>;

const select = (scope: Scope) => scope.db.select(columns).from(segments).$dynamic();

const TIMES = new Set<string>(ranges.flat().filter((field) => !field.startsWith("age_")));

/** The time that bounds a range, as the day in UTC where it is all of a day. */
function boundOf(field: string, time: number) {
  const [day, end] = [dayOf(time), field.endsWith("_to") ? DAY_MS - 1 : 0];
  return parseDate(day) === time - end ? day : iso(time);
}

/** A filter as a request writes it. */
function filterToWire(filter: Row["filter"]): Segment["filter"] {
  const written = Object.entries(filter).map(([field, value]) => {
    if (!TIMES.has(field)) return [field, value];
    return [field, boundOf(field, Number(value))];
  });
  // Every member is one of the filter: `Object.entries` loses that.
  return Object.fromEntries(written) as Segment["filter"];
}

const toWire = ({ id, name, filter, missingTagIds, createdAt, updatedAt }: Row): Segment => ({
  ...{ id, name },
  filter: filterToWire(filter),
  missing_tag_ids: missingTagIds,
  created_at: iso(createdAt),
  updated_at: iso(updatedAt),
});

export const segmentExists = exists(segments);

export async function listSegments(scope: Scope, page: PageRequest): Promise<Page<Segment>> {
  return cutPage(await paged(select(scope), scope, segments, page), page, toWire);
}

export async function getSegment(scope: Scope, id: number): Promise<Segment> {
  const row = await select(scope)
    .where(within(scope, segments, eq(segments.id, id)))
    .get();
  return toWire(found(row));
}

async function checkFilter(scope: Scope, { filter }: SegmentInput) {
  throwErrors(referenceErrors(filter, await readBatch(scope, selectReferences(scope, filter))));
}

/** The tags of a filter that were deleted since it was checked, as JSON. */
const missingTags = (scope: Scope, { filter }: SegmentInput) => sql<number[]>`(
  select json_group_array(value) from json_each(${JSON.stringify(tagsOf(filter))})
  where value not in (
    select ${tags.id} from ${tags} where ${within(scope, tags)} and ${tags.id} = value))`;

const uniqueFields = { "segments.name_key": "name" };

export async function createSegment(scope: Scope, input: SegmentInput): Promise<Segment> {
  await checkFilter(scope, input);
  const now = Date.now();
  const { created, segment } = await batch(scope, {
    created: sql<{ id: number }>`
      insert into segments (workspace_id, name, name_key, filter, missing_tag_ids, created_at,
        updated_at)
      select ${scope.workspaceId}, ${input.name}, ${foldLabel(input.name)},
        ${JSON.stringify(input.filter)}, ${missingTags(scope, input)}, ${now}, ${now}
      where (select count(*) from segments where ${within(scope, segments)}) < ${MAX_SEGMENTS}
      returning id`,
    segment: select(scope).where(
      within(scope, segments, eq(segments.nameKey, foldLabel(input.name))),
    ),
  }).catch((error) => throwConflict(error, uniqueFields));
  if (!created[0])
    throw new Problem("quota_reached", {
      message: `A workspace has at most ${MAX_SEGMENTS} segments.`,
    });
  return toWire(found(segment[0]));
}

export async function replaceSegment(
  scope: Scope,
  id: number,
  input: SegmentInput,
  expected: Expected,
): Promise<Segment> {
  await checkFilter(scope, input);
  const { replaced } = await batch(scope, {
    expected: refuseStale(scope, segments, id, expected),
    replaced: scope.db
      .update(segments)
      .set({
        name: input.name,
        nameKey: foldLabel(input.name),
        filter: input.filter,
        missingTagIds: missingTags(scope, input),
        updatedAt: changedAt(segments.updatedAt),
      })
      .where(within(scope, segments, eq(segments.id, id)))
      .returning(columns),
  }).catch((error) => throwConflict(error, uniqueFields));
  return toWire(found(replaced[0]));
}

export async function deleteSegment(scope: Scope, id: number) {
  const { deleted } = await batch(scope, { deleted: deleteRow(scope, segments, id) });
  found(deleted[0]);
  return 1;
}
