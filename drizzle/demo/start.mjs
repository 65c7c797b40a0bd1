// The script of `npm start`: prints how to call the service, runs it by serve.mjs with a high rate
// limit, and fires the cron of each minute.
import { spawn } from "node:child_process";
import { secrets } from "./sources.mjs";
import { token } from "./workspace.mjs";

const PORT = process.env.PORT ?? "8787";
const origin = `http://localhost:${PORT}`;
const MINUTE_MS = 60_000;
/** iClosed's key, by which bookings come in. */
const [key] = secrets[1].keys;
const tomorrow = new Date(Date.now() + 1_440 * MINUTE_MS).toISOString();
const MAX_RESTARTS_A_MINUTE = 3;

console.log(`
Lead Engagement API: ${origin}, ready in some seconds.

  Console        ${origin}/console
  Token          ${token}
  Guides         ${origin}/docs
  API reference  ${origin}/docs/reference

  curl ${origin}/v1/me -H 'Authorization: Bearer ${token}'
  curl '${origin}/v1/leads?name=elodie' -H 'Authorization: Bearer ${token}'
  curl -i ${origin}/guide
  curl ${origin}/v1/channels/1/inbound -H 'Authorization: Bearer ${token}' \\
    -H 'Content-Type: application/json' -d '{"from": "+33639980405", "name": "Ada", "text": "Hello"}'
  curl ${origin}/in/${key.value} -H 'Content-Type: application/json' \\
    -d '{"event": {"uuid": "1", "start_time": "${tomorrow}"}, "invitee": {"phone": "+33639980405"}}'

Ctrl-C stops it. Its data stays in .wrangler: remove that folder to start again from the demo.
`);

let isEnding = false;
let service;
const restarts = [];

/** Serves in a process of its own, and again when that ends by itself after it was up. */
function serve() {
  service = spawn(process.execPath, ["--no-warnings", "drizzle/demo/serve.mjs", PORT], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // In a process group of its own, whose processes end with it.
    detached: true,
    env: { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", ...process.env },
  });
  let isReady = false;
  service.on("message", () => {
    isReady = true;
  });
  const { pid } = service;
  service.on("exit", (code, signal) => {
    endGroup(pid);
    if (isEnding || !isReady) process.exit(code ?? 1);
    const now = Date.now();
    restarts.push(now);
    if (restarts.filter((at) => at > now - MINUTE_MS).length > MAX_RESTARTS_A_MINUTE) {
      console.error("The service has stopped too often within a minute: see above why.");
      process.exit(code || 1);
    }
    console.error(`The service stopped (${signal ?? `code ${code}`}) and is being started again.`);
    serve();
  });
}

function endGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

function end(signal) {
  isEnding = true;
  service.kill(signal);
}

serve();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(signal));
// A SIGTERM to npm ends the shell between npm and this process, and is not passed on.
const parent = process.ppid;
setInterval(() => process.ppid === parent || end("SIGTERM"), 500);
// The cron does not fire by itself here. Requests fail until the server is up.
setInterval(
  () => fetch(`${origin}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`).catch(() => {}),
  MINUTE_MS,
);
