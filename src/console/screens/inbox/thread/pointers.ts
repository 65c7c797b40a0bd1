import type { Message } from "#client";
import { itemsOf, membersOf, textOf } from "#console/data/messages/members";

/** An address on the web; null for anything else that a stranger's message may have. */
const webUrl = (value: unknown) => {
  const url = textOf(value);
  return url !== null && URL.canParse(url) && /^https?:/.test(url) ? url : null;
};

/** The story or the post to which the whole message points. */
export function pointedAt({ payload }: Message) {
  const [attachment] = itemsOf(payload.attachments);
  const { url, title } = membersOf(attachment?.payload);
  return { url: webUrl(url), title: textOf(title) };
}

/** The story that a message answers; null where it answers none. */
export function storyOf({ payload }: Message) {
  const { story } = membersOf(payload.reply_to);
  return typeof story === "object" && story !== null ? { url: webUrl(membersOf(story).url) } : null;
}

/** The ad or the link by which the lead came; null where it came by itself. */
export function referralOf({ payload }: Message) {
  const { referral } = payload;
  if (typeof referral !== "object" || referral === null) return null;
  const { source_type, source_id, ad_id, headline, ads_context_data, ref, source_url } =
    membersOf(referral);
  const title = textOf(headline) ?? textOf(membersOf(ads_context_data).ad_title);
  const id = textOf(ad_id) ?? textOf(source_id);
  return {
    isAd: source_type === "ad" || ad_id !== undefined,
    name: title ?? textOf(ref) ?? id,
    url: webUrl(source_url),
  };
}
