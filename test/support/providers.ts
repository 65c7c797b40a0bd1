import { providerOf } from "#features/messaging/outbound/providers/all";
import type { Account, Network, Outgoing } from "#features/messaging/outbound/providers/provider";
import { unique } from "./api";
import { gatewayUrl, graphUrl, order } from "./graph";

export const SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** A network in which gateways on this machine are allowed. */
export const network: Network = {
  graphUrl,
  instagramUrl: graphUrl.replace("/v26.0", "/instagram/v26.0"),
  timeoutMs: 10_000,
  outbound: { allowsLoopback: true, forbiddenHosts: [] },
};

/** For requests that are never answered. */
export const IMPATIENT = { timeoutMs: 300 };

/** A text to a recipient of its own. */
export const newOutgoing = (given: Partial<Outgoing> = {}): Outgoing => {
  const messageId = unique();
  const number = `2507881${String(messageId).padStart(5, "0")}`;
  return {
    messageId,
    leadId: 7,
    type: "text",
    text: "Hello",
    content: {},
    to: { wa_id: number, instagram_id: number },
    ...given,
  };
};

/** A new account, and the key by which the double knows it. */
export function newAccount(
  provider: Account["provider"],
  credentials: Account["credentials"] = {},
) {
  const [externalId, access_token] = [
    String(Math.random()).slice(2),
    `EAAG${crypto.randomUUID()}/+=`,
  ];
  const account: Account = {
    channelId: 3,
    platform: provider === "instagram" ? "instagram" : "whatsapp",
    provider,
    login: null,
    externalId,
    gatewayUrl: provider === "webhook" ? gatewayUrl(externalId) : null,
    credentials:
      provider === "webhook"
        ? { signing_secret: SIGNING_SECRET, ...credentials }
        : { access_token, ...credentials },
  };
  return { account, key: provider === "instagram" ? access_token : externalId };
}

/** A new gateway that knows the signing secret of its account. */
export async function newGateway() {
  const gateway = newAccount("webhook");
  await order(gateway.key, { secret: SIGNING_SECRET });
  return gateway;
}

/** Sends through the account's own provider. */
export const send = (account: Account, outgoing = newOutgoing(), on: Partial<Network> = {}) =>
  providerOf(account.provider).send(account, outgoing, { ...network, ...on });
