import { readBatch } from "#db/batch";
import { newestIds } from "#db/placement/ranges";
import { found } from "#lib/problem";
import type { Backup, Working } from "./working";

// R2 has a small object for each finished backup, and for each workspace with backups that is
// deleted. With them the backups are found again if the directory is lost (recovery.ts). What is
// known of a backup is in the object's metadata, so that one list has that of many.

const FOLDER = "finished-backups/";
const REMOVED = "removed";

/** A finished backup as it is known. The ids are the highest that the directory had given. */
export type Facts = Pick<Backup, "database" | "rows" | "bytes" | "keptUntil"> & {
  name: string;
  finishedAt: number;
  /** The key of the hashes, sealed, and with which APP_KEY. */
  hashKey?: string | null;
  sealedWith?: string | null;
  newestRange: number;
  newestIds: Record<"workspaces" | "tokens" | "backups", number>;
};

type Named = Pick<Backup, "id" | "workspaceId" | "createdAt">;

/** As `Facts`, with what the object's key says; without facts, the workspace is deleted. */
export type Finished = Pick<Named, "workspaceId"> & { facts?: Facts & Named };

const keyOf = ({ id, workspaceId, createdAt }: Named) =>
  `${FOLDER}${workspaceId}/${createdAt}-${id}`;
const removedKeyOf = (workspaceId: number) => `${FOLDER}${workspaceId}/${REMOVED}`;

/** R2 takes 2 kB of metadata, in ASCII. */
const MAX_NAME = 150;
const ascii = (json: string) =>
  json.replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Notes that a backup is finished. */
export async function noteFinished(
  { env, databases, backup }: Working,
  known: Pick<Facts, "database" | "rows" | "bytes">,
  finishedAt: number,
) {
  const { newest } = await readBatch({ db: databases.directory }, { newest: newestIds });
  const { range, ...ids } = found(newest[0]);
  const facts: Facts = {
    ...known,
    name: backup.workspaceName.slice(0, MAX_NAME),
    finishedAt,
    keptUntil: backup.keptUntil,
    hashKey: backup.hashKey,
    sealedWith: backup.sealedWith,
    newestRange: range,
    newestIds: ids,
  };
  const customMetadata = { facts: ascii(JSON.stringify(facts)) };
  await env.FILES.put(keyOf(backup), "", { customMetadata });
}

/** Writes the key of a backup into its object again, once another APP_KEY has sealed it. */
export async function renewNote(
  bucket: R2Bucket,
  backup: Named & Pick<Backup, "hashKey" | "sealedWith">,
) {
  const stored = await bucket.head(keyOf(backup));
  if (!stored?.customMetadata?.facts) return;
  const facts: Facts = JSON.parse(stored.customMetadata.facts);
  const { hashKey, sealedWith } = backup;
  const customMetadata = { facts: ascii(JSON.stringify({ ...facts, hashKey, sealedWith })) };
  await bucket.put(keyOf(backup), "", { customMetadata });
}

export const forgetFinished = (bucket: R2Bucket, backup: Named) => bucket.delete(keyOf(backup));

/** Notes that a workspace is deleted: only the operator's own request restores it. */
export const noteRemoved = (bucket: R2Bucket, workspaceId: number) =>
  bucket.put(removedKeyOf(workspaceId), "");

export const forgetRemoved = (bucket: R2Bucket, workspaceId: number) =>
  bucket.delete(removedKeyOf(workspaceId));

function finishedOf({ key, customMetadata }: R2Object): Finished[] {
  const [workspace, name = ""] = key.slice(FOLDER.length).split("/");
  const workspaceId = Number(workspace);
  if (name === REMOVED) return [{ workspaceId }];
  const [createdAt = 0, id = 0] = name.split("-").map(Number);
  if (!customMetadata?.facts) return [];
  const facts: Facts = JSON.parse(customMetadata.facts);
  return [{ workspaceId, facts: { ...facts, id, workspaceId, createdAt } }];
}

/** The objects behind a cursor, at most so many, and the next cursor; null behind the last. */
export async function listFinished(bucket: R2Bucket, cursor: string | null, limit: number) {
  const { objects, truncated } = await bucket.list({
    prefix: FOLDER,
    include: ["customMetadata"],
    limit,
    ...(cursor !== null && { startAfter: FOLDER + cursor }),
  });
  const last = objects.at(-1)?.key.slice(FOLDER.length) ?? null;
  return { finished: objects.flatMap(finishedOf), next: truncated ? last : null };
}
