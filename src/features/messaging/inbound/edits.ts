import type { Statement } from "../../../db/batch";
import type { Hashes } from "../../../db/contact-hashes";
import { applyEdits } from "../../../db/statements/messages/edits";
import type { Scope } from "../../../env";
import { consentIn } from "../../access/settings/consent";
import { messageConsents } from "./consents";
import type { Receiver } from "./matched-leads";
import type { Edit } from "./webhook-events";

/**
 * Changes the texts of messages that their senders have edited. Nothing else moves, save that who
 * edits a message to an opt-out word is unsubscribed: an edit subscribes nobody. An edit of a message
 * that is not stored, or that was erased, has no effect. Must follow the messages of the same batch.
 */
export function editStatements(
  scope: Scope,
  receiver: Receiver,
  edits: Edit[],
  hashes: Hashes,
): Statement[] {
  if (edits.length === 0) return [];
  const latest = [...new Map(edits.toSorted(byTime).map((one) => [one.externalId, one])).values()];
  const optOuts = latest.filter((one) => consentIn(one, receiver.settings)?.kind === "opted_out");
  const withLead = optOuts.map((one) => ({ ...one, leadId: null }));
  return [
    applyEdits(scope, receiver.id, latest),
    // A weak word counts only in a message that is new.
    ...messageConsents(scope, receiver, withLead, hashes, Date.now()),
  ];
}

const byTime = (one: Edit, other: Edit) => one.at - other.at;
