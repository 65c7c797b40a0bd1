import { Hono } from "hono";
import type { App } from "#env";
import { workspaceExists } from "#features/access/workspaces/store";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { DAY_MS } from "#lib/time";
import { LEFT_TODAY, leftToday } from "./left-today";
import { Usage, UsageQuery } from "./schema";
import { ofWorkspace, usageOf } from "./store";

export const usage = new Hono<App>().get(
  "/usage",
  operation({
    id: "getUsage",
    area: "Usage",
    summary: "Get the workspace's usage",
    description:
      "Shows what the workspace stores, its quotas, and what it has used by day of UTC. `to` " +
      "is at most 365 days after `from`.",
    answer: dataOf(Usage),
    headers: { RateLimit: LEFT_TODAY },
  }),
  allow("usage:read"),
  validate("query", UsageQuery),
  async (c) => {
    const [query, now] = [c.req.valid("query"), Date.now()];
    const data = await usageOf(c.var.scope, query);
    if ((query.to ?? now) > now - DAY_MS) c.header("RateLimit", leftToday(data, now));
    return c.json({ data });
  },
);

/** The operator plane's route for the usage of a workspace. */
export const workspaceUsage = new Hono<App>().get(
  "/workspaces/:workspace/usage",
  operation({
    id: "getWorkspaceUsage",
    area: "Workspaces",
    security: [{ operator: [] }],
    summary: "Get a workspace's usage",
    description: "Shows what the workspace itself gets from `GET /v1/usage`.",
    answer: dataOf(Usage),
    responses: {
      404: { description: "There is no such workspace, or the operator plane is off." },
    },
  }),
  ids(["workspace"], workspaceExists),
  validate("query", UsageQuery),
  async (c) => {
    const scope = await ofWorkspace(c.var.scope, c.req.valid("param").workspace);
    return c.json({ data: await usageOf(scope, c.req.valid("query")) });
  },
);
