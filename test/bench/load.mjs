// Generates load over node:http. It waits for every answer, so that the service's counts can be
// compared with the answers.
import { Agent, request } from "node:http";
import { childrenCpuMs } from "./cpu.mjs";

/**
 * A target of requests: `next(n)` makes the n-th as options of `http.request` and a `body`;
 * `answered` counts the answers, which must all have `status`.
 */
export function target(origin, status, next) {
  const { hostname, port } = new URL(origin);
  return { origin: { hostname, port }, status, next, sent: 0, answered: 0 };
}

function send(agent, to) {
  const { body, ...options } = to.next(to.sent++);
  return new Promise((resolve, reject) => {
    const sent = request({ agent, ...to.origin, ...options }, (answer) => {
      if (answer.statusCode !== to.status)
        reject(
          new Error(
            `${sent.method} ${sent.path} was answered ${answer.statusCode}, not ${to.status}`,
          ),
        );
      answer.resume().on("end", () => {
        to.answered++;
        resolve();
      });
    });
    sent.on("error", reject).end(body);
  });
}

async function withAgent(options, use) {
  const agent = new Agent({ keepAlive: true, ...options });
  try {
    return await use(agent);
  } finally {
    agent.destroy();
  }
}

/**
 * Sends as many requests as the target answers, on this many connections. Returns the answers per
 * second and the CPU time of workerd and of this process.
 */
export const saturate = (to, { connections, ms }) =>
  withAgent({ maxSockets: connections }, async (agent) => {
    const before = {
      at: performance.now(),
      answered: to.answered,
      workerd: childrenCpuMs(),
      own: process.cpuUsage(),
    };
    const one = async () => {
      while (performance.now() < before.at + ms) await send(agent, to);
    };
    await Promise.all(Array.from({ length: connections }, one));
    const took = performance.now() - before.at;
    const answers = to.answered - before.answered;
    const { user, system } = process.cpuUsage(before.own);
    return {
      perSecond: (answers * 1000) / took,
      workerdMicros: ((childrenCpuMs() - before.workerd) * 1000) / answers,
      generatorCores: (user + system) / 1000 / took,
    };
  });

/**
 * Sends requests at fixed times, however long the answers take. Returns the time from when each was
 * due to the end of its answer, in ms.
 */
export const pace = (to, { perSecond, ms }) =>
  withAgent({}, async (agent) => {
    const start = performance.now();
    const times = Array.from({ length: (perSecond * ms) / 1000 }, async (_, n) => {
      const due = start + ((n + 1) * 1000) / perSecond;
      await until(due);
      await send(agent, to);
      return performance.now() - due;
    });
    return Promise.all(times);
  });

/** Timers fire up to a millisecond late, so the last two milliseconds are spent polling. */
async function until(due) {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now() - 2)));
  while (performance.now() < due) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Sends one request after the other, on one connection for each target. The targets alternate, so
 * that the machine's drift affects all of them. Returns their times in ms.
 */
export const inTurn = (targets, { rounds, maxMs = Number.POSITIVE_INFINITY, minRounds = rounds }) =>
  withAgent({ maxSockets: 1 }, async (agent) => {
    const times = targets.map(() => []);
    const start = performance.now();
    for (
      let round = 0;
      round < rounds && (round < minRounds || performance.now() < start + maxMs);
      round++
    ) {
      for (const [index, to] of targets.entries()) {
        const sent = performance.now();
        await send(agent, to);
        times[index].push(performance.now() - sent);
      }
    }
    return times;
  });
