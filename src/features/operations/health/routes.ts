import { Hono } from "hono";
import type { App } from "#env";
import { operation } from "#http/contract";
import { TO_HTTPS } from "#http/https";
import { dataOf } from "#http/page";
import { METRICS_TYPE, metricsOf } from "./metrics";
import { Health, HealthCheck } from "./schema";
import { getHealth, isHealthy } from "./store";

const area = "Operations";
const security = [{ operator: [] }];
const off = { 404: { description: "The operator plane is off." } };

/** For uptime monitors: says nothing but whether the service can be used. */
export const healthCheck = new Hono<App>().get(
  "/healthz",
  operation({
    id: "checkHealth",
    area,
    summary: "Check the service",
    description: "For uptime monitors. The answer can be 5 seconds old.",
    security: [],
    answer: HealthCheck,
    responses: {
      301: TO_HTTPS,
      503: {
        description: "The directory can't be reached, or a database is not migrated.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/HealthCheck" } } },
      },
    },
  }),
  async (c) => {
    const isOk = await isHealthy(c.env, (promise) => c.executionCtx.waitUntil(promise));
    return isOk ? c.json({ status: "ok" }) : c.json({ status: "unavailable" }, 503);
  },
);

export const health = new Hono<App>().get(
  "/health",
  operation({
    id: "getHealth",
    area,
    security,
    summary: "Show the service's health",
    description:
      "Shows fresh figures of all databases: their sums, or what is worst. `/metrics` has the " +
      "same for Prometheus.",
    answer: dataOf(Health),
    responses: off,
  }),
  async (c) => c.json({ data: await getHealth(c.var.scope, c.env) }),
);

export const metrics = new Hono<App>().get(
  "/metrics",
  operation({
    id: "getMetrics",
    area,
    security,
    summary: "Show the service's metrics",
    description: "Shows the service's health in the text format of Prometheus.",
    responses: {
      200: { description: "OK.", content: { "text/plain": { schema: { type: "string" } } } },
      ...off,
    },
  }),
  async (c) =>
    c.body(metricsOf(await getHealth(c.var.scope, c.env)), 200, {
      "Content-Type": METRICS_TYPE,
    }),
);
