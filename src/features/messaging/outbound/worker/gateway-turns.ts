import { endTurn, type Turn, takeTurn } from "../../../../domain/host-turns";
import type { Bindings } from "../../../../env";
import type { SendingChannel } from "./work";

/** The platforms' own hosts need no turns: they limit what they take. */
const UNLIMITED = { most: Number.MAX_SAFE_INTEGER, at: 0 };

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

  /** The turn of a sender that wants so many connections in all, those that are open among them. */
  async take(channel: SendingChannel, workspaceId: number, wanted: number): Promise<Turn> {
    const { id: channelId, provider, gatewayUrl: url } = channel;
    if (provider !== "webhook" || url === null) return { lanes: wanted, ...UNLIMITED };
    this.#workspaceId = workspaceId;
    [this.#channelId, this.#url] = [channelId, url];
    return takeTurn(this.#env(), workspaceId, { url, holder: { channelId }, wanted });
  }

  /** An answer to a request that is older than the turn is another host's, if the URL was changed. */
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
