/** The strong ETag of a resource's version. */
export const etag = (version: number) => `"${version}"`;

/**
 * The versions that `If-Match` allows: undefined where it allows any, none where no tag of its list is ours. Weak tags count,
 * since a proxy that compresses answers weakens ours. `*` asks only that the resource is there, which a replacement demands anyway.
 */
export function versionsOf(ifMatch: string | undefined) {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  return ifMatch.split(",").flatMap((tag) => {
    const version = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}
