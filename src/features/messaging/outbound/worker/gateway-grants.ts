import { endGrant, type Grant, requestGrant, unlimited } from "#domain/host-grants";
import type { Bindings } from "#env";
import type { SendingChannel } from "./work";

/** The grants of a channel's sender at the host of its gateway. */
export class GatewayGrants {
  readonly #env: () => Bindings;
  #workspaceId = 0;
  #channelId: number | null = null;
  /** The URL that the grant is for, and those that have taken a message since it began. */
  #url: string | null = null;
  readonly #answered = new Set<string | null>();

  constructor(env: () => Bindings) {
    this.#env = env;
  }

  /**
   * The grant of a sender that wants so many connections in all, those that are open among them.
   * The platforms' own hosts need no grants: they limit what they take.
   */
  async take(channel: SendingChannel, workspaceId: number, wanted: number): Promise<Grant> {
    const { id: channelId, provider, gatewayUrl: url } = channel;
    if (provider !== "webhook" || url === null) return unlimited(wanted);
    this.#workspaceId = workspaceId;
    [this.#channelId, this.#url] = [channelId, url];
    return requestGrant(this.#env(), workspaceId, { url, holder: { channelId }, wanted });
  }

  /** The answer to a request that began before the grant may be of the URL before a change. */
  noteAnswer({ gatewayUrl }: SendingChannel) {
    this.#answered.add(gatewayUrl);
  }

  /** Ends the grant, or the wait for one, if there is any. */
  async end() {
    const channelId = this.#channelId;
    if (channelId === null) return;
    this.#channelId = null;
    const hasAnswered = this.#answered.has(this.#url);
    this.#answered.clear();
    await endGrant(this.#env(), this.#workspaceId, { channelId }, hasAnswered);
  }
}
