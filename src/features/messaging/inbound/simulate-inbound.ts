import { and, eq } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { workspaces } from "#db/schema/access";
import { leads } from "#db/schema/leads";
import { messages } from "#db/schema/messages";
import { channels } from "#db/schema/messaging";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { sendableBy } from "#domain/gateways";
import { mediaKinds } from "#domain/media";
import type { Platform } from "#domain/platforms";
import type { Scope } from "#env";
import { settingsOf } from "#features/access/settings/defaults";
import { isAllowedOutbound, outboundErrors, outboundRules } from "#lib/outbound-url";
import { found, invalid, Problem, taken } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { messageToWire, selectMessages } from "../messages/store";
import { platformCode } from "../platforms";
import { answersIn, type FlowAnswers } from "./flow-answers";
import { ingest } from "./ingest";
import { type InboundInput, inboundTypeOf } from "./schema";
import { membersOf } from "./untrusted";
import { type InboundMessage, noEvents, type Sender } from "./webhook-events";

/**
 * Stores a lead's message from a gateway or the sandbox, or one that the team has written
 * elsewhere, and returns whether it is new.
 */
export async function receiveMessage(scope: Scope, channelId: number, input: InboundInput) {
  const receiver = await findReceiver(scope, channelId);
  const from = senderOf(input, receiver.platform);
  const shared = sharedIn(receiver.platform, input.shared_number);
  const isUnshared = input.shared_number != null && !shared;
  if (!from || isUnshared || !isFetchable(scope, input.media?.url))
    throw invalid(await inboundErrors(scope, channelId, input));
  const message = messageOf(input, from, shared);
  const which = and(eq(messages.channelId, channelId), eq(messages.externalId, message.externalId));
  const { stored, read } = await ingest(
    scope,
    receiver,
    { ...noEvents, [input.origin ? "echoes" : "messages"]: [message] },
    { read: selectMessages(scope).where(within(scope, messages, which)) },
  );
  const [row] = read;
  const direction = input.origin ? "outbound" : "inbound";
  if (row?.direction !== direction || row.origin !== (input.origin ?? null))
    throw taken(["external_id"]);
  return { message: await messageToWire(scope, row), isNew: stored > 0 };
}

export async function findReceiver(scope: Scope, channelId: number) {
  const { id, platform, provider, externalId, accepts } = channels;
  const channel = await scope.db
    .select({ id, platform, provider, externalId, accepts, settings: workspaces.settings })
    .from(channels)
    .innerJoin(workspaces, eq(workspaces.id, channels.workspaceId))
    .where(within(scope, channels, eq(id, channelId)))
    .get();
  const receiver = found(channel);
  if (receiver.provider !== "webhook" && receiver.provider !== "sandbox")
    throw new Problem("conflict", { message: "This channel's messages come from Meta." });
  const settings = settingsOf(receiver.settings);
  const takesTexts = sendableBy(receiver.platform, receiver).includes("text");
  return {
    ...receiver,
    // No gateway is asked for what it does not take.
    settings: takesTexts ? settings : { ...settings, opt_out_confirmation: null },
  };
}

function messageOf(input: InboundInput, from: Sender, shared: string | undefined): InboundMessage {
  const now = Date.now();
  return {
    externalId: input.external_id ?? `in_${crypto.randomUUID()}`,
    at: Math.min(input.at ?? now, now),
    from,
    type: inboundTypeOf(input),
    text: input.text ?? (shared ? `+${shared}` : null),
    payload: {
      ...(shared && { contacts: [sharedCard(shared)] }),
      ...input.payload,
      ...(input.media && { media: input.media }),
    },
    ...(input.media && { files: [fileOf(input.type, input.media)] }),
    ...(input.tapped && { tapped: input.tapped }),
    ...(input.answers && { answers: answersOf(input) }),
    ...(shared && { sharedNumber: shared }),
  };
}

/** The answers of a body, which its schema has found to be readable. */
const answersOf = ({ answers, answered_message_id: messageId }: InboundInput): FlowAnswers => ({
  ...(answersIn(JSON.stringify(answers)) ?? { values: {} }),
  ...(messageId != null && { messageId }),
});

/** The digits of a number that was shared; undefined where the platform has no numbers. */
const sharedIn = (platform: Platform, address: unknown) =>
  typeof address === "string"
    ? platformCode[platform].inbound.idsIn(address.trim())?.wa_id
    : undefined;

/** The card of a number as WhatsApp sends it. */
const sharedCard = (number: string) => ({
  origin: "contact_request",
  phones: [{ phone: `+${number}`, wa_id: number }],
});

const fileOf = (
  type: InboundInput["type"],
  { url, filename }: NonNullable<InboundInput["media"]>,
) => ({
  kind: mediaKinds.find((kind) => kind === type) ?? "document",
  source: { url },
  ...(filename && { filename }),
});

const isFetchable = (scope: Scope, url: string | undefined) =>
  url === undefined || isAllowedOutbound(url, outboundRules(scope));

/** The errors on the sender and the file of a body, whatever else is wrong with it. */
export async function inboundErrors(
  scope: Scope,
  channelId: number,
  { from, lead_id, media, shared_number: shared }: Record<string, unknown>,
) {
  const url = membersOf(media)?.url;
  const leadId = Number.isSafeInteger(lead_id) ? Number(lead_id) : 0;
  const { channel, lead } = await readBatch(scope, {
    channel: scope.db
      .select({ platform: channels.platform })
      .from(channels)
      .where(within(scope, channels, eq(channels.id, channelId))),
    lead: selectId(scope, leads, leadId),
  });
  const platform = channel[0]?.platform;
  const address = typeof from === "string" ? from.trim() : "";
  const isShared = typeof shared === "string" && shared.trim() !== "";
  const isUnshared = platform && isShared && !sharedIn(platform, shared);
  const isUnreadable = platform && address !== "" && !platformCode[platform].inbound.idsIn(address);
  return {
    ...(isUnreadable && fieldErrors(["from"], validationMessages.format)),
    ...(isUnshared && fieldErrors(["shared_number"], validationMessages.format)),
    ...outboundErrors("media.url", url, outboundRules(scope)),
    ...(leadId > 0 && lead.length === 0 && fieldErrors(["lead_id"], validationMessages.selected)),
  };
}

/** The sender of a body; undefined where `from` is no address of the platform. */
function senderOf(
  { from, lead_id, name, username }: InboundInput,
  platform: Platform,
): Sender | undefined {
  const ids = from == null ? {} : platformCode[platform].inbound.idsIn(from);
  return (
    ids && {
      ...(lead_id != null && { leadId: lead_id }),
      ...(name && { name }),
      ...(username && { username }),
      ...ids,
    }
  );
}
