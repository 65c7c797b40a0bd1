/** The strong ETag of a resource's version. */
export const etag = (version: number) => `"${version}"`;

/**
 * The version that `If-Match` demands: undefined where it demands nothing, 0 (no version at all) where none of its tags is ours.
 * `*` asks only that the resource is there, which a replacement demands anyway.
 */
export function versionOf(ifMatch: string | undefined) {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  return Number(/^\s*"(\d{1,15})"\s*$/.exec(ifMatch)?.[1] ?? 0);
}
