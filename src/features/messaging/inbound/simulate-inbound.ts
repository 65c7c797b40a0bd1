import { and, eq } from "drizzle-orm";
import { selectId } from "../../../db/rows";
import { workspaces } from "../../../db/schema/access";
import { leads } from "../../../db/schema/leads";
import { channels, messages } from "../../../db/schema/messaging";
import { readAll, within } from "../../../db/scope";
import type { Platform } from "../../../domain/messaging";
import type { Scope } from "../../../env";
import { found, invalid, Problem } from "../../../lib/problem";
import { fieldErrors, messages as wording } from "../../../lib/validation-messages";
import { settingsOf } from "../../access/settings/defaults";
import { messageToWire, selectMessages } from "../conversations/store";
import { ingest } from "./ingest";
import type { InboundInput } from "./schema";
import { accountIdOf } from "./untrusted";
import type { InboundMessage, Sender } from "./webhook-events";
import { bsuidOf } from "./whatsapp-sender";

/** Takes a message of a lead from a gateway, or plays one in the sandbox. Whether it is new. */
export async function receiveMessage(scope: Scope, channelId: number, input: InboundInput) {
  const { id, platform, provider, externalId } = channels;
  const known = await scope.db
    .select({ id, platform, provider, externalId, settings: workspaces.settings })
    .from(channels)
    .innerJoin(workspaces, eq(workspaces.id, channels.workspaceId))
    .where(within(scope, channels, eq(id, channelId)))
    .get();
  const receiver = found(known);
  if (receiver.provider !== "webhook" && receiver.provider !== "sandbox")
    throw new Problem("conflict", { message: "This channel's messages come from Meta." });
  const from = senderOf(input, receiver.platform);
  if (!from) throw invalid(await inboundErrors(scope, channelId, input));
  const now = Date.now();
  const message: InboundMessage = {
    externalId: input.external_id ?? `in_${crypto.randomUUID()}`,
    at: Math.min(input.at ?? now, now),
    from,
    type: input.type ?? "text",
    text: input.text ?? null,
    payload: input.payload ?? {},
    ...(input.tapped && { tapped: input.tapped }),
  };
  const which = within(
    scope,
    messages,
    and(eq(messages.channelId, channelId), eq(messages.externalId, message.externalId)),
  );
  const told = {
    messages: [message],
    reports: [],
    preferences: [],
    reading: selectMessages(scope).where(which),
  };
  const { stored, read } = await ingest(
    scope,
    { ...receiver, settings: settingsOf(receiver.settings) },
    told,
  );
  const [row] = read as Parameters<typeof messageToWire>[0][];
  if (row?.direction !== "inbound") throw invalid(fieldErrors(["external_id"], wording.taken));
  return { message: messageToWire(row), isNew: stored > 0 };
}

/** The errors on who writes to the channel, whatever else is wrong with the body. */
export async function inboundErrors(
  scope: Scope,
  channelId: number,
  { from, lead_id }: { from?: unknown; lead_id?: unknown },
) {
  const leadId = Number.isSafeInteger(lead_id) ? Number(lead_id) : 0;
  const [[channel], [lead]] = await readAll(scope, [
    scope.db
      .select({ platform: channels.platform })
      .from(channels)
      .where(within(scope, channels, eq(channels.id, channelId))),
    selectId(scope, leads, leadId),
  ]);
  const isFrom = typeof from === "string" && from.trim() !== "" && channel !== undefined;
  return {
    ...(isFrom && !idOf(from.trim(), channel.platform) && fieldErrors(["from"], wording.format)),
    ...(leadId > 0 && !lead && fieldErrors(["lead_id"], wording.selected)),
  };
}

/** Who writes; undefined where `from` is nobody's address on the platform. */
function senderOf(
  { from, lead_id, name, username }: InboundInput,
  platform: Platform,
): Sender | undefined {
  const id = from == null ? {} : idOf(from, platform);
  return (
    id && {
      ...(lead_id != null && { leadId: lead_id }),
      ...(name && { name }),
      ...(username && { username }),
      ...id,
    }
  );
}

/** The address as the platform's webhooks tell it. */
function idOf(
  from: string,
  platform: Platform,
): Pick<Sender, "instagramId" | "bsuid" | "waId"> | undefined {
  if (platform === "instagram") {
    const instagramId = accountIdOf(from);
    return instagramId ? { instagramId } : undefined;
  }
  const bsuid = bsuidOf(from);
  if (bsuid) return { bsuid };
  const digits = from.replace(/[\s().-]/g, "").replace(/^(\+|00)/, "");
  return /^[1-9]\d{4,19}$/.test(digits) ? { waId: digits } : undefined;
}
