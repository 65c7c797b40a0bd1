import type { SpokenMessage } from "./cause";

/** The ad or the link of a message, by its referral as WhatsApp and Instagram send it. */
export function readReferral(referral: unknown): SpokenMessage["referral"] {
  if (typeof referral !== "object" || referral === null) return null;
  const members: Record<string, unknown> = { ...referral };
  const ad = members.source_type === "ad" ? members.source_id : members.ad_id;
  return { adId: textOf(ad), ref: textOf(members.ref) };
}

/** The story that a message answers, as Instagram sends it. */
export function readStory(story: unknown): SpokenMessage["story"] {
  if (typeof story !== "object" || story === null) return null;
  const { id }: Record<string, unknown> = { ...story };
  return { id: textOf(id) };
}

/** An id may come as a number, if that is exact. */
const textOf = (value: unknown) =>
  typeof value === "string" ? value || null : Number.isSafeInteger(value) ? String(value) : null;
