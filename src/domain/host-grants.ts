import { isLocal } from "#lib/hosts";
import { warn } from "./warn";

type Pacers = Pick<Env, "HOST_PACER">;

/** A sender to a host: of a webhook endpoint, or of a gateway's channel. */
export type Holder = { endpointId: number } | { channelId: number };

/**
 * The requests that a sender may make to a host now: `lanes` at once, and `most` until it asks
 * again. Where it may make none, it asks again `at` that time; the pacer may wake it before.
 */
export type Grant = { lanes: number; most: number; at: number };

/** The most requests that a workspace's endpoints and gateways make to one host at once. */
export const HOST_LANES = 6;

/** The grant of a sender whose host sets no limit but its own. */
export const unlimited = (lanes: number): Grant => ({
  lanes,
  most: Number.MAX_SAFE_INTEGER,
  at: 0,
});

/**
 * The name that all spellings of a host share; null for this machine, which needs no pace, and for
 * what is no URL.
 */
function hostOf(url: string) {
  const hostname = URL.parse(url)?.hostname ?? "localhost";
  return isLocal(hostname) ? null : hostname.replace(/\.$/, "");
}

/**
 * The grant of a sender that wants so many lanes to the host of a URL, in place of its last one.
 */
export async function requestGrant(
  env: Pacers,
  workspaceId: number,
  { url, holder, wanted }: { url: string; holder: Holder; wanted: number },
): Promise<Grant> {
  const host = hostOf(url);
  if (host === null) return unlimited(wanted);
  const pacer = env.HOST_PACER.getByName(String(workspaceId));
  return pacer.take(workspaceId, { host, holder, wanted });
}

/**
 * Ends the grant of a sender, and its wait for one, so that the next one begins. `hasAnswered`: the
 * host has answered a request with 2xx. A grant whose end is lost is over by itself.
 */
export const endGrant = (env: Pacers, workspaceId: number, holder: Holder, hasAnswered: boolean) =>
  env.HOST_PACER.getByName(String(workspaceId))
    .end(holder, hasAnswered)
    .catch(warn("turn at a host not ended", { workspace_id: workspaceId }));
