import { useMemo, useSyncExternalStore } from "react";
import { addNote, type Client, type MessageInput, sendMessage } from "#client";
import { queries } from "#console/data/queries";
import { getSession } from "#console/session/session";
import { putMessages, refreshMessages } from "../thread/messages";
import { ofSession } from "./of-session";

/** What was sent from here, and has no answer yet or a bad one. */
export type Outgoing = {
  /** The `Idempotency-Key`, by which trying again can't send twice. */
  key: string;
  conversation: number;
  kind: "message" | "note";
  body: MessageInput;
  /** What is shown until the API has stored it. */
  text: string;
  at: string;
  error: unknown;
};

const listeners = new Set<() => void>();
/** Messages of a conversation go out one after the other, in their order. */
const tails = ofSession(() => new Map<number, Promise<void>>());
const outbox = ofSession(() => ({ items: [] as Outgoing[] }));

function set(items: Outgoing[]) {
  outbox().items = items;
  for (const listener of listeners) listener();
}

const change = (key: string, changed: Partial<Outgoing>) =>
  set(outbox().items.map((item) => (item.key === key ? { ...item, ...changed } : item)));

export const discard = (key: string) => set(outbox().items.filter((item) => item.key !== key));

async function attempt(client: Client, { key, conversation, kind, body }: Outgoing) {
  const options = { client, path: { conversation }, headers: { "Idempotency-Key": key } };
  try {
    const { data } =
      kind === "note"
        ? await addNote({ ...options, body: { text: body.text ?? "" } })
        : await sendMessage({ ...options, body });
    if (getSession()?.client !== client) return;
    putMessages(conversation, [data]);
    discard(key);
    refreshMessages(conversation);
    void queries.invalidateQueries({ queryKey: ["inbox", "sends"] });
  } catch (error) {
    change(key, { error });
  }
}

function enqueue(client: Client, item: Outgoing) {
  const tail = tails().get(item.conversation) ?? Promise.resolve();
  tails().set(
    item.conversation,
    tail.then(() => attempt(client, item)),
  );
}

/** Shows a message or a note at once, and sends it. */
export function send(
  client: Client,
  item: Pick<Outgoing, "conversation" | "kind" | "body" | "text">,
) {
  const outgoing: Outgoing = {
    ...item,
    key: crypto.randomUUID(),
    at: new Date().toISOString(),
    error: null,
  };
  set([...outbox().items, outgoing]);
  enqueue(client, outgoing);
}

/** Tries again under the same key: what was sent, though its answer was lost, is not sent twice. */
export function sendAgain(client: Client, item: Outgoing) {
  change(item.key, { error: null });
  enqueue(client, item);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useOutbox(conversation: number) {
  const all = useSyncExternalStore(subscribe, () => outbox().items);
  return useMemo(
    () => all.filter((item) => item.conversation === conversation),
    [all, conversation],
  );
}
