import { eq } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { media } from "#db/schema/media";
import { exists } from "#db/scope/rows";
import { scopeOf } from "#db/scope/scope";
import { requireUnsuspended, selectSuspension } from "#db/scope/suspension";
import { deleteMedia, selectMedium } from "#db/statements/media";
import { mediaKey, servedAs } from "#domain/media";
import type { Bindings, Scope } from "#env";
import { type Download, partOf, rangeOf } from "#lib/byte-range";
import { found } from "#lib/problem";
import type { Medium } from "./schema";
import { mediumToWire } from "./urls";

export const mediumExists = exists(media);

const findMedium = async (scope: Scope, id: number) =>
  (await readBatch(scope, { medium: selectMedium(scope, id) })).medium[0];

export const getMedium = async (scope: Scope, id: number): Promise<Medium> =>
  mediumToWire(scope, found(await findMedium(scope, id)));

/** Deletes a file: nobody reads it any more, and it is removed from R2 soon. */
export async function deleteMedium(scope: Scope, id: number) {
  const { deleted } = await batch(scope, { deleted: deleteMedia(scope, eq(media.id, id)) });
  found(deleted[0]);
  scope.sink.wake({ chunks: true });
  return 1;
}

/**
 * Opens a stored file, or the part of it that `range` asks for. Throws a `not_found` problem if it
 * is gone, a `suspended` one while its workspace is suspended.
 */
export async function openMedium(
  env: Bindings,
  { workspaceId, id }: { workspaceId: number; id: number },
  range: string | undefined,
): Promise<Download & { type: string; isShown: boolean }> {
  const scope = await scopeOf(env, workspaceId);
  const { medium: rows, suspension } = await readBatch(scope, {
    medium: selectMedium(scope, id),
    suspension: selectSuspension(workspaceId),
  });
  requireUnsuspended(suspension);
  const medium = found(rows[0]);
  const size = found(medium.state === "stored" ? medium.size : null);
  const part = partOf(range, size);
  const shown = { size, part, ...servedAs(medium.mimeType) };
  if (part === null) return { ...shown, body: null };
  const file = await env.FILES.get(mediaKey(workspaceId, id), rangeOf(part));
  return { ...shown, body: found(file).body };
}
