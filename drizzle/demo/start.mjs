// The script of `npm start`: prints how to call the service, runs `wrangler dev` with a high rate
// limit, and fires the cron of each minute.
import { spawn } from "node:child_process";
import { token } from "./workspace.mjs";

const PORT = "8787";
const origin = `http://localhost:${PORT}`;
const MINUTE_MS = 60_000;

console.log(`
Lead Engagement API: ${origin}, ready in some seconds.

  Token          ${token}
  API reference  ${origin}/docs

  curl ${origin}/v1/me -H 'Authorization: Bearer ${token}'
  curl '${origin}/v1/leads?name=elodie' -H 'Authorization: Bearer ${token}'
  curl -i ${origin}/guide
  curl ${origin}/v1/channels/1/inbound -H 'Authorization: Bearer ${token}' \\
    -H 'Content-Type: application/json' -d '{"from": "+33639980405", "name": "Ada", "text": "Hello"}'

Ctrl-C stops it. Its data stays in .wrangler: remove that folder to start again from the demo.
`);

const wrangler = spawn(
  process.execPath,
  ["node_modules/wrangler/bin/wrangler.js", "dev", "--env", "local", "--port", PORT],
  {
    stdio: "inherit",
    env: { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", ...process.env },
  },
);

// A terminal's Ctrl-C reaches wrangler directly: this process only has to outlive it.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => wrangler.kill("SIGTERM"));
// A SIGTERM to npm ends the shell between npm and this process, and is not passed on.
const parent = process.ppid;
setInterval(() => process.ppid === parent || wrangler.kill("SIGTERM"), 500);
// `wrangler dev` fires no cron by itself. Requests fail until the server is up.
setInterval(
  () => fetch(`${origin}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`).catch(() => {}),
  MINUTE_MS,
);
wrangler.on("exit", (code) => process.exit(code ?? 0));
