import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { scenarioExists } from "../scenarios/store";
import { ScenarioStats, ScenarioStatsQuery } from "./schema";
import { getScenarioStats } from "./store";

export const scenarioStats = new Hono<App>().get(
  "/scenarios/:scenario/stats",
  operation({
    id: "getScenarioStats",
    area: "Scenarios",
    summary: "Get a scenario's statistics",
    description:
      "Counts what runs did at each node, what became of its messages, which branches of " +
      "splits reached their goal, and what triggers started. The figures stay when runs are " +
      "removed by retention. `to` is at most 365 days after `from`.",
    answer: dataOf(ScenarioStats),
  }),
  allow("scenarios:read"),
  ids(["scenario"], scenarioExists),
  validate("query", ScenarioStatsQuery),
  async (c) =>
    c.json({
      data: await getScenarioStats(
        c.var.scope,
        c.req.valid("param").scenario,
        c.req.valid("query"),
      ),
    }),
);
