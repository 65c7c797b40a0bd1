import { endTurn, type Turn, takeTurn, unlimited } from "#domain/host-turns";
import type { Bindings } from "#env";
import type { SendingChannel } from "./work";

/** The turns of a channel's sender at the host of its gateway. */
export class GatewayTurns {
  readonly #env: () => Bindings;
  #workspaceId = 0;
  #channelId: number | null = null;
  /** The URL that the turn is for, and those that have taken a message since it began. */
  #url: string | null = null;
  readonly #answered = new Set<string | null>();

  constructor(env: () => Bindings) {
    this.#env = env;
  }

  /**
   * The turn of a sender that wants so many connections in all, those that are open among them. The
   * platforms' own hosts need no turns: they limit what they take.
   */
  async take(channel: SendingChannel, workspaceId: number, wanted: number): Promise<Turn> {
    const { id: channelId, provider, gatewayUrl: url } = channel;
    if (provider !== "webhook" || url === null) return unlimited(wanted);
    this.#workspaceId = workspaceId;
    [this.#channelId, this.#url] = [channelId, url];
    return takeTurn(this.#env(), workspaceId, { url, holder: { channelId }, wanted });
  }

  /** The answer to a request that began before the turn may be of the URL before a change. */
  noteAnswer({ gatewayUrl }: SendingChannel) {
    this.#answered.add(gatewayUrl);
  }

  /** Ends the turn, or the wait for one, if there is any. */
  async end() {
    const channelId = this.#channelId;
    if (channelId === null) return;
    this.#channelId = null;
    const hasAnswered = this.#answered.has(this.#url);
    this.#answered.clear();
    await endTurn(this.#env(), this.#workspaceId, { channelId }, hasAnswered);
  }
}
