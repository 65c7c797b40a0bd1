import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { lazily } from "#lib/lazy";
import { ExplainInput } from "./input";
import { StartExplanation } from "./schema";

const loadExplanation = lazily(() => import("./store"));

export const triggerExplanations = new Hono<App>().post(
  "/triggers/explain",
  operation({
    id: "explainStart",
    tool: "read",
    area: "Triggers",
    summary: "Explain what starts, or why nothing does",
    description:
      "Asks all triggers of the workspace that react to such a thing, also those that are off, " +
      "whether they fit what has happened, or what might happen to a lead, and what would start " +
      "now. What has started, or was refused, is the `evaluation` beside it: the lead, its runs " +
      "and the triggers may have changed since. A message is asked about by itself, although " +
      "those of two seconds are decided together. Of times, it says when each trigger starts " +
      "for the lead next, and what became of the last time. It writes nothing.",
    answer: dataOf(StartExplanation),
  }),
  allow("scenarios:read", "leads:read"),
  validate("json", ExplainInput),
  async (c) => {
    const { explainStart } = await loadExplanation();
    return c.json({ data: await explainStart(c.var.scope, c.req.valid("json")) });
  },
);
