import { sql } from "drizzle-orm";
import { tags } from "#db/schema/leads";
import { selectId } from "#db/scope/rows";
import type { Scope } from "#env";
import { isOwn } from "#lib/own-url";
import { taken, throwErrors } from "#lib/problem";
import { foldText } from "#lib/text";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { foreignTagErrors, foreignTags } from "../leads/tags/store";
import { sampleUrl } from "./destination";
import type { ShortLinkInput } from "./schema";
import { slugKey } from "./slug";

/** A tag that is deleted before the write is stored as null, as if it were deleted after it. */
const tagId = (scope: Scope, id: number | null | undefined) =>
  id == null ? null : sql<number | null>`${selectId(scope, tags, id)}`;

/** The values of a short link's columns. */
export const valuesOf = (scope: Scope, input: ShortLinkInput, slug: string) => ({
  slug,
  slugKey: slugKey(slug),
  label: input.label ?? null,
  search: [input.label ?? "", slug].map(foldText).join("\n"),
  destinationUrl: input.destination_url,
  isActive: input.is_active ?? true,
  tagOnSentId: tagId(scope, input.tag_on_sent_id),
  tagOnReadId: tagId(scope, input.tag_on_read_id),
  tagOnClickedId: tagId(scope, input.tag_on_clicked_id),
});

/**
 * Throws an `invalid` problem if the destination is not allowed or tags are not the workspace's.
 */
export async function check(scope: Scope, input: ShortLinkInput) {
  const sample = sampleUrl(input.destination_url);
  const isAllowed = sample !== null && !isOwn(sample, scope.shortUrlBase);
  const errors = isAllowed ? {} : fieldErrors(["destination_url"], validationMessages.url);
  const ids = {
    tag_on_sent_id: input.tag_on_sent_id,
    tag_on_read_id: input.tag_on_read_id,
    tag_on_clicked_id: input.tag_on_clicked_id,
  };
  if (Object.values(ids).some((id) => id != null))
    Object.assign(errors, foreignTagErrors(await foreignTags(scope, ids), ids));
  throwErrors(errors);
}

/** The problem of a slug that another link has, or another request has claimed. */
export const slugConflict = () => taken(["slug"]);

/** The fields of the columns that must be unique, for `throwConflict`. */
export const uniqueFields = { "short_links.slug_key": "slug" };
