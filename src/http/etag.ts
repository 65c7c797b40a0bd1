/** The strong ETag of a resource's version. */
export const etag = (version: number) => `"${version}"`;

/**
 * The versions that `If-Match` allows: undefined if it allows any, an empty list if none of its
 * tags is ours. Weak tags count, since a proxy that compresses answers weakens our tags. `*` only
 * demands that the resource exists, as a replacement does anyway.
 */
export function versionsOf(ifMatch: string | undefined) {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  return ifMatch.split(",").flatMap((tag) => {
    const version = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}
