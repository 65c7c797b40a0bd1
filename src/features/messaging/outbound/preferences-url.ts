import type { Scope } from "#env";
import { previewUrl, signUrl } from "../preferences/token";
import { type Composed, rewrite, textsIn } from "./compose";

/** The message with this URL in the places that `{{preferences_url}}` has. */
export const placePreferencesUrl = (composed: Composed, shortUrlBase: string, url: string) =>
  rewrite(composed, (text, { kind }) =>
    text.replaceAll(
      previewUrl(shortUrlBase),
      // The URL button of a template has the base itself.
      kind === "url_button" ? url.slice(shortUrlBase.length + 1) : url,
    ),
  );

/** The message with the lead's own URL where it asks for that. */
export async function signPreferencesUrl(
  { shortUrlBase, appKey, workspaceId }: Scope,
  leadId: number,
  composed: Composed,
): Promise<Composed> {
  const preview = previewUrl(shortUrlBase);
  if (!textsIn(composed).some(({ text }) => text.includes(preview))) return composed;
  const url = await signUrl(shortUrlBase, appKey, { workspaceId, leadId });
  return placePreferencesUrl(composed, shortUrlBase, url);
}
