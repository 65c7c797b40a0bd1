import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import type { Hashes } from "#db/statements/contact-hashes";
import type { Scope } from "#env";
import { learnNumber } from "#features/leads/shared-number";
import { leadIdOf, listOf, type Matched, type Receiver } from "./matched-leads";
import type { InboundMessage, Sender } from "./webhook-events";

// Numbers that leads have shared because a message of the type `request_phone` asked for them.

/** A message with which a number may be shared. */
export type Sharing = Pick<InboundMessage, "from" | "sharedNumber">;

/** The shared numbers as senders, by whose ids suppressions and leads are found. */
export const sharedIn = (messages: Sharing[]): { from: Sender }[] =>
  messages.flatMap(({ sharedNumber }) => (sharedNumber ? [{ from: { wa_id: sharedNumber } }] : []));

/** Gives leads the numbers that they have shared, unless the message was known before. */
export const sharedStatements = (
  scope: Scope,
  { id: channelId }: Receiver,
  messages: Matched<InboundMessage>[],
  hashes: Hashes,
): Statement[] =>
  messages.flatMap(({ from, leadId, externalId, sharedNumber }) => {
    if (!sharedNumber) return [];
    const sender = listOf([{ from, leadId }]);
    const isNew = sql`not exists (
      select 1 from messages where channel_id = ${channelId} and external_id = ${externalId})`;
    return learnNumber(
      scope,
      sql`select ${leadIdOf(scope)} from json_each(${sender}) as item`,
      { number: sharedNumber, hash: hashes("wa_id", sharedNumber), channelId },
      isNew,
    );
  });
