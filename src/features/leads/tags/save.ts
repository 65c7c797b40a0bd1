import { and, eq, or, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { tags } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { changedAt } from "#db/writes/revision";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { foldLabel } from "#lib/text";
import type { Tag, TagInput } from "./schema";
import { createTag, selectTags, tagToWire } from "./store";

type Saved = { tag: Tag; isNew: boolean };

const findTag = (scope: Scope, label: string) =>
  selectTags(scope)
    .where(within(scope, tags, eq(tags.labelKey, foldLabel(label))))
    .get();

/**
 * Creates a tag. An `upsert` gives the tag that has the label the members that are sent, instead of
 * failing, also where another request creates it meanwhile. It writes nothing that is so already.
 */
export async function saveTag(scope: Scope, input: TagInput, upsert: boolean): Promise<Saved> {
  const before = upsert && (await findTag(scope, input.label));
  if (before) return changeTag(scope, before.id, input);
  try {
    return { tag: await createTag(scope, input), isNew: true };
  } catch (error) {
    const meanwhile = upsert && (await findTag(scope, input.label));
    if (!meanwhile) throw error;
    return changeTag(scope, meanwhile.id, input);
  }
}

async function changeTag(
  scope: Scope,
  id: number,
  { description, pipeline_stage: pipelineStage }: TagInput,
): Promise<Saved> {
  const isOwn = within(scope, tags, eq(tags.id, id));
  const isChanged = or(
    description === undefined ? undefined : sql`${tags.description} is not ${description}`,
    pipelineStage === undefined ? undefined : sql`${tags.pipelineStage} is not ${pipelineStage}`,
  );
  const { act } = scope;
  const own: Scope = act
    ? { ...scope, act: { ...act, action: "tag.replaced", targetId: id } }
    : scope;
  const { tag } = await batch(own, {
    updated: scope.db
      .update(tags)
      .set({ description, pipelineStage, updatedAt: changedAt(tags.updatedAt) })
      .where(and(isOwn, isChanged ?? sql`false`)),
    tag: selectTags(scope).where(isOwn),
  });
  return { tag: tagToWire(found(tag[0])), isNew: false };
}
