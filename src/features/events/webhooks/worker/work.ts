import type { Bindings } from "#env";
import { outboundRules } from "#lib/outbound-url";
import { secretsFor } from "../secrets";
import { attemptDelivery, type Destination } from "./attempt";
import type { Claimed } from "./claim";
import type { BatchOutcome } from "./commit";
import type { Endpoint } from "./endpoint";
import { FAILURES_TO_PAUSE, type Health, healthAfter, isPaused } from "./health";
import { lanesOf } from "./lanes";
import { notAttempted, type Outcome, outcomeOf } from "./schedule";

/** After this time no further attempt is started, so that outcomes are committed soon. */
const MAX_WORK_MS = 20_000;

/**
 * Attempts the claimed deliveries, so many at once and those of each lead in their order, until the
 * endpoint is paused or the batch is interrupted. Deliveries that are left stay due.
 */
export async function work(
  env: Bindings,
  endpoint: Endpoint,
  claimed: Claimed[],
  connections: number,
  isInterrupted: () => boolean,
): Promise<Pick<BatchOutcome, "outcomes" | "health">> {
  let health = healthOf(endpoint, Date.now());
  const outcomes: Outcome[] = [];
  if (claimed.length === 0) return { outcomes, health };
  const destination = await destinationOf(env, endpoint);
  const [lanes, end] = [lanesOf(claimed).values(), Date.now() + MAX_WORK_MS];
  const left: Claimed[] = [];
  const deliver = async (delivery: Claimed) => {
    const isHeld = delivery.kind === "requested" ? health.disabled !== null : isPaused(health);
    if (isHeld || isInterrupted() || Date.now() > end) {
      left.push(delivery);
      return;
    }
    const { event, attempts } = delivery;
    const attempt = await attemptDelivery(event, destination);
    const [now, random] = [Date.now(), Math.random()];
    health = healthAfter(health, attempt, now, random);
    outcomes.push(outcomeOf(event.id, attempts + 1, attempt, now, random));
  };
  const connection = async () => {
    for (const lane of lanes) for (const delivery of lane) await deliver(delivery);
  };
  await Promise.all(Array.from({ length: connections }, connection));
  if (endpoint.failures >= FAILURES_TO_PAUSE && health.failures === 0)
    health = { ...health, pausedUntil: null };
  // All get the same time, so that they are claimed again in the order of their events.
  const now = Date.now();
  const leftNew = left.filter(({ kind }) => kind === "new");
  outcomes.push(...leftNew.map(({ event }) => notAttempted(event.id, now)));
  return { outcomes, health };
}

/** The health of an endpoint when a batch begins: a pause that is over does not count. */
function healthOf({ failures, failingSince, pausedUntil }: Endpoint, now: number): Health {
  const isOver = pausedUntil !== null && pausedUntil <= now;
  return { failures, failingSince, pausedUntil: isOver ? null : pausedUntil, disabled: null };
}

const destinationOf = async (env: Bindings, endpoint: Endpoint): Promise<Destination> => ({
  url: endpoint.url,
  secrets: await secretsFor(env, endpoint),
  timeoutMs: env.WEBHOOK_TIMEOUT_MS,
  outbound: outboundRules({
    shortUrlBase: env.SHORT_URL_BASE,
    forbiddenHosts: env.FORBIDDEN_HOSTS,
  }),
});
