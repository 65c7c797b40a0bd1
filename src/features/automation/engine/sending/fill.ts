import { replaceLinks } from "../../../links/rewrite";
import { type Composed, rewrite } from "../../../messaging/outbound/compose";
import { fillText, messageValues, oneLine } from "../../../messaging/outbound/variables";
import { longestUrl, previewUrl } from "../../../messaging/preferences/token";
import type { Run } from "../run";

/** The length of a recipient's token after 36^8 sends (links/recipients/token.ts). */
const LONGEST_TOKEN = "x".repeat(24);

export function fillPlaceholders(composed: Composed, { lead, workspace }: Run) {
  const lookup = messageValues(lead, workspace.shortUrlBase);
  return rewrite(composed, (text, { isParameter }) =>
    isParameter ? oneLine(fillText(text, lookup)) : fillText(text, lookup),
  );
}

/** The message at the length that it will have with the recipient's own URLs. */
export const withLongestLinks = (composed: Composed, { workspace: { shortUrlBase } }: Run) =>
  rewrite(composed, (text, { isUrlButton }) =>
    replaceLinks(
      text.replaceAll(previewUrl(shortUrlBase), longestUrl(shortUrlBase)),
      shortUrlBase,
      (slug) => `${shortUrlBase}/${slug}/${LONGEST_TOKEN}`,
      isUrlButton,
    ),
  );
