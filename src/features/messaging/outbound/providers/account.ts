import type { Bindings } from "#env";
import { openCredentials } from "#features/messaging/channels/credentials";
import { outboundRules } from "#lib/outbound-url";
import type { SendingChannel } from "../worker/work";
import type { Account, Network } from "./provider";

/** A channel with its opened credentials; throws where no key opens them. */
export async function accountOf(
  { id, credentials: sealed, ...channel }: SendingChannel,
  { APP_KEY, APP_KEY_BEFORE }: Bindings,
): Promise<Account> {
  const credentials =
    sealed === null ? {} : await openCredentials([APP_KEY, APP_KEY_BEFORE], id, sealed);
  const { platform, provider, login, externalId, gatewayUrl } = channel;
  return { channelId: id, platform, provider, login, externalId, gatewayUrl, credentials };
}

export const networkOf = (env: Bindings): Network => ({
  graphUrl: env.GRAPH_URL,
  instagramUrl: env.INSTAGRAM_URL,
  timeoutMs: env.SEND_TIMEOUT_MS,
  outbound: outboundRules({
    shortUrlBase: env.SHORT_URL_BASE,
    forbiddenHosts: env.FORBIDDEN_HOSTS,
  }),
});
