import type { Channel, InboundInput, ListIdentitiesResponse } from "#client";
import { platformRow } from "#console/data/platforms";

type Identity = ListIdentitiesResponse["data"][number];

/** The person that the reader acts as: a lead, or somebody who becomes one by writing. */
export type Person = { kind: "lead"; id: number } | { kind: "new"; from: string; name: string };

/**
 * The sender of a message, as the API takes it. A lead whose address on the platform is not known
 * gets one, so that it can be answered.
 */
export function senderOf(
  person: Person,
  channel: Pick<Channel, "id" | "platform">,
  known: { phone: string | null; identities: readonly Identity[] } | undefined,
): Pick<InboundInput, "from" | "lead_id" | "name"> {
  if (person.kind === "new") return { from: person.from, name: person.name || null };
  const { identityKinds, hasNumbers, addressOf } = platformRow(channel.platform);
  const hasAddress =
    !known ||
    known.identities.some(
      ({ kind, channel_id }) =>
        identityKinds.includes(kind) && (channel_id === null || channel_id === channel.id),
    ) ||
    (hasNumbers && known.phone !== null);
  if (hasAddress) return { lead_id: person.id };
  return { lead_id: person.id, from: addressOf(person.id) };
}
