import type { MediaKind } from "#domain/media";
import type { ReceivedOn } from "#domain/platforms";
import { itemsOf, type Members, membersOf, pick, textOf, urlOf } from "./untrusted";
import { type Content, type ReceivedFile, toContent, withFiles } from "./webhook-events";

/** The types of attachments that are files. */
const KINDS = new Map<unknown, MediaKind & ReceivedOn<"instagram">>([
  ["image", "image"],
  ["video", "video"],
  ["audio", "audio"],
  ["file", "document"],
]);

/**
 * The types of attachments that only point to something on Instagram. Others are unsupported. What
 * they point to is never fetched: Meta forbids to keep stories.
 */
const POINTERS = new Map<unknown, ReceivedOn<"instagram">>([
  ["story_mention", "story_mention"],
  ["share", "share"],
  ["ig_post", "share"],
  ["ig_reel", "share"],
  ["reel", "share"],
]);

function fileIn(attachment: Members): ReceivedFile[] {
  const [kind, url] = [KINDS.get(attachment.type), urlOf(membersOf(attachment.payload)?.url)];
  return kind && url !== undefined ? [{ kind, source: { url } }] : [];
}

/** The content of attachments: the files among them, or what they point to. */
function attachedContent(text: unknown, attachments: Members[], beside: Members): Content {
  const types = attachments.map(({ type }) => type);
  const kind = types.find((type) => KINDS.has(type)) ?? types.find((type) => POINTERS.has(type));
  const type = KINDS.get(kind) ?? POINTERS.get(kind) ?? "unsupported";
  const isOfStory = types.includes("story_mention");
  const content = toContent(isOfStory ? "story_mention" : type, text, { attachments, ...beside });
  return isOfStory ? content : withFiles(content, attachments.flatMap(fileIn));
}

/** The content of a message of Instagram's. */
export function contentOf(message: Members): Content {
  const attachments = itemsOf(message.attachments)
    .map(membersOf)
    .filter((one) => one !== undefined);
  const beside = pick(message, ["reply_to", "referral"]);
  const reply = membersOf(message.quick_reply);
  if (message.is_unsupported === true) return toContent("unsupported", message.text, message);
  if (reply)
    return toContent("button", message.text, { quick_reply: reply, ...beside }, reply.payload);
  if (attachments.length > 0) return attachedContent(message.text, attachments, beside);
  return textOf(message.text) === undefined
    ? toContent("unsupported", null, message)
    : toContent("text", message.text, beside);
}
