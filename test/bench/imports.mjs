import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { newWorkspace } from "./client.mjs";
import { childrenIds } from "./cpu.mjs";
import { percentile, withVerdict } from "./figures.mjs";
import { figuresOf, READS_PER_SECOND, readWhile, timesOf } from "./readers.mjs";
import { serveTwo } from "./serve.mjs";

const ROWS = 100_000;
/** The notes of each row in a file of 200 MB, which is sent in parts. */
const LONG_NOTES = "n".repeat(1_900);
const PART_BYTES = 80_000_000;
const [QUIET_MS, POLL_MS, MAX_MS] = [10_000, 250, 900_000];

const RUN_BARS = { seconds: { atMost: 180 }, failed: { exactly: 0 }, p99: { atMost: 200 } };

const HEADER = "ext_id;first_name;last_name;phone;email;city;tags;unsubscribed;notes\r\n";
const TAGS = ["VIP", "Webinar", "Prospect"];

/** A row of the file; one in twelve is somebody who has come up before. */
function rowOf(n, longNotes = "") {
  const id = n % 12 === 11 ? n - 11 : n;
  const phone = `06 ${String(10_000_000 + id).replace(/(..)(..)(..)(..)/, "$1 $2 $3 $4")}`;
  const notes = n % 5 === 0 ? '"Called; no answer\r\nAgain in May"' : "";
  const tag = TAGS[id % TAGS.length];
  return `crm-${id};Person ${id};Martin;${phone};person${id}@example.com;Lyon;${tag};no;${longNotes || notes}\r\n`;
}

function fileOf(rows, longNotes) {
  const lines = Array.from({ length: rows }, (_, n) => rowOf(n, longNotes));
  return Buffer.from(HEADER + lines.join(""));
}

const memoryMb = () =>
  childrenIds().reduce((sum, id) => {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1];
    return sum + Number(kilobytes ?? 0) / 1_024;
  }, 0);

/** Imports 100,000 rows while another workspace reads in the same database. */
export async function imports() {
  await using bench = await serveTwo("imports");
  const { service } = bench;
  const owner = await newWorkspace(service);
  const quiet = await newWorkspace(service);
  const lead = await quiet.create("/v1/leads", { first_name: "Ada" });
  const place = { service, quiet, lead };
  const rows = [];

  const send = async (path, body, method = "POST") => {
    const answer = await fetch(`${service}/v1${path}`, {
      ...{ method, body },
      headers: { Authorization: owner.headers.Authorization },
    });
    const { data, ...error } = await answer.json();
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(error)}`);
    return data;
  };
  const run = async (name, { id, mapping }, more, bars) => {
    let [found, memory] = [null, memoryMb()];
    const before = memory;
    const start = performance.now();
    const reads = await readWhile(place, async () => {
      const city = { ...mapping, city: "variables.city", notes: "variables.notes" };
      await owner.call("POST", `/v1/imports/${id}/start`, {
        ...{ mode: "upsert", create_tags: true, mapping: city },
        ...more,
      });
      for (;;) {
        found = (await owner.call("GET", `/v1/imports/${id}`)).data;
        memory = Math.max(memory, memoryMb());
        if (!["running", "checking"].includes(found.state)) return;
        if (performance.now() - start > MAX_MS) throw new Error("The import goes on.");
        await wait(POLL_MS);
      }
    });
    if (found.state === "failed") throw new Error(found.reason);
    const seconds = (performance.now() - start) / 1_000;
    const { created, updated, unchanged, conflict, invalid } = found.counts;
    rows.push(
      withVerdict(
        {
          beside: name,
          seconds,
          "rows/s": found.rows / seconds,
          ...{ created, updated, unchanged, rejected: conflict + invalid },
          ...readsOf(reads),
          "MB more": memory - before,
        },
        bars,
      ),
    );
    return found;
  };

  rows.push({ beside: "nothing", ...readsOf(await readWhile(place, () => wait(QUIET_MS))) });
  const file = fileOf(ROWS);
  const sent = await send("/imports?name=crm.csv", file);
  await run("a dry run", sent, { dry_run: true }, RUN_BARS);
  await run("the import", sent, {}, RUN_BARS);
  await run("the same file again", await send("/imports", file), {}, RUN_BARS);

  const large = fileOf(ROWS, LONG_NOTES);
  let described = await send("/imports?name=large.csv", "");
  for (let part = 1; (part - 1) * PART_BYTES < large.length; part++) {
    const bytes = large.subarray((part - 1) * PART_BYTES, part * PART_BYTES);
    described = await send(`/imports/${described.id}/parts/${part}`, bytes, "PUT");
  }
  const name = `${Math.round(large.length / 1e6)} MB of them`;
  await run(name, described, { mapping: { ext_id: "ext_id", phone: "phone" } }, RUN_BARS);
  return {
    tables: [
      {
        title: `${ROWS} rows, and GET /v1/leads/{lead} of another workspace at ${READS_PER_SECOND}/s`,
        rows,
      },
    ],
    notes: ["MB more: the memory of workerd at most, beyond what it was at the start."],
  };
}

const readsOf = (reads) => ({ ...figuresOf(reads), p95: percentile(timesOf(reads), 0.95) });
