import type * as z from "zod";
import { cannedTypes } from "#domain/messaging";
import { type Platform, sendableOn } from "#domain/platforms";
import { isDeeper, MAX_DEPTH } from "#lib/json";
import { validationMessages } from "#lib/validation-messages";
import { contentOf, openPlaceholders } from "../outbound/compose";
import type { Faults } from "../outbound/faults";
import { hugeMember } from "../outbound/members/all";
import type { MessageInput } from "../outbound/schema";
import { MAX_FILLED_CHARACTERS } from "../outbound/variables";

export type Reply = MessageInput & { platform?: Platform | null | undefined };

/** The types of replies that a platform sends. */
const keptOn = (platform: Platform) =>
  sendableOn(platform).filter((type) => cannedTypes.some((one) => one === type));

/** The faults of a reply for whomever it is sent to. */
export function checkReply({ platform, ...message }: Reply, context: z.RefinementCtx) {
  // Such a body is refused as a whole, and texts may lie deeper in it than can be looked for.
  if (isDeeper(message, MAX_DEPTH)) return;
  const composed = contentOf(message);
  const sendable = platform ? keptOn(platform) : [composed.type];
  const huge = hugeMember(composed.content, MAX_FILLED_CHARACTERS);
  const faults: Faults = {
    ...openPlaceholders(composed),
    ...(!sendable.includes(composed.type) && { type: validationMessages.selectedOf(sendable) }),
    ...(huge && { [huge]: validationMessages.atMostCharacters(MAX_FILLED_CHARACTERS) }),
  };
  for (const [field, fault] of Object.entries(faults))
    context.addIssue({ code: "custom", path: field.split("."), message: fault });
}
