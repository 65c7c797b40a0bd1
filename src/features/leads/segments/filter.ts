import { eq, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { segments } from "#db/schema/segments";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { found, throwErrors } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { both } from "../search/both";
import { NOBODY } from "../search/filter";
import type { AskedFilter, LeadFilter } from "../search/query";
import { foreignTagErrors, foreignTags, tagErrors } from "../tags/store";

// A segment's filter, for the places that use a segment.

type Row = { filter: string; missing: string };

/** Selects the filter of a segment, for `filterOf`. Without an id it finds none. */
export const selectFilter = (scope: Scope, id: number | undefined) => sql<Row>`
  select filter, missing_tag_ids as missing from segments
  where ${within(scope, segments, eq(segments.id, id ?? 0))}`;

const filterOf = ({ filter, missing }: Row): LeadFilter =>
  missing === "[]" ? JSON.parse(filter) : NOBODY;

/** The filter of a segment. Throws a `not_found` problem if there is none. */
export async function findFilter(scope: Scope, id: number): Promise<LeadFilter> {
  const { segment } = await readBatch(scope, { segment: selectFilter(scope, id) });
  return filterOf(found(segment[0]));
}

/** The error of a filter whose segment was not found. */
const segmentErrors = ({ segment_id }: AskedFilter, rows: Row[], path = "") =>
  segment_id !== undefined && rows.length === 0
    ? fieldErrors([`${path}segment_id`], validationMessages.selected)
    : {};

/** A filter with what `selectFilter` has found of its segment, if it names one. */
export function withSegment({ segment_id, ...own }: AskedFilter, [row]: Row[]): LeadFilter {
  return row ? both(own, filterOf(row)) : own;
}

/** A filter without a segment costs no round trip. An unknown segment is a validation error. */
export async function resolved(scope: Scope, asked: AskedFilter): Promise<LeadFilter> {
  if (asked.segment_id === undefined) return asked;
  const segment = await selected(scope, asked);
  throwErrors(segmentErrors(asked, segment));
  return withSegment(asked, segment);
}

/** The references of a filter in the member `filter` of a body. */
export const selectReferences = (scope: Scope, filter: AskedFilter = {}) => ({
  tags: foreignTags(scope, tagListsOf(filter)),
  segment: selectFilter(scope, filter.segment_id),
});

type References = { tags: { index: number }[]; segment: Row[] };

/** The errors on what `selectReferences` has found missing. */
export const referenceErrors = (filter: AskedFilter = {}, { tags, segment }: References) => ({
  ...foreignTagErrors(tags, tagListsOf(filter)),
  ...segmentErrors(filter, segment, "filter."),
});

const tagListsOf = ({ tag_ids, exclude_tag_ids }: AskedFilter) => ({
  "filter.tag_ids": tag_ids,
  "filter.exclude_tag_ids": exclude_tag_ids,
});

/** The errors on the references of a filter in a body that may be invalid in other ways. */
export async function filterErrors(scope: Scope, { filter }: Record<string, unknown>) {
  const { tag_ids, exclude_tag_ids, segment_id } = Object(filter) as Record<string, unknown>;
  const tags = { "filter.tag_ids": tag_ids, "filter.exclude_tag_ids": exclude_tag_ids };
  const isSegment = Number.isSafeInteger(segment_id) && Number(segment_id) > 0;
  const asked = isSegment ? { segment_id: Number(segment_id) } : {};
  return {
    ...(await tagErrors(...Object.keys(tags))(scope, tags)),
    ...(isSegment && segmentErrors(asked, await selected(scope, asked), "filter.")),
  };
}

const selected = async (scope: Scope, { segment_id }: AskedFilter) =>
  (await readBatch(scope, { segment: selectFilter(scope, segment_id) })).segment;
