import { ApiError, type BulkLead, detachTag, type PipelineStage, writeLeads } from "#client";
import type { Session } from "#console/session/session";
import type { Filters } from "../filters";
import { matching } from "./stream";
import { startWork, type Work } from "./work";

/** Whom something is done to: leads by their ids, or all that match filters. */
export type Target = { ids: readonly number[] } | { filters: Filters };

/** The API takes 1,000 at once; fewer show sooner how it goes. */
const CHUNK = 500;
const AT_ONCE = 4;

type Change = (lead: { id: number; tags?: readonly { id: number }[] }) => BulkLead;

function* chunksOf(ids: readonly number[], size: number) {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}

/** Writes the change of each lead, by the batch. */
function write(
  session: Session,
  target: Target,
  about: Pick<Work, "kind" | "about" | "total">,
  change: Change,
) {
  return startWork(session, about, async (report, signal) => {
    const send = async (leads: BulkLead[]) => {
      const body = { mode: "update", leads } as const;
      const { meta } = await writeLeads({ client: session.client, body, signal });
      const { updated, unchanged, invalid, conflict } = meta.counts;
      report({ done: updated + unchanged, failed: invalid + conflict });
    };
    if ("ids" in target) {
      for (const ids of chunksOf(target.ids, CHUNK)) await send(ids.map((id) => change({ id })));
      return;
    }
    for await (const leads of matching(session.client, target.filters, CHUNK, signal))
      await send(leads.map(change));
  });
}

export const addTags = (
  session: Session,
  target: Target,
  tagIds: number[],
  about: Pick<Work, "about" | "total">,
) => write(session, target, { kind: "addTags", ...about }, ({ id }) => ({ id, tags: tagIds }));

export const setStage = (
  session: Session,
  target: Target,
  stage: PipelineStage,
  about: Pick<Work, "about" | "total">,
) =>
  write(session, target, { kind: "stage", ...about }, ({ id }) => ({ id, pipeline_stage: stage }));

/**
 * Takes tags off. A batch can only replace a lead's tags, so of leads that were read a while ago
 * each tag is taken off by itself: what was added since stays.
 */
export function removeTags(
  session: Session,
  target: Target,
  tagIds: number[],
  about: Pick<Work, "about" | "total">,
) {
  const work = { kind: "removeTags", ...about } as const;
  if ("filters" in target)
    return write(session, target, work, ({ id, tags = [] }) => ({
      id,
      tag_ids: tags.map((tag) => tag.id).filter((each) => !tagIds.includes(each)),
    }));
  return startWork(session, work, async (report, signal) => {
    const takeOff = async (lead: number) => {
      for (const tag of tagIds) {
        await detachTag({ client: session.client, path: { lead, tag }, signal }).catch((error) => {
          // The lead doesn't have the tag.
          if (!(error instanceof ApiError) || error.status !== 404) throw error;
        });
      }
      report({ done: 1 });
    };
    for (const ids of chunksOf(target.ids, AT_ONCE)) await Promise.all(ids.map(takeOff));
  });
}
