import { useMemo } from "react";
import { addNote, type MessageInput, sendMessage } from "#client";
import { writeInOrder } from "#console/data/in-order";
import { createStore, useStore } from "#console/data/store";
import { ofSession, type Session, useSession } from "#console/session/session";
import { putMessages, refreshMessages } from "../thread/messages";

/** A message sent from here that has no answer yet, or a bad one. */
export type Outgoing = {
  /** The `Idempotency-Key`, by which trying again can't send twice. */
  key: string;
  conversation: number;
  kind: "message" | "note";
  body: MessageInput;
  /** The text to show until the API has stored it. */
  text: string;
  at: string;
  error: unknown;
};

const outboxOf = ofSession(() => createStore<readonly Outgoing[]>([]));

export function discard(session: Session, key: string) {
  const outbox = outboxOf(session);
  outbox.set(outbox.get().filter((item) => item.key !== key));
}

function setError(session: Session, key: string, error: unknown) {
  const outbox = outboxOf(session);
  outbox.set(outbox.get().map((item) => (item.key === key ? { ...item, error } : item)));
}

async function attempt(session: Session, { key, conversation, kind, body }: Outgoing) {
  const { client, queries } = session;
  const options = { client, path: { conversation }, headers: { "Idempotency-Key": key } };
  try {
    const { data } =
      kind === "note"
        ? await addNote({ ...options, body: { text: body.text ?? "" } })
        : await sendMessage({ ...options, body: { ...body, as: "person" } });
    putMessages(queries, conversation, [data]);
    discard(session, key);
    refreshMessages(queries, conversation);
    void queries.invalidateQueries({ queryKey: ["inbox", "sends"] });
  } catch (error) {
    setError(session, key, error);
  }
}

/** Messages of a conversation go out one after the other. */
const enqueue = (session: Session, item: Outgoing) =>
  void writeInOrder(session.queries, ["outbox", item.conversation], () => attempt(session, item));

/** Shows a message or a note at once, and sends it. */
export function send(
  session: Session,
  item: Pick<Outgoing, "conversation" | "kind" | "body" | "text">,
) {
  const outbox = outboxOf(session);
  const outgoing: Outgoing = {
    ...item,
    key: crypto.randomUUID(),
    at: new Date().toISOString(),
    error: null,
  };
  outbox.set([...outbox.get(), outgoing]);
  enqueue(session, outgoing);
}

/** Tries again under the same key: what was sent, though its answer was lost, is not sent twice. */
export function sendAgain(session: Session, item: Outgoing) {
  setError(session, item.key, null);
  enqueue(session, item);
}

export function useOutbox(conversation: number) {
  const all = useStore(outboxOf(useSession()));
  return useMemo(
    () => all.filter((item) => item.conversation === conversation),
    [all, conversation],
  );
}
