import { isLocal } from "../lib/outbound-url";
import { warn } from "./warn";

type Pacers = Pick<Env, "HOST_PACER">;

/** The sender of requests to a host: that of a webhook endpoint, or of a gateway's channel. */
export type Holder = { endpointId: number } | { channelId: number };

/**
 * What a sender may do at a host now: how many requests at once, and how many until it asks again.
 * Where it is none, `at` is when to ask again; the pacer may wake the sender before.
 */
export type Turn = { lanes: number; most: number; at: number };

/** How many requests to one host a workspace's endpoints and gateways make at once. */
export const HOST_LANES = 6;

const NO_LIMIT = 1_000;

/**
 * The name that all spellings of a host share; null for this machine, which needs no pace, and for
 * what is no URL.
 */
function hostOf(url: string) {
  const hostname = URL.parse(url)?.hostname ?? "localhost";
  return isLocal(hostname) ? null : hostname.replace(/\.$/, "");
}

/** The turn of a sender that wants some lanes to the host of a URL. It replaces the one before. */
export async function takeTurn(
  env: Pacers,
  workspaceId: number,
  { url, holder, wanted }: { url: string; holder: Holder; wanted: number },
): Promise<Turn> {
  const host = hostOf(url);
  if (host === null) return { lanes: wanted, most: NO_LIMIT, at: 0 };
  const pacer = env.HOST_PACER.getByName(String(workspaceId));
  return pacer.take(workspaceId, { host, holder, wanted });
}

/**
 * Ends the turn of a sender, and its wait for one, so that the next one begins. `hasAnswered`: the
 * host has taken a request. A turn whose end is lost is over by itself.
 */
export const endTurn = (env: Pacers, workspaceId: number, holder: Holder, hasAnswered: boolean) =>
  env.HOST_PACER.getByName(String(workspaceId))
    .end(holder, hasAnswered)
    .catch(warn("turn at a host not ended", { workspace_id: workspaceId }));
