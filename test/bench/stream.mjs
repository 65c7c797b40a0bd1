import { setTimeout as wait } from "node:timers/promises";
import { newWorkspace } from "./client.mjs";
import { childrenCpuMs } from "./cpu.mjs";
import { percentile, withVerdict } from "./figures.mjs";
import { serve } from "./serve.mjs";

const [TOKENS, LISTENERS_PER_TOKEN] = [10, 100];
const LISTENERS = TOKENS * LISTENERS_PER_TOKEN;
const [EVENTS, PAUSE_MS] = [50, 200];
const IDLE_MS = 20_000;
/** The bar: an event is with every listener half a second after its write. */
const SPEED = { "p99 ms": { atMost: 500 }, missing: { exactly: 0 } };

/** A thousand listeners of one workspace: while events happen, and while nothing does. */
export async function stream() {
  await using bench = await serve("stream");
  const [{ service }] = bench.services;
  const workspace = await newWorkspace(service);
  const listeners = await listenAll(service, workspace);
  const cpuBefore = childrenCpuMs();
  await wait(IDLE_MS);
  const idleCpu = childrenCpuMs() - cpuBefore;
  const written = await writeEvents(workspace);
  await wait(2_000);
  const received = listeners.flatMap(({ events }) => events);
  const delays = received.map(({ label, at }) => at - written.get(label));
  for (const { socket } of listeners) socket.close();
  const row = {
    listeners: LISTENERS,
    events: EVENTS,
    "p50 ms": percentile(delays, 0.5),
    "p99 ms": percentile(delays, 0.99),
    missing: LISTENERS * EVENTS - received.length,
    "idle CPU ms/s": (idleCpu * 1_000) / IDLE_MS,
  };
  return {
    tables: [{ title: "Stream", rows: [withVerdict(row, SPEED)] }],
    notes: [
      "From the request that writes the event until each listener has it, on one machine with the 1,000 clients.",
      "idle CPU: of the whole workerd, while nobody writes and all wait.",
    ],
  };
}

async function listenAll(service, workspace) {
  const listeners = [];
  for (let token = 0; token < TOKENS; token++) {
    const made = await workspace.create("/v1/tokens", { name: `Listener ${token}` });
    const open = () => listen(service, made.token);
    listeners.push(...(await Promise.all(Array.from({ length: LISTENERS_PER_TOKEN }, open))));
  }
  return listeners;
}

/** A listener that acknowledges, and keeps which lead each event is about and when it came. */
function listen(origin, token) {
  const url = `${origin.replace("http", "ws")}/v1/stream?type[]=lead.created`;
  const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${token}` } });
  const events = [];
  return new Promise((resolve, reject) => {
    socket.onerror = reject;
    socket.onmessage = ({ data }) => {
      const at = performance.now();
      const message = JSON.parse(data);
      if (message.stream === "ready") resolve({ socket, events });
      else if (message.stream === "ack") socket.send(data);
      else events.push({ label: message.data.lead.first_name, at });
    };
  });
}

/** Creates leads, one after the other. Returns when each was asked for. */
async function writeEvents(workspace) {
  const written = new Map();
  for (let nth = 0; nth < EVENTS; nth++) {
    const label = `Lead ${nth}`;
    written.set(label, performance.now());
    await workspace.create("/v1/leads", { first_name: label });
    await wait(PAUSE_MS);
  }
  return written;
}
