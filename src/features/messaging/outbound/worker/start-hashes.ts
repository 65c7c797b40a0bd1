import { keyOfNumber } from "#domain/addresses";
import { type IdentityKind, isPhone } from "#domain/platforms";
import type { Bindings } from "#env";
import { mac } from "#lib/crypto";
import type { Start } from "./allowance";
import { type Claimed, destinationFor, type SendingChannel } from "./work";

const HASH_BYTES = 16;

/** A phone counts once, in whichever form its country's numbers have. */
const textOf = (kind: IdentityKind, value: string) =>
  isPhone(kind) ? `phone ${keyOfNumber(value)}` : `${kind} ${value}`;

/** The address of a message. One that can't be read fails before it is sent. */
function addressOf(channel: SendingChannel, message: Claimed) {
  try {
    const to = destinationFor(channel, message);
    return typeof to === "string" ? [] : (Object.entries(to)[0] ?? []);
  } catch {
    return [];
  }
}

/**
 * A message as its portfolio counts it; undefined without an address. All workspaces hash a person
 * by one key, made of `APP_KEY`. While that changes, whoever was counted by the key before still
 * is.
 */
export async function hashedStart(
  { APP_KEY, APP_KEY_BEFORE }: Pick<Bindings, "APP_KEY" | "APP_KEY_BEFORE">,
  channel: SendingChannel,
  message: Claimed,
): Promise<Start | undefined> {
  const [kind, value] = addressOf(channel, message);
  if (kind === undefined || value === undefined) return undefined;
  // `Object.entries` loses the type of the kinds.
  const text = textOf(kind as IdentityKind, value);
  const hash = (key: string) => mac(key, "portfolio-allowance", text, HASH_BYTES);
  const before = APP_KEY_BEFORE ? [await hash(APP_KEY_BEFORE)] : [];
  return { messageId: message.id, hashes: [await hash(APP_KEY ?? ""), ...before] };
}
