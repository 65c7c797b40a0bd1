import type { Hashes } from "#db/statements/contact-hashes";
import { connectAccounts } from "#db/statements/identity-moves";
import { isPhone } from "#domain/platforms";
import type { Scope } from "#env";
import { insertSender } from "#features/leads/identities";
import type { Receiver } from "./matched-leads";
import { attributesOf, idsOf, type Sent } from "./sender-matching";
import type { Sender } from "./webhook-events";

/** Creates leads of new senders; `nextHolders` are those who have another lead's number by now. */
export const insertSenders = (
  scope: Scope,
  receiver: Receiver,
  senders: Map<string, Sender>,
  nextHolders: Set<string>,
  hashes: Hashes,
) =>
  [...senders].flatMap(([key, from]) => {
    const isNext = nextHolders.has(key);
    const attributes = attributesOf(from, receiver, isNext);
    return insertSender(scope, attributes, idsOf(from), hashes, receiver.id, isNext);
  });

/** Gives the leads of senders the ids that moves connect with theirs. */
export function connected(scope: Scope, messages: Sent[], hashes: Hashes) {
  const ids = messages.flatMap(({ from }) => idsOf(from)).filter(({ kind }) => !isPhone(kind));
  const accounts = ids.map(({ kind, value }) => ({ kind, hash: hashes(kind, value) }));
  return accounts.length > 0 ? connectAccounts(scope, accounts) : undefined;
}
