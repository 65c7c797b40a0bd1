import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { type Hashes, suppressionKind } from "#db/statements/contact-hashes";
import { BY_PLATFORM, keepSuppressed, suppress, unsuppress } from "#db/statements/suppressions";
import type { ConsentKind } from "#domain/messaging";
import type { Scope } from "#env";
import { leadIdOf, type Matched } from "./matched-leads";
import { idsOf } from "./sender-matching";
import type { Sender } from "./webhook-events";

/** A change of consent, and the sender whose ids it came from. */
export type SenderConsent = Matched<{ from: Sender; kind: ConsentKind; at: number }>;

/** The ids of the senders with the latest consent of each, of those that were hashed. */
function peopleOf(consents: SenderConsent[], hashes: Hashes) {
  const people = consents.flatMap(({ from, leadId, kind: consent, at }) =>
    idsOf(from).flatMap(({ kind, value }) => {
      const hash = hashes(kind, value);
      const id = { leadId, idKind: kind, idValue: value };
      return hash === null ? [] : [{ kind: suppressionKind(kind), hash, at, consent, ...id }];
    }),
  );
  // The sort is stable: consents of the same second stay in their order, as in the ledger.
  const ordered = people.toSorted((a, b) => Math.floor(a.at / 1000) - Math.floor(b.at / 1000));
  return [...new Map(ordered.map((person) => [person.hash, person])).values()];
}

/**
 * Suppresses the ids from which people unsubscribe, or ends their suppressions. A lead may have
 * contacts of somebody else: a message does not end the suppressions of those. Must follow the
 * statements of the ledger, whose later opt-outs are not undone. `byPlatform`: by settings on the
 * platform, which remember also whoever is no lead, and end for them only what such a setting
 * began.
 */
export function suppressSenders(
  scope: Scope,
  consents: SenderConsent[],
  hashes: Hashes,
  { byPlatform }: { byPlatform: boolean },
): Statement[] {
  const people = peopleOf(consents, hashes);
  const stopped = people.filter(({ consent }) => consent === "opted_out");
  const resumed = people.filter(({ consent }) => consent === "opted_in");
  // The messages of the same batch may have made a lead.
  const lead = leadIdOf(scope);
  const isOptedOut = sql`exists (select 1 from leads where id = ${lead} and is_optout = 1)`;
  const isOfPlatform = byPlatform ? sql`suppressions.lead_id = ${BY_PLATFORM}` : sql`false`;
  const isLasting = byPlatform
    ? sql`(${isOptedOut} or ${lead} is null and suppressions.lead_id is not ${BY_PLATFORM})`
    : isOptedOut;
  return [
    ...(stopped.length > 0 ? [keepSuppressed(scope, stopped, isOfPlatform)] : []),
    ...(stopped.length > 0 && byPlatform
      ? [suppress(scope, stopped, sql`${lead} is not null`, BY_PLATFORM)]
      : []),
    ...(resumed.length > 0 ? unsuppress(scope, resumed, isLasting) : []),
  ];
}
