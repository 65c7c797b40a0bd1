import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { token } from "../../drizzle/demo/workspace.mjs";
import { withVerdict } from "./figures.mjs";

const PORT = "18787";
const [BURSTS, PARALLEL, BODIES] = [200, 60, 50];
const BODY = Buffer.alloc(4 * 1_024 * 1_024, "x");
const TIMEOUT_MS = 30_000;
const START_MS = 120_000;
const POLL_MS = 100;
const EXPECT_MS = 1_000;
const auth = { Authorization: `Bearer ${token}` };
const json = { "Content-Type": "application/json" };

/** Starts `npm start` on a database of its own. */
function start() {
  const directory = mkdtempSync(`${tmpdir()}/storms-`);
  for (const name of ["drizzle", "node_modules", "package.json", "src", "wrangler.toml"])
    symlinkSync(`${process.cwd()}/${name}`, `${directory}/${name}`);
  const service = spawn(process.execPath, ["drizzle/demo/start.mjs"], {
    cwd: directory,
    env: { ...process.env, PORT },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => service.once("exit", done));
  return {
    ended,
    async [Symbol.asyncDispose]() {
      service.kill("SIGTERM");
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}

/** The status of an answer, or the code of the error. `cutAfter` is when the client goes away. */
const send = (agent, { method, path, headers, body = "", cutAfter }) =>
  new Promise((done) => {
    const options = { host: "127.0.0.1", port: PORT, method, path, headers, agent };
    let isComplete = headers.Expect === undefined && cutAfter === undefined;
    const sent = request({ ...options, timeout: TIMEOUT_MS }, (response) => {
      response.resume().once("close", () => {
        done(response.statusCode);
        // The server still waits for the body: the connection is of no more use.
        if (!isComplete) sent.destroy();
      });
    });
    sent.once("error", ({ code }) => done(code));
    sent.once("timeout", () => sent.destroy(Object.assign(new Error(), { code: "timeout" })));
    if (isComplete) sent.end(body);
    else if (cutAfter === undefined) {
      // As curl does: the body follows when it is asked for, or after a second.
      const complete = () => {
        if (!isComplete && !sent.destroyed) sent.end(body);
        isComplete = true;
      };
      sent.once("continue", complete).flushHeaders();
      setTimeout(complete, EXPECT_MS);
    } else {
      sent.write(body.subarray(0, body.length / 2));
      setTimeout(() => sent.destroy(), cutAfter);
    }
  });

/** Requests whose answer leaves before the body is read: in four ways, to many paths. */
function largeBody(index) {
  const paths = ["/v1/leads", "/v1/nothing", "/guide", "/webhooks/whatsapp/1", "/v1/workspaces"];
  const known = { "Content-Length": String(BODY.length) };
  const ways = [
    { headers: known },
    { headers: { "Transfer-Encoding": "chunked" } },
    { headers: { ...known, Expect: "100-continue" } },
    { headers: known, cutAfter: 30 },
  ];
  const { headers, ...way } = ways[index % ways.length];
  const path = paths[index % paths.length];
  const caller = Math.floor(index / 20) % 2 === 0 ? auth : {};
  return { ...way, method: "POST", path, headers: { ...json, ...caller, ...headers }, body: BODY };
}

function smallBody(burst, index) {
  const body = JSON.stringify({ label: `Storm ${burst}-${index}`, filler: "x".repeat(5_000) });
  const known = { "Content-Length": String(Buffer.byteLength(body)) };
  const [path, caller] = [
    ["/v1/tags", auth],
    ["/v1/leads", {}],
    ["/v1/nothing", auth],
    ["/v1/leads", auth],
  ][index % 4];
  return { method: "POST", path, headers: { ...json, ...caller, ...known }, body };
}

const me = (agent) => send(agent, { method: "GET", path: "/v1/me", headers: auth });

/** Sends each storm, and then a request on a connection of before and one on a new connection. */
async function weather(name, count, storm) {
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
  const answers = {};
  let [failed, slowest] = [0, 0];
  for (let index = 0; index < count; index++) {
    for (const answer of await Promise.all(storm(index).map((each) => send(agent, each))))
      answers[answer] = (answers[answer] ?? 0) + 1;
    const startedAt = performance.now();
    for (const status of [await me(agent), await me(new Agent())]) if (status !== 200) failed++;
    slowest = Math.max(slowest, performance.now() - startedAt);
  }
  agent.destroy();
  const bars = { "failed follow-ups": { exactly: 0 } };
  const row = { storm: name, count, "failed follow-ups": failed, "slowest ms": slowest };
  return { answers, row: withVerdict(row, bars) };
}

async function untilUp(service) {
  let isOver = false;
  Promise.race([service.ended, wait(START_MS, undefined, { ref: false })]).then(() => {
    isOver = true;
  });
  while ((await me(new Agent())) !== 200) {
    if (isOver) throw new Error("npm start does not answer.");
    await wait(POLL_MS);
  }
}

/** A burst that kills `wrangler dev`, against `npm start`. */
export async function storms() {
  await using service = start();
  await untilUp(service);
  const all = [
    await weather("a body of 4 MiB", BODIES, (index) => [largeBody(index)]),
    await weather(`${PARALLEL} POSTs at once`, BURSTS, (burst) =>
      Array.from({ length: PARALLEL }, (_, index) => smallBody(burst, index)),
    ),
  ];
  return {
    tables: [{ title: "Storms", rows: all.map(({ row }) => row) }],
    notes: all.map(({ row, answers }) => `${row.storm}: answers ${JSON.stringify(answers)}`),
  };
}
