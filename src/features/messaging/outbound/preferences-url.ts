import { previewUrl, signUrl } from "../preferences/token";
import { type Composed, rewrite, textsIn } from "./compose";

/**
 * The message with this URL in the places that `{{preferences_url}}` has, be it within another. It
 * is the lead's own: what all can read has none, whoever has written the text.
 */
export function placePreferencesUrl(composed: Composed, shortUrlBase: string, url: string) {
  const preview = previewUrl(shortUrlBase);
  return rewrite(composed, (text, { kind }) =>
    kind === "public"
      ? text
      : text
          // The URL button of a template has the base itself.
          .replaceAll(preview, kind === "url_button" ? url.slice(shortUrlBase.length + 1) : url)
          .replaceAll(encodeURIComponent(preview), encodeURIComponent(url)),
  );
}

type Signer = { shortUrlBase: string; appKey: string; workspaceId: number };

/** The message with the lead's own URL where it asks for that. */
export async function signPreferencesUrl(
  { shortUrlBase, appKey, workspaceId }: Signer,
  leadId: number,
  composed: Composed,
): Promise<Composed> {
  const preview = previewUrl(shortUrlBase);
  const isAsked = (text: string) =>
    text.includes(preview) || text.includes(encodeURIComponent(preview));
  if (!textsIn(composed).some(({ text }) => isAsked(text))) return composed;
  const url = await signUrl(shortUrlBase, appKey, { workspaceId, leadId });
  return placePreferencesUrl(composed, shortUrlBase, url);
}
