import type { OutgoingType, Platform, ProviderName } from "../../../../domain/messaging";
import { addressOf } from "../address";
import { providerOf } from "../providers/all";
import { unsent } from "../providers/answer";
import type { Account, Content, Network, Outcome } from "../providers/provider";

/** A message that the sender has taken, and where to. */
export type Taken = {
  id: number;
  attempt: number;
  leadId: number;
  type: OutgoingType;
  text: string | null;
  payload: string;
  phone: string | null;
  identities: string;
};

export type SendingChannel = {
  id: number;
  platform: Platform;
  provider: ProviderName;
  externalId: string | null;
  gatewayUrl: string | null;
  credentials: string | null;
};

/** How the sending of a message ended, and by which provider. */
export type Ending = (Outcome | { kind: "no_identity" }) & { provider: ProviderName };

/** Asks the channel's provider to send a message. Never throws. */
export async function deliver(
  channel: SendingChannel,
  account: Account,
  message: Taken,
  network: Network,
): Promise<Ending> {
  const { provider } = channel;
  const { outgoing, unsendable } = outgoingOf(channel, message);
  if (!outgoing) return { ...unsendable, provider };
  // What a provider throws on may come before its request or after: nobody knows.
  const outcome = await providerOf(provider)
    .send(account, outgoing, network)
    .catch(() => ({ kind: "unknown" as const, detail: "The provider failed." }));
  return { ...outcome, provider };
}

/** What the provider is asked to send, or why it can't be asked. */
function outgoingOf({ platform, provider }: SendingChannel, message: Taken) {
  const { id, leadId, type, text, payload } = message;
  try {
    const to =
      addressOf(platform, message.phone, JSON.parse(message.identities)) ??
      (provider === "sandbox" ? {} : undefined);
    if (!to) return { unsendable: { kind: "no_identity" as const } };
    return {
      outgoing: { messageId: id, leadId, type, text, content: JSON.parse(payload) as Content, to },
    };
  } catch {
    return { unsendable: unsent("The message can't be read.") };
  }
}
