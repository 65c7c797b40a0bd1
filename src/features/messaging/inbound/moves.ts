import { sql } from "drizzle-orm";
import { batch, type Statement } from "#db/batch";
import { type Hashes, hashContacts } from "#db/statements/contact-hashes";
import { openConversations } from "#db/statements/conversations";
import { contactsMoved } from "#db/statements/identity-moves";
import { insertInbound } from "#db/statements/messages/insert";
import type { Scope } from "#env";
import { moveIdentities } from "#features/leads/identity-moves";
import { movedLead } from "#features/leads/moved-leads";
import { inParts } from "#lib/parts";
import type { Receiver } from "./matched-leads";
import type { IdentityMove } from "./webhook-events";

/** A notice takes about twelve statements. */
const MOVES_PER_BATCH = 25;
/** As JSON, ids and texts of notices are parameters of D1's. */
const CHARACTERS_PER_BATCH = 500_000;

/** Stores notices, some in each transaction. `called` runs in each. */
export async function storeMoves(
  scope: Scope,
  receiver: Receiver,
  moves: IdentityMove[],
  called: Statement | undefined,
) {
  for (const part of inParts(moves, MOVES_PER_BATCH, CHARACTERS_PER_BATCH)) {
    const hashes = await hashContacts(scope, part.flatMap(contactsMoved));
    await batch(scope, { moves: moveStatements(scope, receiver, part, hashes), called });
  }
}

/**
 * Stores notices in the order of their times. A known lead gets each as a message, once; nobody
 * becomes a lead by one.
 */
function moveStatements(
  scope: Scope,
  receiver: Receiver,
  moves: IdentityMove[],
  hashes: Hashes,
): Statement[] {
  return moves
    .toSorted((one, other) => one.at - other.at)
    .flatMap((move) => {
      const { from, to, at } = move;
      const notice = { from, to, at, channelId: receiver.id, platform: receiver.platform };
      return [
        ...storeNotice(scope, receiver, move, movedLead(scope, notice, hashes)),
        ...moveIdentities(scope, notice, hashes),
      ];
    });
}

/** Stores a notice as a message of the lead that it is about. */
function storeNotice(
  scope: Scope,
  { id: channelId, platform }: Receiver,
  { externalId, at, text, payload }: IdentityMove,
  moved: ReturnType<typeof movedLead>,
): Statement[] {
  const now = Date.now();
  const list = JSON.stringify([{ externalId, at, type: "system", text, payload }]);
  const lead = sql`(${moved} select lead_id from moved)`;
  const missing = sql`
    ${moved}
    select workspace_id, lead_id, ${platform} as platform, ${channelId} as channel_id from moved
    where lead_id is not null and not exists (
      select 1 from messages where channel_id = ${channelId} and external_id = ${externalId})`;
  const conversation = sql`(
    select id from conversations where lead_id = ${lead} and channel_id = ${channelId})`;
  return [
    openConversations(missing, now),
    insertInbound(scope, channelId, list, conversation, now),
  ];
}
