import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { WorkspaceStats, WorkspaceStatsQuery } from "./schema";
import { getWorkspaceStats } from "./store";

export const workspaceStats = new Hono<App>().get(
  "/stats",
  operation({
    id: "getStats",
    area: "Usage",
    summary: "Get the workspace's figures",
    description:
      "Shows the leads by stage, and what happened, by day, week or month. `to` is at most 365 " +
      "days after `from`.",
    answer: dataOf(WorkspaceStats),
  }),
  allow("usage:read"),
  validate("query", WorkspaceStatsQuery),
  async (c) => c.json({ data: await getWorkspaceStats(c.var.scope, c.req.valid("query")) }),
);
