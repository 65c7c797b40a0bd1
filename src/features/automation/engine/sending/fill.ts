import { type Composed, rewrite } from "#features/messaging/outbound/compose";
import { fillMessage, linkPlace } from "#features/messaging/outbound/places";
import { messageValues } from "#features/messaging/outbound/variables";
import { longestUrl, previewUrl } from "#features/messaging/preferences/token";
import type { Run } from "../run";
import { withTrigger } from "../trigger";

/** The length of a recipient's token after 36^8 sends (links/recipients/token.ts). */
const LONGEST_TOKEN = "x".repeat(24);

/** The message with the lead's values, and the fault of the text by which it is too long. */
export const fillPlaceholders = (composed: Composed, run: Run) =>
  fillMessage(composed, withTrigger(run, messageValues(run.lead, run.workspace.shortUrlBase)));

/** The message at the length that it will have with the recipient's own URLs. */
export const withLongestLinks = (composed: Composed, { workspace: { shortUrlBase } }: Run) =>
  rewrite(composed, (text, place) =>
    linkPlace(
      text.replaceAll(previewUrl(shortUrlBase), longestUrl(shortUrlBase)),
      place,
      shortUrlBase,
      (slug) => `${shortUrlBase}/${slug}/${LONGEST_TOKEN}`,
    ),
  );
