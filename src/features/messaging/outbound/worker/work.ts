import type { OutgoingType, Platform, ProviderName } from "../../../../domain/messaging";
import { destinationOf } from "../address";
import { providerOf } from "../providers/all";
import { unsent } from "../providers/answer";
import type { Account, Content, Network, SendResult } from "../providers/provider";

/** A claimed message, with the known data of its recipient. `payload` and `identities` are JSON. */
export type Claimed = {
  id: number;
  attempt: number;
  leadId: number;
  type: OutgoingType;
  text: string | null;
  payload: string;
  phone: string | null;
  identities: string;
};

/** The channel as stored, with sealed credentials. */
export type SendingChannel = {
  id: number;
  platform: Platform;
  provider: ProviderName;
  externalId: string | null;
  gatewayUrl: string | null;
  credentials: string | null;
};

/** How an attempt to send a message ended, and by which provider. */
export type AttemptResult = (SendResult | { kind: "no_identity" }) & { provider: ProviderName };

/** Asks the channel's provider to send a message. Never throws. */
export async function sendMessage(
  channel: SendingChannel,
  account: Account,
  message: Claimed,
  network: Network,
): Promise<AttemptResult> {
  const { provider } = channel;
  const { outgoing, unsendable } = outgoingOf(channel, message);
  if (!outgoing) return { ...unsendable, provider };
  // A provider may throw before its request or after it: whether the message was sent is unknown.
  const result = await providerOf(provider)
    .send(account, outgoing, network)
    .catch(() => ({ kind: "unknown" as const, detail: "The provider failed." }));
  return { ...result, provider };
}

/** The message as the provider takes it, or why the provider can't be asked. */
function outgoingOf(channel: SendingChannel, message: Claimed) {
  const { id, leadId, type, text, payload } = message;
  try {
    const to = destinationOf(channel, message.phone, JSON.parse(message.identities));
    if (!to) return { unsendable: { kind: "no_identity" as const } };
    const content: Content = JSON.parse(payload);
    return { outgoing: { messageId: id, leadId, type, text, content, to } };
  } catch {
    return { unsendable: unsent("The message can't be read.") };
  }
}
