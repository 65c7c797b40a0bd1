import type { EventType } from "#domain/events";
import { SECOND_MS } from "#lib/time";
import { type End, ends } from "./ends";

/** After so much, a listener is asked to acknowledge what it has received. */
const EVENTS_TO_ASK = 50;
const BYTES_TO_ASK = 16_384;
/** A listener that owes so many acknowledgements is sent nothing until one comes. */
const MAX_ASKED = 2;
/** The longest that it may stay so. */
const ACKNOWLEDGED_WITHIN_MS = 15 * SECOND_MS;
const MAX_MESSAGE_CHARACTERS = 100;

/** A listener as its socket keeps it while the object sleeps: at most 2,048 bytes. */
export type Listener = {
  tokenId: number;
  /** When its token expires. */
  expiresAt: number | null;
  /** The types that it wants; null for all. */
  types: EventType[] | null;
  /** It has been sent what it wants up to this event. */
  after: number;
  /** The events and bytes that it was sent since it was last asked to acknowledge. */
  events: number;
  bytes: number;
  /** The events that it was asked to acknowledge, and has not. */
  asked: number[];
  /** Since when it owes too many acknowledgements. */
  heldSince: number | null;
};

/** An event as all listeners are sent it. */
export type Outgoing = { id: number; type: EventType; text: string; bytes: number };

export const newListener = (
  own: Pick<Listener, "tokenId" | "expiresAt" | "types" | "after">,
): Listener => ({ ...own, events: 0, bytes: 0, asked: [], heldSince: null });

/** True if a listener may be sent events. */
export const isReady = ({ heldSince }: Listener) => heldSince === null;

/** The reason for which a listener's stream ends by now; undefined while it goes on. */
export function endOf({ expiresAt, heldSince }: Listener, now: number): End | undefined {
  if (expiresAt !== null && expiresAt <= now) return ends.unauthenticated;
  return heldSince !== null && heldSince + ACKNOWLEDGED_WITHIN_MS <= now ? ends.slow : undefined;
}

/** When a listener's stream may end by itself. */
export const endTimes = ({ expiresAt, heldSince }: Listener) => [
  ...(expiresAt === null ? [] : [expiresAt]),
  ...(heldSince === null ? [] : [heldSince + ACKNOWLEDGED_WITHIN_MS]),
];

const acknowledgement = (id: number) => JSON.stringify({ stream: "ack", last_event_id: id });

/**
 * The frames for a listener, of all events up to `upTo`, and what it is after them. It may be held
 * before the last.
 */
export function framesFor(
  before: Listener,
  events: readonly Outgoing[],
  upTo: number,
  now: number,
): { listener: Listener; frames: string[] } {
  const listener = { ...before, asked: [...before.asked] };
  const frames: string[] = [];
  for (const { id, type, text, bytes } of events) {
    if (id <= before.after || (listener.types && !listener.types.includes(type))) continue;
    frames.push(text);
    listener.after = id;
    listener.events += 1;
    listener.bytes += bytes;
    if (listener.events < EVENTS_TO_ASK && listener.bytes < BYTES_TO_ASK) continue;
    frames.push(acknowledgement(id));
    listener.asked.push(id);
    [listener.events, listener.bytes] = [0, 0];
    if (listener.asked.length < MAX_ASKED) continue;
    return { listener: { ...listener, heldSince: now }, frames };
  }
  return { listener: { ...listener, after: Math.max(before.after, upTo) }, frames };
}

/** A listener after its message; null if that acknowledges nothing that it was asked for. */
export function acknowledge(listener: Listener, message: string | ArrayBuffer): Listener | null {
  if (typeof message !== "string" || message.length > MAX_MESSAGE_CHARACTERS) return null;
  const id = listener.asked.find((asked) => isAcknowledgement(message, asked));
  if (id === undefined) return null;
  return { ...listener, asked: listener.asked.filter((asked) => asked > id), heldSince: null };
}

/** A client may write the members in another order, and with spaces. */
function isAcknowledgement(message: string, id: number) {
  try {
    const { stream, last_event_id } = JSON.parse(message) ?? {};
    return stream === "ack" && last_event_id === id;
  } catch {
    return false;
  }
}
