// Serves the Worker as `wrangler dev` does, at the port in the first argument, for start.mjs.
// `wrangler dev` itself ends when a client goes away while it uploads, or a connection to the
// Worker is lost (workers-sdk#15317, #15451). Here only that request fails.
import { once } from "node:events";
import { createServer } from "node:net";
import { unstable_DevEnv as DevEnv } from "wrangler";

const HOST = "localhost";
const PORT = Number(process.argv[2]);
const DISPOSE_MS = 1_000;

const devEnv = new DevEnv();
let isReady = false;

/** Ends with everything that runs in other processes. */
async function end(code) {
  setTimeout(() => process.exit(code), DISPOSE_MS);
  await devEnv.teardown().catch(() => {});
  process.exit(code);
}

function fail(error) {
  const reasons = [error.reason ?? error.message];
  for (let cause = error.cause; cause; cause = cause.cause) reasons.push(cause.message);
  console.error(reasons.map((reason = "") => reason.split("\n")[0]).join(": "));
}

// `prepare.mjs` asks for it, as the build command of `wrangler dev`.
process.env.WRANGLER_COMMAND = "dev";
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(0));
process.on("disconnect", () => end(0));
devEnv.on("error", (error) => {
  if (isReady && error.source === "ProxyController") return;
  fail(error);
  if (!isReady) end(1);
});
devEnv.on("buildFailed", () => isReady || end(1));

/** Throws an error that names the port if it is taken. */
async function checkPort() {
  const server = createServer().listen(PORT, HOST);
  await once(server, "listening");
  server.close();
}

try {
  await checkPort();
  const worker = await devEnv.startWorker({
    config: "wrangler.toml",
    env: "local",
    dev: { server: { hostname: HOST, port: PORT } },
  });
  await worker.ready;
  isReady = true;
  process.send?.("ready");
} catch (error) {
  fail(error);
  end(1);
}
