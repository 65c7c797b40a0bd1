import { sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { messages } from "#db/schema/messages";
import { selectId } from "#db/scope/rows";
import { announceDeletion, deleteNote, insertNote } from "#db/statements/messages/notes";
import { underQuota } from "#db/writes/quotas";
import type { Caller, Scope } from "#env";
import { found, Problem } from "#lib/problem";
import type { Message } from "../messages/schema";
import { messageToWire, selectMessage } from "../messages/store";
import { newestIn } from "../outbound/insert";
import type { NoteInput } from "./schema";

export async function addNote(
  scope: Caller,
  conversationId: number,
  { text }: NoteInput,
): Promise<Message> {
  const { created, stored } = await batch(scope, {
    quota: underQuota(scope, "stored_bytes"),
    created: insertNote(scope, conversationId, text),
    stored: selectMessage(scope, newestIn(sql`${conversationId}`)),
  });
  found(created[0]);
  return messageToWire(scope, found(stored[0]));
}

/** Throws a `conflict` problem for a message that is no note. */
export async function removeNote(scope: Scope, id: number) {
  const { message, deleted } = await batch(scope, {
    message: selectId(scope, messages, id),
    event: announceDeletion(scope, id),
    deleted: deleteNote(scope, id),
  });
  found(message[0]);
  if (deleted.length === 0)
    throw new Problem("conflict", { message: "Only notes can be deleted." });
  return deleted.length;
}
