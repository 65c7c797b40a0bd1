import { Hono } from "hono";
import type { App } from "../../env";
import { allow } from "../../http/allow";
import { ids, operation, validate } from "../../http/contract";
import { Deletion, dataOf, deletion, envelope, pageOf, pageRequest } from "../../http/page";
import { UpsertQuery } from "../leads/input";
import { LeadQuery } from "../leads/query";
import { listEnrolledLeads } from "../leads/read";
import { Lead, LeadListItem } from "../leads/schema";
import { scenarioExists } from "../scenarios/store";
import { tagErrors } from "../tags/store";
import { EnrolInput, Run, RunQuery } from "./schema";
import { cancelRun, enrol, getRun, listRuns, removeRuns } from "./store";

const area = "Enrolment";

export const runs = new Hono<App>()
  .get(
    "/scenarios/:scenario/leads",
    operation({
      id: "listScenarioLeads",
      area,
      summary: "List the leads of a scenario",
      description: "Each enrolled lead once, newest first, by the same filters as the list of leads.",
      answer: pageOf(LeadListItem),
    }),
    allow("scenarios:read", "leads:read"),
    ids(["scenario"], scenarioExists),
    validate("query", LeadQuery),
    async (c) => {
      const query = c.req.valid("query");
      return c.json(envelope(c.req.url, await listEnrolledLeads(c.var.scope, c.req.valid("param").scenario, query, pageRequest(query))));
    },
  )
  .post(
    "/scenarios/:scenario/leads",
    operation({
      id: "enrolLead",
      area,
      summary: "Enrol a lead",
      description: "An existing lead, or one that is created. The run of an opted-out lead ends at once, with the reason `opted_out`.",
      status: 201,
      answer: dataOf(Lead),
      or200: "The lead has an active run there already; no second one is made.",
    }),
    allow("scenarios:write", "leads:write"),
    ids(["scenario"], scenarioExists),
    validate("query", UpsertQuery),
    validate("json", EnrolInput, tagErrors("tag_ids")),
    async (c) => {
      const upsert = c.req.valid("query").upsert ?? false;
      const { lead, enrolled } = await enrol(c.var.scope, c.req.valid("param").scenario, c.req.valid("json"), upsert);
      return c.json({ data: lead }, enrolled ? 201 : 200);
    },
  )
  .delete(
    "/scenarios/:scenario/leads",
    operation({
      id: "removeScenarioLeads",
      area,
      summary: "Remove all leads of a scenario",
      description: "Deletes all runs of the scenario, running or ended; `deleted` counts them. The leads stay.",
      answer: Deletion,
    }),
    allow("scenarios:write"),
    ids(["scenario"]),
    async (c) => c.json(deletion(await removeRuns(c.var.scope, c.req.valid("param").scenario))),
  )
  .delete(
    "/scenarios/:scenario/leads/:lead",
    operation({
      id: "removeScenarioLead",
      area,
      summary: "Remove a lead from a scenario",
      description: "Deletes its runs there; `deleted` counts them. 404 when there are none.",
      answer: Deletion,
    }),
    allow("scenarios:write"),
    ids(["scenario", "lead"]),
    async (c) => c.json(deletion(await removeRuns(c.var.scope, c.req.valid("param").scenario, c.req.valid("param").lead))),
  )
  .get(
    "/scenarios/:scenario/runs",
    operation({ id: "listRuns", area, summary: "List the runs of a scenario", answer: pageOf(Run) }),
    allow("scenarios:read"),
    ids(["scenario"], scenarioExists),
    validate("query", RunQuery),
    async (c) => {
      const query = c.req.valid("query");
      return c.json(envelope(c.req.url, await listRuns(c.var.scope, c.req.valid("param").scenario, query, pageRequest(query))));
    },
  )
  .get(
    "/runs/:run",
    operation({ id: "getRun", area, summary: "Get a run", answer: dataOf(Run) }),
    allow("scenarios:read"),
    ids(["run"]),
    async (c) => c.json({ data: await getRun(c.var.scope, c.req.valid("param").run) }),
  )
  .post(
    "/runs/:run/cancel",
    operation({
      id: "cancelRun",
      area,
      summary: "Cancel a run",
      description: "An ended run never changes.",
      responses: { 409: { description: "The run has ended already, or a request with this Idempotency-Key is still running." } },
      answer: dataOf(Run),
    }),
    allow("scenarios:write"),
    ids(["run"]),
    async (c) => c.json({ data: await cancelRun(c.var.scope, c.req.valid("param").run) }),
  );
