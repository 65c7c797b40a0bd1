import type { Listener } from "./listener";

/** A listener with its socket. */
export type Listening = { socket: WebSocket; listener: Listener };

const isThere = ({ readyState }: WebSocket) => readyState !== WebSocket.CLOSED;
const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.OPEN;

/** The sockets of an object, which go on while it sleeps, and their listeners. */
export class Sockets {
  readonly #state: DurableObjectState;

  constructor(state: DurableObjectState) {
    this.#state = state;
  }

  /** Opens a socket. Returns the client's end, and its own. */
  open(listener: Listener) {
    const { 0: client, 1: socket } = new WebSocketPair();
    this.#state.acceptWebSocket(socket, [String(listener.tokenId)]);
    this.keep(socket, listener);
    return { client, socket };
  }

  /** True if there are so many, of all tokens or of one, with those that clients don't let end. */
  has(count: number, tokenId?: number) {
    const sockets = this.#state.getWebSockets(tokenId === undefined ? undefined : String(tokenId));
    return sockets.length >= count && sockets.filter(isThere).length >= count;
  }

  all(): Listening[] {
    return this.#state
      .getWebSockets()
      .filter(isOpen)
      .map((socket) => ({ socket, listener: this.listenerOf(socket) }));
  }

  listenerOf = (socket: WebSocket): Listener => socket.deserializeAttachment();

  keep(socket: WebSocket, listener: Listener) {
    socket.serializeAttachment(listener);
  }
}
