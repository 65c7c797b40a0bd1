// Runs the guide's example of a webhook receiver, unchanged, in a process of its own.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const children = [];

const listening = (server) => new Promise((done) => server.listen(0, "127.0.0.1", done));

async function freePort() {
  const server = createServer();
  await listening(server);
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts the receiver with a secret. Returns its port once it answers. */
export async function startReceiver({ code, secret }) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["--input-type=module", "-e", code.replace("3000", port), "receiver.mjs", secret],
    {
      stdio: "ignore",
    },
  );
  children.push(child);
  while (child.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST" }).catch(() => null);
    if (response) return { port };
    await wait(20);
  }
  throw new Error("The receiver has ended.");
}

export const stopReceivers = () => {
  for (const child of children) child.kill();
};
