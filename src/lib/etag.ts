import { sha256 } from "./crypto";

/**
 * The strong ETag of a resource: its revision, and the digest of what it shows besides. Only the
 * revision is compared with `If-Match`: the rest changes by itself, as clicks are counted.
 */
export const etag = (revision: number | string, digest?: string) =>
  digest === undefined ? `"${revision}"` : `"${revision}.${digest}"`;

const DIGEST_DIGITS = 16;

/** The digest for `etag` of what a resource shows besides its revision. */
export const digestOf = async (state: unknown) =>
  (await sha256(JSON.stringify(state))).slice(0, DIGEST_DIGITS);

/** The header with the ETag of a resource whose revision is the time of its last change. */
export const stampTag = async (resource: { updated_at: string }) => ({
  ETag: etag(Date.parse(resource.updated_at), await digestOf(resource)),
});

/**
 * The header with the ETag of what has versions: its version, and the digest of what it shows
 * besides its graph and triggers, which are its version's.
 */
export async function versionTag<
  Shown extends { nodes: unknown; edges: unknown; triggers: unknown },
>(version: number, { nodes: _, edges: __, triggers: ___, ...shown }: Shown) {
  return { ETag: etag(version, await digestOf(shown)) };
}

/**
 * The revisions that `If-Match` allows: undefined if it allows any, an empty list if none of its
 * tags is ours. Weak tags count, since a proxy that compresses answers weakens our tags. `*` only
 * demands that the resource exists, as a change does anyway.
 */
export function revisionsOf(ifMatch: string | undefined) {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  return ifMatch.split(",").flatMap((tag) => {
    const revision = /^\s*(?:W\/)?"([\d-]{1,64})(?:\.[\da-f]{1,64})?"\s*$/.exec(tag)?.[1];
    return revision === undefined ? [] : [revision];
  });
}

/** As `revisionsOf`, where revisions are numbers. */
export const versionsOf = (ifMatch: string | undefined) =>
  revisionsOf(ifMatch)?.map(Number).filter(Number.isSafeInteger);
