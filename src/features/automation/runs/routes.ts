import { Hono } from "hono";
import type { App } from "#env";
import { leadExists } from "#features/leads/store";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, PageQuery, pageOf } from "#http/page";
import { lazily } from "#lib/lazy";
import { scenarioExists } from "../scenarios/store";
import { reportLeadEvent } from "./custom-events";
import { Explanation } from "./explanation/schema";
import { LeadEventInput } from "./input";
import { listAllRuns, listRuns } from "./list";
import { Migration } from "./migration/schema";
import { migrateRuns } from "./migration/store";
import { pauseRun, resumeRun } from "./pause";
import { AllRunsQuery, LeadEvent, Run, RunQuery, RunStep } from "./schema";
import { listRunSteps } from "./steps";
import { cancelRun, getRun, runExists } from "./store";

const loadExplanation = lazily(() => import("./explanation/store"));

const area = "Runs";
const ended = {
  409: {
    description:
      "The run has ended already, or a request with this Idempotency-Key is still running.",
  },
};
/** The events of a step may be long. */
const STEPS_AT_ONCE = 100;

export const runs = new Hono<App>()
  .get(
    "/scenarios/:scenario/runs",
    operation({
      id: "listRuns",
      area,
      summary: "List the runs of a scenario",
      answer: pageOf(Run),
    }),
    allow("scenarios:read"),
    ids(["scenario"], scenarioExists),
    validate("query", RunQuery),
    (c) =>
      list(c, (page, query) => listRuns(c.var.scope, c.req.valid("param").scenario, query, page)),
  )
  .get(
    "/runs",
    operation({
      id: "listAllRuns",
      area,
      summary: "List runs",
      description: "Lists the runs of all scenarios, newest first. A run must match all filters.",
      answer: pageOf(Run),
    }),
    allow("scenarios:read"),
    validate("query", AllRunsQuery),
    (c) => list(c, (page, query) => listAllRuns(c.var.scope, query, page)),
  )
  .get(
    "/runs/:run",
    operation({ id: "getRun", area, summary: "Get a run", answer: dataOf(Run) }),
    allow("scenarios:read"),
    ids(["run"], runExists),
    async (c) => c.json({ data: await getRun(c.var.scope, c.req.valid("param").run) }),
  )
  .post(
    "/runs/:run/pause",
    operation({
      id: "pauseRun",
      evenFull: true,
      area,
      summary: "Pause a run",
      description:
        "The run keeps its place and sends nothing more until you resume it, also if its " +
        "scenario is paused and activated meanwhile. What happens to the lead meanwhile is not " +
        "lost. A run that is paused already doesn't change.",
      responses: ended,
      answer: dataOf(Run),
    }),
    allow("scenarios:write"),
    ids(["run"], runExists),
    async (c) => c.json({ data: await pauseRun(c.var.scope, c.req.valid("param").run) }),
  )
  .post(
    "/runs/:run/resume",
    operation({
      id: "resumeRun",
      tool: "destructive",
      area,
      summary: "Resume a run",
      description:
        "The run goes on where it stands: what has become due meanwhile is done now, and a wait " +
        "that is not over goes on as planned. While its scenario is inactive, it stays `paused`. " +
        "A run that is not paused doesn't change.",
      responses: ended,
      answer: dataOf(Run),
    }),
    allow("scenarios:write"),
    ids(["run"], runExists),
    async (c) => c.json({ data: await resumeRun(c.var.scope, c.req.valid("param").run) }),
  )
  .post(
    "/runs/:run/cancel",
    operation({
      id: "cancelRun",
      evenFull: true,
      tool: "destructive",
      area,
      summary: "Cancel a run",
      description: "Ends the run. A run that has already ended doesn't change.",
      responses: ended,
      answer: dataOf(Run),
    }),
    allow("scenarios:write"),
    ids(["run"], runExists),
    async (c) => c.json({ data: await cancelRun(c.var.scope, c.req.valid("param").run) }),
  )
  .get(
    "/runs/:run/steps",
    operation({
      id: "listRunSteps",
      area,
      summary: "List the steps of a run",
      description:
        "Lists each visit of a node: when the run came and left, by which handle, and the " +
        "message that it sent there.",
      answer: pageOf(RunStep),
    }),
    allow("scenarios:read"),
    ids(["run"], runExists),
    validate("query", PageQuery),
    (c) =>
      list(c, (page) => listRunSteps(c.var.scope, c.req.valid("param").run, page), {
        pageRows: STEPS_AT_ONCE,
      }),
  )
  .get(
    "/runs/:run/explain",
    operation({
      id: "explainRun",
      area,
      summary: "Explain a run",
      description:
        "Tells why the lead has not got the next message. It lists the gates that the message " +
        "must pass, in order. A run that has ended is blocked by `run_active`.",
      answer: dataOf(Explanation),
    }),
    allow("scenarios:read"),
    ids(["run"], runExists),
    async (c) => {
      const { explainRun } = await loadExplanation();
      return c.json({ data: await explainRun(c.var.scope, c.req.valid("param").run) });
    },
  )
  .post(
    "/scenarios/:scenario/migrate",
    operation({
      id: "migrateRuns",
      tool: "destructive",
      audit: "scenario.runs_migrated",
      area,
      summary: "Move runs to the newest version",
      description:
        "Runs keep the version that they started on. This moves active runs to the newest " +
        "version, if it has the node at which they stand, with the same type. Runs that have " +
        "not begun always move. Timers go on as they were set. Many runs are moved in chunks: " +
        "if the request breaks off, send it again for the rest.",
      responses: {
        409: {
          description:
            "The scenario was replaced meanwhile, or a request with this Idempotency-Key is " +
            "still running.",
        },
      },
      answer: dataOf(Migration),
    }),
    allow("scenarios:write"),
    ids(["scenario"], scenarioExists),
    async (c) => c.json({ data: await migrateRuns(c.var.scope, c.req.valid("param").scenario) }),
  )
  .post(
    "/leads/:lead/events",
    operation({
      id: "reportLeadEvent",
      tool: "destructive",
      area,
      summary: "Report an event of a lead",
      description:
        "Stores the event `lead.event_reported`, to which triggers react, and reports a `custom` " +
        "event to the lead's runs that wait for it at a `wait_for_event` node. A run that waits " +
        "and can't go on, as while it is paused, keeps the first 200 events that come.",
      status: 201,
      answer: dataOf(LeadEvent),
    }),
    allow("scenarios:write"),
    ids(["lead"], leadExists),
    validate("json", LeadEventInput),
    async (c) =>
      c.json(
        {
          data: await reportLeadEvent(c.var.scope, c.req.valid("param").lead, c.req.valid("json")),
        },
        201,
      ),
  );
