import type { Statement } from "#db/batch";
import type { Contact, Hashes } from "#db/statements/contact-hashes";
import { type IdentityKind, isPhone } from "#domain/platforms";
import type { Scope } from "#env";
import { namedBy } from "#features/leads/identities";
import { type Named, type Pair, storePairs, storeUsernames } from "#features/leads/learning";
import { idsOf } from "./sender-matching";
import type { InboundMessage, Report, SenderIds } from "./webhook-events";

type Unhashed = Omit<Pair, "hash">;

/** The number and the accounts of one person, in pairs. */
export function pairsOf({ username, ...ids }: SenderIds & { username?: string }, at: number) {
  const { wa_id: number } = ids;
  const named = namedBy(idsOf(ids));
  return number === undefined
    ? []
    : idsOf(ids).flatMap(({ kind, value }): Unhashed[] =>
        isPhone(kind)
          ? []
          : [{ number, kind, value, at, ...(kind === named?.kind && { username }) }],
      );
}

/** The pairs of reports that a message has arrived: of a number, the one that came last. */
const pairsIn = (reports: Report[]): Unhashed[] => {
  const pairs = reports.flatMap(({ status, recipient, at }) =>
    recipient && (status === "delivered" || status === "read") ? pairsOf(recipient, at) : [],
  );
  return [...new Map(pairs.map((pair) => [`${pair.number} ${pair.kind}`, pair])).values()];
};

/** By what suppressions know the accounts that reports name. */
export const contactsIn = (reports: Report[]): Contact[] => pairsIn(reports);

/** The username of a person, with the id that keeps it. */
function usernameOf(ids: SenderIds & { username?: string }, at: number): Named[] {
  const named = namedBy<{ kind: IdentityKind; value: string }>(idsOf(ids));
  return named && ids.username ? [{ ...named, username: ids.username, at }] : [];
}

/** Stores what new messages and reports say of their people beside the ids that they use. */
export function learn(
  scope: Scope,
  channelId: number,
  { messages, reports }: { messages: InboundMessage[]; reports: Report[] },
  hashes: Hashes,
): Statement[] {
  const pairs = pairsIn(reports).map((pair) => ({ ...pair, hash: hashes(pair.kind, pair.value) }));
  const named = [
    ...messages.flatMap(({ from, at }) => usernameOf(from, at)),
    ...reports.flatMap(({ recipient, at }) => (recipient ? usernameOf(recipient, at) : [])),
  ];
  return [
    ...(pairs.length > 0 ? [storePairs(scope, channelId, "report", pairs)] : []),
    ...storeUsernames(scope, named),
  ];
}
