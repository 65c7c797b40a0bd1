import { meterWarm } from "./client.mjs";
import { median } from "./figures.mjs";
import { inTurn, target } from "./load.mjs";

const WARM_UP_ROUNDS = 50;
const ROUNDS = 300;

/**
 * A write's p50 on one connection beside the floor's, and its D1 queries. `make` returns the
 * method, path, body and headers.
 */
export async function measure({ floor, services: [{ service, metered }] }, status, make, headers) {
  const next = () => {
    const [method, path, body, own] = make();
    return {
      method,
      path,
      headers: { ...headers, ...own },
      body: typeof body === "string" ? body : JSON.stringify(body),
    };
  };
  const targets = [target(service, status, next), target(floor, 302, next)];
  await inTurn(targets, { rounds: WARM_UP_ROUNDS });
  const [ms, bare] = (await inTurn(targets, { rounds: ROUNDS })).map(median);
  const { trips, rowsRead, rowsWritten } = await meterWarm(metered, next);
  return {
    ms,
    floor: bare,
    share: ms / bare,
    trips,
    "rows read": rowsRead,
    "rows written": rowsWritten,
  };
}
