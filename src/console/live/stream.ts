import { type Client, createStreamTicket, type Event } from "#client";

/** `off`: this token may not read events, or the tab is hidden. */
export type LiveState = "connecting" | "live" | "off";

/** Codes of the service after which the same stream would only end again. */
const FINAL = [4401, 4403];
/** Too much has happened since the last event. */
const GONE = 4410;
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

type Listener = {
  onEvent: (event: Event) => void;
  /** Events are received from here on: what was read before may be out of date. */
  onGap: () => void;
  onState: (state: LiveState) => void;
};

const isEvent = (message: object): message is Event => "type" in message;

/**
 * Receives the events of the workspace while the tab can be seen, and reconnects by itself after
 * the last one. Returns a function that ends it.
 */
export function openStream(client: Client, { onEvent, onGap, onState }: Listener) {
  let socket: WebSocket | null = null;
  let after: number | undefined;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  const again = () => {
    const wait = Math.min(RETRY_MS * 2 ** attempt++, LONGEST_RETRY_MS);
    timer = setTimeout(connect, wait * (0.5 + Math.random() / 2));
  };

  function read(text: string) {
    const message: { stream?: string; last_event_id?: number } | Event = JSON.parse(text);
    if (isEvent(message)) {
      after = message.id;
      onEvent(message);
    } else if (message.stream === "ready") {
      if (after === undefined) onGap();
      after = message.last_event_id;
      attempt = 0;
      onState("live");
    } else if (message.stream === "ack") socket?.send(text);
  }

  async function connect() {
    timer = undefined;
    if (isEnded || document.hidden || socket) return;
    onState("connecting");
    try {
      const { data } = await createStreamTicket({ client });
      if (isEnded || document.hidden || socket) return;
      const url = new URL("/v1/stream", location.origin.replace(/^http/, "ws"));
      url.searchParams.set("ticket", data.ticket);
      if (after !== undefined) url.searchParams.set("after", String(after));
      socket = listenTo(new WebSocket(url));
    } catch {
      again();
    }
  }

  function listenTo(opened: WebSocket) {
    opened.onmessage = ({ data }) => read(data);
    opened.onclose = ({ code }) => {
      if (socket !== opened) return;
      socket = null;
      if (FINAL.includes(code)) return onState("off");
      if (code === GONE) after = undefined;
      if (!isEnded && !document.hidden) {
        onState("connecting");
        again();
      }
    };
    return opened;
  }

  function close() {
    clearTimeout(timer);
    const open = socket;
    socket = null;
    // Closed before it is open, it would be reported as a failure.
    if (open?.readyState === WebSocket.CONNECTING) open.onopen = () => open.close(1000);
    else open?.close(1000);
  }

  const onVisibility = () => {
    if (document.hidden) {
      close();
      onState("off");
    } else {
      attempt = 0;
      void connect();
    }
  };

  document.addEventListener("visibilitychange", onVisibility);
  void connect();
  return () => {
    isEnded = true;
    document.removeEventListener("visibilitychange", onVisibility);
    close();
  };
}
