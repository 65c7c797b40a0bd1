import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { newWorkspace } from "./client.mjs";
import { childrenCpuMs } from "./cpu.mjs";
import { median, percentile, withVerdict } from "./figures.mjs";
import { pace, target } from "./load.mjs";
import { sizes } from "./modules.mjs";
import { BARE, serveCold } from "./serve.mjs";
import { visitBy } from "./visit.mjs";

const ROUNDS = 9;
const KIB = 1_024;
/** The visits that come while the API is loaded. */
const PACE = { perSecond: 200, ms: 400 };
/** test/node/modules.test.ts holds the sizes, too. */
const ENTRY_BAR = { "gzip KiB": { atMost: 40 } };

const BARE_WORKER = { script: BARE, path: "/", status: 302 };
const BARE_CALL = { script: BARE, path: "/d1", status: 302 };

/**
 * The sizes of the Worker's modules, and the CPU time of workerd from its start to its first
 * answer, as a multiple of that of a bare Worker: the time on a clock depends on what else the
 * machine does.
 */
export async function size() {
  const folder = mkdtempSync(`${tmpdir()}/cold-`);
  const answers = await firstAnswers(folder);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(folder, answers));
  const beside = [];
  for (let round = 0; round < ROUNDS; round++) beside.push(await visitsBeside(folder, answers));
  return {
    tables: [
      { title: "Modules", rows: sizeRows() },
      {
        title: "First answers",
        rows: Object.keys(answers).map((name) => rowOf(name, answers[name], rounds)),
      },
      { title: "Redirects while the API is loaded", rows: besideRows(beside) },
    ],
    notes: [
      "First answers: workerd starts, one request is answered. CPU ms of workerd until then, beside " +
        "those of a Worker with the same bindings that answers a constant, or makes one call of D1.",
      `${ROUNDS} rounds, each of all rows. Medians; of the multiples, too.`,
    ],
  };
}

const sizeRows = () => {
  const { entry, total } = sizes();
  const row = (loaded, { modules, bytes, gzipped }) => ({
    loaded,
    modules,
    KiB: bytes / KIB,
    "gzip KiB": gzipped / KIB,
  });
  return [withVerdict(row("by a visit", entry), ENTRY_BAR), row("all that is uploaded", total)];
};

/** The requests that are measured, on a workspace with a link and a recipient. */
async function firstAnswers(folder) {
  await using first = await serveCold(folder);
  await first.migrate();
  const { create, headers } = await newWorkspace(first.origin);
  const link = await create("/v1/short-links", { destination_url: "https://example.com/guide" });
  const lead = await create("/v1/leads", { first_name: "Zoé" });
  const { url } = await create(`/v1/short-links/${link.id}/sends`, { lead_id: lead.id });
  const authorized = { headers };
  const agents = {
    method: "POST",
    headers: {
      ...headers,
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  };
  return {
    "no link's path": { path: "/no/such/link", status: 404, beside: "bare", atMost: 1.3 },
    "unknown slug": { path: "/no-such-link", status: 404, beside: "call", atMost: 1.4 },
    "base link": { path: `/${link.slug}`, status: 302, beside: "call", atMost: 1.4 },
    "recipient link": { path: new URL(url).pathname, status: 302, beside: "call", atMost: 1.4 },
    "API: GET /v1/me": {
      path: "/v1/me",
      init: authorized,
      status: 200,
      beside: "call",
      atMost: 3.1,
    },
    "MCP: tools/list": { path: "/mcp", init: agents, status: 200, beside: "call" },
  };
}

async function measure(folder, answers) {
  const bare = await costOf(folder, BARE_WORKER);
  const call = await costOf(folder, BARE_CALL);
  const costs = {};
  for (const [name, answer] of Object.entries(answers)) costs[name] = await costOf(folder, answer);
  return { bare, call, costs };
}

function rowOf(name, { beside, atMost }, rounds) {
  const row = {
    answer: name,
    "CPU ms": median(rounds.map(({ costs }) => costs[name].cpu)),
    beside: beside === "bare" ? "a constant" : "a call of D1",
    "its CPU ms": median(rounds.map((round) => round[beside].cpu)),
    "×": median(rounds.map((round) => round.costs[name].cpu / round[beside].cpu)),
    "ms on a clock": median(rounds.map(({ costs }) => costs[name].ms)),
  };
  return withVerdict(row, atMost && { "×": { atMost } });
}

/**
 * The times of redirects alone, and while the first request of the API is answered; and its own.
 */
async function visitsBeside(folder, { "base link": link, "API: GET /v1/me": api }) {
  await using worker = await serveCold(folder);
  const visits = target(worker.origin, link.status, () => ({ path: link.path, ...visitBy(0) }));
  await pace(visits, { ...PACE, ms: 100 });
  const start = performance.now();
  const answered = fetch(worker.origin + api.path, api.init).then(() => performance.now() - start);
  const beside = await pace(visits, PACE);
  return { beside, answered: await answered, alone: await pace(visits, PACE) };
}

const besideRows = (rounds) =>
  ["alone", "beside"].map((side) => {
    const times = rounds.flatMap((round) => round[side]);
    return {
      redirects: side === "alone" ? "alone" : "while the API is loaded",
      "a second": PACE.perSecond,
      "p50 ms": percentile(times, 0.5),
      "p99 ms": percentile(times, 0.99),
      "longest ms": median(rounds.map((round) => Math.max(...round[side]))),
      ...(side === "beside" && {
        "the API's first answer, ms": median(rounds.map(({ answered }) => answered)),
      }),
    };
  });

async function costOf(folder, { script, path, init = visitBy(0), status }) {
  const [start, others] = [performance.now(), childrenCpuMs() || 0];
  await using worker = await serveCold(folder, script);
  const answer = await fetch(worker.origin + path, { redirect: "manual", ...init });
  const cost = { cpu: childrenCpuMs() - others, ms: performance.now() - start };
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status} at the start`);
  return cost;
}
