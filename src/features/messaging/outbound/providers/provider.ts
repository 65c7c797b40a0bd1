import type { OutgoingType, Platform, ProviderName } from "../../../../domain/messaging";
import type { Credentials } from "../../../../lib/credentials";
import type { Address } from "../address";

/** What is said beside the text: buttons that the lead can tap, a file by its URL, or a template that WhatsApp has approved. */
export type Content = {
  buttons?: { id: string; title: string }[];
  media?: { url: string; filename?: string | null };
  template?: { name: string; language: string; components: TemplateComponent[] };
};

/** As WhatsApp's API takes it: `type` is `header`, `body` or `button`. */
export type TemplateComponent = {
  type: string;
  sub_type?: string;
  index?: string;
  parameters: { type: string; text?: string; [member: string]: unknown }[];
};

/** A message as a provider is asked to send it. */
export type Outgoing = {
  /** Ours. A provider that echoes it in its reports settles what could not be known. */
  messageId: number;
  leadId: number;
  type: OutgoingType;
  text: string | null;
  content: Content;
  /** By what the platform knows the lead: digits, a business-scoped id, an Instagram id. */
  to: Address;
};

/** The channel that sends, with what it takes to use its account. */
export type Account = {
  channelId: number;
  platform: Platform;
  provider: ProviderName;
  externalId: string | null;
  gatewayUrl: string | null;
  credentials: Credentials;
};

/** `graphUrl` is Meta's origin and version, such as `https://graph.facebook.com/v24.0`. */
export type Network = { graphUrl: string; timeoutMs: number; allowLoopback: boolean };

/**
 * What became of a request to send: taken, refused (and then certainly not sent), or nobody knows. `code` is the Graph API's, and
 * `subcode` where it says more. An `httpStatus` of 0 is a request that was not made.
 */
export type Outcome =
  | { kind: "accepted"; externalId: string; waId?: string; delivered?: boolean }
  | {
      kind: "refused";
      httpStatus: number;
      code: number | null;
      subcode?: number;
      detail: string;
      retryAfterMs: number | null;
    }
  | { kind: "unknown"; detail: string };

/** Carries messages to a platform. Never throws. `detail` holds no credential. */
export type Provider = {
  send(account: Account, outgoing: Outgoing, network: Network): Promise<Outcome>;
};
