import type { MarketingEndpoint } from "#domain/messaging";
import { idsOf } from "#features/messaging/inbound/whatsapp-sender";
import { at, graphResult, idIn } from "./answer";
import { sendToEither } from "./endpoints";
import { post } from "./post";
import type { Account, Outgoing, PlatformApi, SendResult, Signal } from "./provider";
import { whatsappContent } from "./whatsapp-contents";

/** The body of a request to the Cloud API. */
export const whatsappBody = (outgoing: Outgoing) => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  ...(outgoing.to.wa_id
    ? { to: outgoing.to.wa_id }
    : { recipient: outgoing.to.bsuid ?? outgoing.to.parent_bsuid }),
  biz_opaque_callback_data: String(outgoing.messageId),
  ...(outgoing.content.reply_to && {
    context: { message_id: outgoing.content.reply_to.external_id },
  }),
  ...whatsappContent(outgoing),
});

/** The `message_status` of a message that waits until others of its template are assessed. */
const HELD = "held_for_quality_assessment";

function accepted(body: unknown, { credentials }: Account): SendResult | null {
  const externalId = idIn(at(body, "messages", 0, "id"), credentials);
  const waId = at(body, "contacts", 0, "wa_id");
  const { bsuid } = idsOf(undefined, at(body, "contacts", 0, "user_id"));
  if (!externalId) return null;
  return {
    kind: "accepted",
    externalId,
    ...(typeof waId === "string" && /^\d{1,20}$/.test(waId) && { waId }),
    ...(bsuid && { bsuid }),
    ...(at(body, "messages", 0, "message_status") === HELD && { isHeld: true }),
  };
}

const request = (
  account: Account,
  graphUrl: string,
  body: object,
  endpoint: MarketingEndpoint = "messages",
) => ({
  url: `${graphUrl}/${encodeURIComponent(account.externalId ?? "")}/${endpoint}`,
  headers: { Authorization: `Bearer ${account.credentials.access_token}` },
  body: JSON.stringify(body),
});

/** Typing shows for 25 seconds, or until the next message. It also marks as read. */
export const whatsappSignal = ({ kind, externalId }: Signal) => ({
  messaging_product: "whatsapp",
  status: "read",
  message_id: externalId,
  ...(kind === "typing" && { typing_indicator: { type: "text" } }),
});

/** Meta's Cloud API. */
export const whatsapp: PlatformApi = {
  send: (account, outgoing, { graphUrl, timeoutMs }) =>
    sendToEither(outgoing.endpoint ?? "messages", async (endpoint) => {
      const make = () => request(account, graphUrl, whatsappBody(outgoing), endpoint);
      return graphResult(await post(make, timeoutMs), account.credentials, (body) =>
        accepted(body, account),
      );
    }),
  async signal(account, signal, { graphUrl, timeoutMs }) {
    if (signal.externalId === null) return;
    await post(() => request(account, graphUrl, whatsappSignal(signal)), timeoutMs);
  },
  checks: ({ externalId, accountId }, { GRAPH_URL }) => ({
    account: `${GRAPH_URL}/${encodeURIComponent(externalId)}?fields=id`,
    ...(accountId && {
      subscriptions: {
        url: `${GRAPH_URL}/${encodeURIComponent(accountId)}/subscribed_apps`,
        namesFields: false,
      },
    }),
  }),
};
