import { readBatch } from "#db/batch";
import { selectMedia } from "#db/statements/media";
import { platforms, sendableOn } from "#domain/platforms";
import type { Scope } from "#env";
import { fieldMessage } from "#lib/validation-messages";
import { contentOf } from "../outbound/compose";
import { mediumFaults } from "../outbound/medium-faults";
import type { MessageInput } from "../outbound/schema";
import { uploadsIn } from "../outbound/uploads";
import type { Reply } from "./check";

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
