import type { senderChecks } from "#domain/block-reasons";
import type { TemplateRefusal } from "#domain/failure-reasons";
import type { MarketingEndpoint, MarketingRoute, OutgoingType } from "#domain/messaging";
import type { PauseHolds } from "#domain/pauses";
import type { Login, Platform, ProviderName } from "#domain/platforms";
import { isNew, needsNumber } from "#domain/templates";
import { startOf } from "#features/messaging/channels/credentials";
import type { Signer } from "#features/messaging/media/urls";
import { templateFault } from "#features/messaging/templates/fits";
import type { SentTemplate } from "#features/messaging/templates/known";
import { type Address, destinationOf, phoneDestinationOf } from "../address";
import type { Content } from "../members/all";
import { withOfferEnds } from "../members/offer";
import { providerOf } from "../providers/all";
import { unsent } from "../providers/answer";
import { endpointFor } from "../providers/endpoints";
import type {
  Account,
  Network,
  OutgoingComment,
  SendableContent,
  SendResult,
} from "../providers/provider";
import { isOfUnitedStates } from "../united-states";
import { fileRefusal, filesOf } from "./files";
import { type Tokenless, withFlowTokens } from "./flow-tokens";

/** A claimed message, with the known data of its recipient. `payload` and `identities` are JSON. */
export type Claimed = {
  id: number;
  attempt: number;
  leadId: number;
  type: OutgoingType;
  /** True if it counts against the number's limit: the lead has not written for 24 hours. */
  isStart: 0 | 1;
  /** True if it answers a comment by message, of which an account may do so many in an hour. */
  isPrivateReply: 0 | 1;
  /** JSON of an `OutgoingComment`: the comment that it answers. */
  comment: string | null;
  text: string | null;
  payload: string;
  number: string | null;
  identities: string;
  /** JSON of a list of `MediumRow`: the uploaded files that are sent. */
  media: string | null;
  /** JSON of a `SentTemplate`: the channel's template, if that is known. */
  template: string | null;
  /** The provider's id of the message that it quotes or reacts to, if that is still there. */
  target: string | null;
};

/** The channel as stored, with sealed credentials. */
export type SendingChannel = {
  id: number;
  platform: Platform;
  provider: ProviderName;
  login: Login | null;
  externalId: string | null;
  portfolioId: string | null;
  gatewayUrl: string | null;
  credentials: string | null;
  marketingRoute: MarketingRoute;
  /** The endpoint that was last found to take marketing templates. */
  marketingState: MarketingEndpoint | null;
};

/** A channel with what limits its sender: `limitAt` is when WhatsApp gave the portfolio's limit. */
export type LimitedChannel = SendingChannel & {
  messagingLimit: number | null;
  limitAt: number | null;
  limitedUntil: number | null;
  /** The messages that its pause holds; null while it holds none. */
  pauseHolds: PauseHolds | null;
};

/**
 * The result of an attempt to send a message, and the provider that was asked. `marketing` is the
 * endpoint that the channel did not know of as that of its marketing templates.
 */
export type AttemptResult = (SendResult | Unasked) & {
  marketing?: MarketingEndpoint;
  provider: ProviderName;
  /** The beginning of the sealed credentials that it was asked with. */
  sealedStart?: string;
  /** Of a refusal for want of a permission: the different leads in a row, this one too. */
  deniedLeads?: number;
  /** Of a refusal: the message was to the United States. */
  isOfUnitedStates?: boolean;
  /** True if the template is so new that Meta may not have prepared it yet. */
  isTemplateNew?: true;
};

/** The reason why a message has no address. */
type Nowhere = (typeof senderChecks.address)[number];

/** The reason for not asking the provider. */
type Unasked = { kind: Nowhere } | { kind: TemplateRefusal; detail: string };

/** Asks the channel's provider to send a message. Never throws. */
export async function sendMessage(
  channel: SendingChannel,
  account: Account,
  message: Claimed,
  network: Network,
  signer: Signer,
): Promise<AttemptResult> {
  const { provider } = channel;
  const { outgoing, unsendable } = await outgoingOf(channel, message, signer);
  if (!outgoing) return { ...unsendable, provider };
  // A provider may throw before its request or after it: whether the message was sent is unknown.
  const { marketing, ...result } = await providerOf(provider)
    .send(account, outgoing, network)
    .catch((): SendResult => ({ kind: "unknown", detail: "The provider failed." }));
  const { credentials } = channel;
  const isRefusedNew =
    result.kind === "refused" && isNew(templateOf(message)?.createdAt, Date.now());
  return {
    ...result,
    provider,
    ...(marketing && marketing !== channel.marketingState && { marketing }),
    ...(credentials && { sealedStart: startOf(credentials) }),
    ...(isRefusedNew && { isTemplateNew: true }),
    ...(result.kind === "refused" && { isOfUnitedStates: isOfUnitedStates(outgoing.to) }),
  };
}

/** The content as it is sent; undefined where a file is gone. */
async function sendable(
  { media, cards, template, reply_to, reaction, ...others }: Content,
  { media: stored, target }: Pick<Claimed, "media" | "target">,
  signer: Signer,
): Promise<Tokenless | undefined> {
  const files = await filesOf({ media, cards }, stored, signer);
  return (
    files && {
      ...others,
      ...files,
      ...(template && { template: askedOf(template) }),
      ...(target !== null && targeting({ reply_to, reaction }, target)),
    }
  );
}

/** The quote or the reaction, with the provider's id of its message. */
const targeting = (
  { reply_to: id, reaction }: Pick<Content, "reply_to" | "reaction">,
  external_id: string,
): Pick<SendableContent, "reply_to" | "reaction"> => ({
  ...(id !== undefined && { reply_to: { message_id: id, external_id } }),
  ...(reaction && { reaction: { ...reaction, external_id } }),
});

const askedOf = ({ name, language, components }: NonNullable<Content["template"]>) => ({
  name,
  language,
  components: withOfferEnds(components),
});

/** The reason not to ask WhatsApp for the template, as far as it is known. */
function refusalOf(known: SentTemplate | undefined, { template }: SendableContent) {
  const fault = template && templateFault(known && [known], template, Date.now());
  return fault?.refusal ? { kind: fault.refusal, detail: fault.message } : undefined;
}

/** The message's template, as far as it is known. */
const templateOf = ({ template }: Pick<Claimed, "template">): SentTemplate | undefined =>
  template === null ? undefined : JSON.parse(template);

/** Where the message goes, or why it goes nowhere. */
export function destinationFor(
  channel: SendingChannel,
  message: Pick<Claimed, "number" | "identities" | "template">,
): Address | Nowhere {
  const { number } = message;
  const ids = JSON.parse(message.identities);
  const to = destinationOf(channel, number, ids);
  if (!to || !needsNumber(templateOf(message)?.category)) return to ?? "no_identity";
  return phoneDestinationOf(channel, number, ids) ?? "number_required";
}

/** The message as the provider takes it, or why the provider can't be asked. */
async function outgoingOf(channel: SendingChannel, message: Claimed, signer: Signer) {
  const { id, leadId, type, text, payload } = message;
  try {
    const to = destinationFor(channel, message);
    if (typeof to === "string") return { unsendable: { kind: to } };
    const stored: Content = JSON.parse(payload);
    if (stored.reaction && message.target === null)
      return { unsendable: unsent("The message was deleted.") };
    const refusal = fileRefusal(channel.platform, message, stored);
    if (refusal) return { unsendable: unsent(refusal) };
    const read = await sendable(stored, message, signer);
    const content = read && (await withFlowTokens(read, id, signer));
    if (!content) return { unsendable: unsent("The file was deleted.") };
    const known = templateOf(message);
    const unsendable = refusalOf(known, content);
    if (unsendable) return { unsendable };
    const endpoint = endpointFor(channel, known?.category);
    const comment: OutgoingComment | undefined = JSON.parse(message.comment ?? "null") ?? undefined;
    return { outgoing: { messageId: id, leadId, type, text, content, to, endpoint, comment } };
  } catch {
    return { unsendable: unsent("The message can't be read.") };
  }
}
