import { Hono } from "hono";
import type { App } from "#env";
import { UpsertQuery } from "#features/leads/input";
import { listEnrolledLeads } from "#features/leads/read";
import { leadTag } from "#features/leads/revision";
import { LeadListItem, SavedLead } from "#features/leads/schema";
import { LeadQuery } from "#features/leads/search/query";
import { leadExists, savedAnswer } from "#features/leads/store";
import { tagErrors } from "#features/leads/tags/store";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, pageOf } from "#http/page";
import { scenarioExists } from "../scenarios/store";
import { bulkErrors, enrolLeads } from "./bulk/enrolment";
import { toWire } from "./bulk/job";
import { previewEnrolment } from "./bulk/preview";
import { BulkEnrolmentAnswer, BulkEnrolmentJob } from "./bulk/schema";
import { enrol } from "./enrol";
import { BulkEnrolInput, BulkEnrolQuery, EnrolInput } from "./input";
import { removeRuns, removeRunsOfLead } from "./store";

const area = "Enrolment";

export const enrolment = new Hono<App>()
  .get(
    "/scenarios/:scenario/leads",
    operation({
      id: "listScenarioLeads",
      area,
      summary: "List the leads of a scenario",
      description:
        "Lists each enrolled lead once, newest first. Takes the same filters as the list of " +
        "leads.",
      answer: pageOf(LeadListItem),
    }),
    allow("scenarios:read", "leads:read"),
    ids(["scenario"], scenarioExists),
    validate("query", LeadQuery),
    (c) =>
      list(c, (page, query) =>
        listEnrolledLeads(c.var.scope, c.req.valid("param").scenario, query, page),
      ),
  )
  .post(
    "/scenarios/:scenario/leads",
    operation({
      id: "enrolLead",
      tool: "destructive",
      area,
      summary: "Enrol a lead",
      description:
        "Enrols an existing lead, or one that the same request creates. If the lead has opted " +
        "out, its run ends at once with the reason `opted_out`.",
      status: 201,
      resourcePath: "/leads",
      answer: SavedLead,
      etag: true,
      or200: "The lead already has an active run here. No second one begins.",
    }),
    allow("scenarios:write", "leads:write"),
    ids(["scenario"], scenarioExists),
    validate("query", UpsertQuery),
    validate("json", EnrolInput, tagErrors("tag_ids")),
    async (c) => {
      const upsert = c.req.valid("query").upsert ?? false;
      const enrolled = await enrol(
        c.var.scope,
        c.req.valid("param").scenario,
        c.req.valid("json"),
        upsert,
      );
      const tag = await leadTag(enrolled.lead);
      return c.json(savedAnswer(enrolled), enrolled.enrolled ? 201 : 200, tag);
    },
  )
  .post(
    "/scenarios/:scenario/leads/bulk",
    operation({
      id: "enrolLeads",
      tool: "destructive",
      audit: "scenario.leads_enrolled",
      area,
      summary: "Enrol many leads",
      description:
        "Enrols leads by their ids, or all that a filter finds. Leads who have opted out get " +
        "no run. Leads are enrolled in small groups. If a request with ids breaks off, the " +
        "groups before stay enrolled. Send it again to enrol the rest: nobody is enrolled " +
        "twice. If a filter finds more than 10,000 leads, or has to look at very many, the " +
        "rest are enrolled after the answer, as they are if the request breaks off. Leads " +
        "created meanwhile are left out. Each other lead is enrolled if the filter finds it " +
        "when its turn comes. With `at`, `per_hour` or `holdout`, all are enrolled after the " +
        "answer. With a scenario of one message, this is a [broadcast]" +
        "(/docs/scenarios#send-a-broadcast).",
      answer: BulkEnrolmentAnswer,
      or202: {
        description:
          "Not all leads are enrolled yet. `GET /v1/bulk-enrolments/{id}` shows the progress.",
        answer: dataOf(BulkEnrolmentJob),
      },
    }),
    allow("scenarios:write", "leads:write"),
    ids(["scenario"], scenarioExists),
    validate("query", BulkEnrolQuery),
    validate("json", BulkEnrolInput, bulkErrors),
    async (c) => {
      const [{ scenario }, { dry_run }] = [c.req.valid("param"), c.req.valid("query")];
      const enrol = dry_run ? previewEnrolment : enrolLeads;
      const enrolled = await enrol(c.var.scope, scenario, c.req.valid("json"));
      return "job" in enrolled ? c.json({ data: toWire(enrolled.job) }, 202) : c.json(enrolled);
    },
  )
  .delete(
    "/scenarios/:scenario/leads",
    operation({
      id: "removeScenarioLeads",
      audit: "scenario.leads_removed",
      area,
      summary: "Remove all leads of a scenario",
      description:
        "Deletes all runs of the scenario, also ended ones. `deleted` counts them. The leads " +
        "stay.",
      answer: Deletion,
    }),
    allow("scenarios:write"),
    ids(["scenario"], scenarioExists),
    async (c) => c.json(deletion(await removeRuns(c.var.scope, c.req.valid("param").scenario))),
  )
  .delete(
    "/scenarios/:scenario/leads/:lead",
    operation({
      id: "removeScenarioLead",
      audit: "scenario.lead_removed",
      area,
      summary: "Remove a lead from a scenario",
      description:
        "Deletes the lead's runs of this scenario. `deleted` counts them. Answers 404 if there " +
        "are none.",
      answer: Deletion,
    }),
    allow("scenarios:write"),
    ids(["scenario", "lead"], scenarioExists, leadExists),
    async (c) =>
      c.json(
        deletion(
          await removeRunsOfLead(
            c.var.scope,
            c.req.valid("param").scenario,
            c.req.valid("param").lead,
          ),
        ),
      ),
  );
