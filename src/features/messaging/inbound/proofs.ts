import { type Proof, proofsIn } from "#db/merging/same-person";
import type { Receiver } from "./matched-leads";
import { idsOf, type Sent } from "./sender-matching";
import type { Sharing } from "./shared-numbers";

/**
 * The proofs that two leads are one person: of senders whose ids are of several leads, and of
 * messages with which a sender has shared its own number.
 */
export const proofsOf = ({ id }: Receiver, senders: Sent[], messages: Sharing[]): Proof[] => [
  ...senders.flatMap(({ from }) => proofsIn(idsOf(from), id, from.leadId)),
  ...messages.flatMap(({ from, sharedNumber }) => {
    if (!sharedNumber) return [];
    const number = { kind: "wa_id" as const, value: sharedNumber };
    return idsOf(from).map((other): Proof => ({ ids: [number, other], channelId: id }));
  }),
];
