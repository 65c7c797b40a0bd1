import { platformTraits } from "#domain/platforms";
import type { Scope } from "#env";
import { queueProfiles } from "#features/leads/account-profiles";
import type { Receiver } from "./matched-leads";
import { idsOf, type Sent } from "./sender-matching";

/** Has the platform asked for the profiles of people who have written, where it gives them. */
export function profileStatement(scope: Scope, { id, platform }: Receiver, messages: Sent[]) {
  if (!platformTraits[platform].api.hasProfiles || messages.length === 0) return undefined;
  const accounts = messages.flatMap(({ from }) => idsOf(from));
  return queueProfiles(scope, id, accounts, Date.now());
}
