import { BUNDLE, bundleSize } from "./bundle.mjs";
import { median, withVerdict } from "./figures.mjs";
import { FLOOR, serveAlone } from "./serve.mjs";

const ROUNDS = 9;
const KIB = 1_024;
/** test/node/bundle.test.ts holds the size, too. */
const SIZE_BAR = { "gzip KiB": { atMost: 330 } };
const START_BAR = { "× the floor": { atMost: 2.5 } };

/** The size of the bundle, and the time from the start of workerd to its first answer. */
export async function size() {
  const { minified, gzipped } = bundleSize();
  const [ours, floor] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    floor.push(await timeToAnswer(FLOOR));
    ours.push(await timeToAnswer(BUNDLE));
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
              "ms to the first answer": median(ours),
              floor: median(floor),
              "more than the floor": median(ours) - median(floor),
              "× the floor": median(ours.map((ms, round) => ms / floor[round])),
            },
            START_BAR,
          ),
        ],
      },
    ],
    notes: [
      "Start-up: Miniflare and workerd start, the script is compiled and run, one request is answered.",
    ],
  };
}

async function timeToAnswer(file) {
  const start = performance.now();
  await using worker = await serveAlone(file);
  const { status } = await fetch(worker.origin, { redirect: "manual" });
  if (status !== 302) throw new Error(`${file} answered ${status} at its start`);
  return performance.now() - start;
}
