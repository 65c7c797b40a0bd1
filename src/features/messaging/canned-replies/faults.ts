import type * as z from "zod";
import { readBatch } from "#db/batch";
import { selectMedia } from "#db/statements/media";
import { type Platform, platforms, sendableOn } from "#domain/platforms";
import type { Scope } from "#env";
import { fieldMessage, validationMessages } from "#lib/validation-messages";
import { contentOf, openPlaceholders } from "../outbound/compose";
import type { Faults } from "../outbound/faults";
import { mediumFaults } from "../outbound/medium-faults";
import { hugeMember } from "../outbound/members/all";
import type { MessageInput } from "../outbound/schema";
import { uploadsIn } from "../outbound/uploads";
import { MAX_FILLED_CHARACTERS } from "../outbound/variables";

type Reply = MessageInput & { platform?: Platform | null | undefined };

/** The faults of a reply for whomever it is sent to. */
export function checkReply({ platform, ...message }: Reply, context: z.RefinementCtx) {
  const composed = contentOf(message);
  const sendable = platform ? sendableOn(platform) : [composed.type];
  const huge = hugeMember(composed.content, MAX_FILLED_CHARACTERS);
  const faults: Faults = {
    ...openPlaceholders(composed),
    ...(!sendable.includes(composed.type) && { type: validationMessages.selectedOf(sendable) }),
    ...(huge && { [huge]: validationMessages.atMostCharacters(MAX_FILLED_CHARACTERS) }),
  };
  for (const [field, fault] of Object.entries(faults))
    context.addIssue({ code: "custom", path: field.split("."), message: fault });
}

export const filesOf = (message: MessageInput) => uploadsIn(contentOf(message)).map(({ id }) => id);

/** The errors of uploaded files that no platform would take, or that for which the reply is. */
export async function fileErrors(scope: Scope, { platform, ...message }: Reply) {
  const ids = filesOf(message);
  if (ids.length === 0) return {};
  const composed = contentOf(message);
  const { media } = await readBatch(scope, { media: selectMedia(scope, ids) });
  const wanted = platform ? [platform] : platforms;
  const faults = wanted
    .filter((one) => sendableOn(one).includes(composed.type))
    .map((one) => Object.entries(mediumFaults(composed, media, one)));
  const [fewest = []] = faults.toSorted((one, other) => one.length - other.length);
  return Object.fromEntries(fewest.map(([field, fault]) => [field, [fieldMessage(field, fault)]]));
}
