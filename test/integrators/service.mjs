// The service as `npm start` serves it, and workspaces of their own.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const OPERATOR = "dev-operator-token-0123456789abcdef";
const PATIENCE_MS = 120_000;

/** Waits until something answers at an origin. */
export async function answering(origin) {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const isUp = await fetch(`${origin}/v1/me`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await sleep(500);
  }
  throw new Error(`Nothing answers at ${origin}.`);
}

/** Starts the service. Returns its origin and how to end it. */
export async function startService(port) {
  const origin = `http://localhost:${port}`;
  const child = spawn("node", ["drizzle/demo/start.mjs"], {
    env: { ...process.env, PORT: String(port) },
    stdio: "ignore",
  });
  const ended = new Promise((_, reject) => {
    child.once("exit", () => reject(new Error("The service has ended: `npm start` says why.")));
  });
  await Promise.race([answering(origin), ended]);
  ended.catch(() => {});
  return { origin, end: () => child.kill() };
}

/** Creates a workspace to try things out in. Returns its token. */
export async function newSandbox(origin) {
  const response = await fetch(`${origin}/v1/workspaces`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Integrators", default_country: "FR", sandbox: true }),
  });
  const { data } = await response.json();
  return data.token;
}
