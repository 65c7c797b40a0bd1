import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { pageOf } from "#http/page";
import { EvaluationQuery, TriggerEvaluation } from "./schema";
import { listEvaluations } from "./store";

export const triggerEvaluations = new Hono<App>().get(
  "/trigger-evaluations",
  operation({
    id: "listTriggerEvaluations",
    area: "Triggers",
    summary: "List evaluations of triggers",
    description:
      "Lists what became of the events that fitted a trigger in the last 30 days, newest first. " +
      "A refusal that is repeated for a lead on one day is one evaluation. Of more than 10,000 " +
      "refusals a day, only starts are kept. An evaluation must match all filters.",
    answer: pageOf(TriggerEvaluation),
  }),
  allow("scenarios:read", "leads:read"),
  validate("query", EvaluationQuery),
  (c) => list(c, (page, query) => listEvaluations(c.var.scope, query, page)),
);
