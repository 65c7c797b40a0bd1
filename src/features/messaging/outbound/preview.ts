import { VOICE_NOTE } from "#domain/media";
import type { MessageError } from "#domain/messaging";
import { isHeldBy } from "#domain/pauses";
import { isWindowOpen } from "#domain/window";
import type { Scope } from "#env";
import { misspeltField, type Recipient, variableAt } from "#features/links/placeholders";
import { findLinks } from "#features/links/recipients/reserve";
import { shortUrl } from "#features/links/store";
import { invalid, Problem } from "#lib/problem";
import { iso } from "#lib/time";
import { previewUrl } from "../preferences/token";
import type { TemplateFault } from "../templates/fits";
import { messageWarning } from "../warnings";
import { contentOf, textsIn } from "./compose";
import { type Draft, draftMessage, finishDraft, referenceErrors } from "./draft";
import { withLongestUrls } from "./longest-urls";
import { placePreferencesUrl } from "./preferences-url";
import type { Preview } from "./preview-schema";
import type { MessageInput, PreviewInput } from "./schema";
import { namesIn, PREFERENCES_URL } from "./variables";

/**
 * Previews a message to a lead. Writes nothing: a URL without a token stands for the recipient's.
 */
export async function previewMessage(
  scope: Scope,
  { lead_id, channel_id, platform, comment_id, ...input }: PreviewInput,
): Promise<Preview> {
  const request = { channelId: channel_id, platform, commentId: comment_id };
  const draft = await draftMessage(scope, lead_id, request, input).catch(async (error) => {
    const isGone = error instanceof Problem && error.code === "not_found";
    throw isGone ? invalid(await referenceErrors(scope, { lead_id, channel_id })) : error;
  });
  const links = draft.slugs.length > 0 ? await findLinks(scope, draft.slugs) : [];
  const urls = links.map((link) => ({ ...link, url: `${shortUrl(scope, link.slug)}/preview` }));
  const urlsBySlug = new Map(urls.map(({ slugKey, url }) => [slugKey, url]));
  const { shortUrlBase } = scope;
  // The message itself is longer than what is shown.
  const longest = withLongestUrls(draft.composed, shortUrlBase, (slug) => urlsBySlug.has(slug));
  finishDraft(scope, { ...draft, composed: longest }, new Map());
  const composed = placePreferencesUrl(draft.composed, shortUrlBase, previewUrl(shortUrlBase));
  const { type, text, content } = finishDraft(scope, { ...draft, composed }, urlsBySlug);
  return {
    channel_id: draft.route.channel?.id ?? null,
    platform: draft.route.platform,
    type,
    text,
    payload: content,
    links: urls.map(({ id, url }) => ({ short_link_id: id, url })),
    rendered: draft.template.rendered,
    warnings: [
      ...templateWarnings(draft.template.fault),
      ...misspellings(input, draft.lead),
      ...pauseWarnings(draft),
      ...voiceWarnings(draft),
    ],
    refusal: reasonOf(draft.refusal),
  };
}

const templateWarnings = (fault: TemplateFault | undefined) =>
  fault
    ? [{ code: fault.code, params: fault.params, message: fault.message, path: fault.field }]
    : [];

/** The placeholders that name neither a field nor a variable of the lead, and resemble a field. */
const misspellings = (input: MessageInput, { variables }: Recipient) =>
  textsIn(contentOf(input)).flatMap(({ text, field }) =>
    [...new Set(namesIn(text))].flatMap((name) => {
      const near = misspeltField(name, [PREFERENCES_URL]);
      if (near === undefined || variableAt(variables, name) !== undefined) return [];
      return [{ ...messageWarning("unknown_placeholder", { name, near }), path: field }];
    }),
  );

/** The pause that the message would wait for. */
function pauseWarnings({ route: { channel, conversation }, composed: { type } }: Draft) {
  const pause = channel?.pause;
  const isStart = !isWindowOpen(conversation?.lastInboundAt ?? null, Date.now());
  if (!pause || !isHeldBy(pause, { isTemplate: type === "template", isStart })) return [];
  const { reason, until } = pause;
  return [
    { ...messageWarning("channel_paused", { reason, until: iso(until) }), path: "channel_id" },
  ];
}

/** A voice note that the lead must download first. */
const voiceWarnings = ({ composed: { content }, medium }: Draft) =>
  content.voice && (medium?.size ?? 0) > VOICE_NOTE.playedBytes
    ? [
        {
          ...messageWarning("large_voice_note", { count: medium?.size ?? 0 }),
          path: "media.id",
        },
      ]
    : [];

/** A draft is refused for no other reasons. */
const reasonOf = (refusal: MessageError | null) => (refusal?.reason ?? null) as Preview["refusal"];
