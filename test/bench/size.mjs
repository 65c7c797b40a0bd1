import { BUNDLE, bundleSize } from "./bundle.mjs";
import { childrenCpuMs } from "./cpu.mjs";
import { median, withVerdict } from "./figures.mjs";
import { FLOOR, serveAlone } from "./serve.mjs";

const ROUNDS = 9;
const KIB = 1_024;
/** test/node/bundle.test.ts holds the size, too. */
const SIZE_BAR = { "gzip KiB": { atMost: 330 } };
const START_BAR = { "× the floor": { atMost: 2.5 } };

/**
 * The size of the bundle, and the CPU time of workerd from its start to its first answer: the time on
 * a clock depends on what else the machine does.
 */
export async function size() {
  const { minified, gzipped } = bundleSize();
  const [ours, floor] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    floor.push(await costOfAnswer(FLOOR));
    ours.push(await costOfAnswer(BUNDLE));
  }
  return {
    tables: [
      {
        title: "Bundle",
        rows: [
          withVerdict(
            { file: BUNDLE, "minified KiB": minified / KIB, "gzip KiB": gzipped / KIB },
            SIZE_BAR,
          ),
        ],
      },
      {
        title: "Start-up",
        rows: [
          withVerdict(
            {
              "CPU ms to the first answer": median(ours.map(({ cpu }) => cpu)),
              floor: median(floor.map(({ cpu }) => cpu)),
              "× the floor": median(ours.map(({ cpu }, round) => cpu / floor[round].cpu)),
              "ms on a clock": median(ours.map(({ ms }) => ms)),
              "floor's": median(floor.map(({ ms }) => ms)),
            },
            START_BAR,
          ),
        ],
      },
    ],
    notes: [
      "Start-up: workerd starts, the script is compiled and run, one request is answered.",
      `${ROUNDS} rounds, each of the floor and the bundle. Medians; of the multiples, too.`,
    ],
  };
}

async function costOfAnswer(file) {
  const [start, others] = [performance.now(), childrenCpuMs() || 0];
  await using worker = await serveAlone(file);
  const { status } = await fetch(worker.origin, { redirect: "manual" });
  if (status !== 302) throw new Error(`${file} answered ${status} at its start`);
  return { cpu: childrenCpuMs() - others, ms: performance.now() - start };
}
