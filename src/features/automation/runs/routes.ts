import { Hono } from "hono";
import type { App } from "../../../env";
import { allow } from "../../../http/allow";
import { ids, operation, validate } from "../../../http/contract";
import { dataOf, envelope, PageQuery, pageOf, pageRequest } from "../../../http/page";
import { leadExists } from "../../leads/store";
import { scenarioExists } from "../scenarios/store";
import { reportLeadEvent } from "./custom-events";
import { Explanation } from "./explanation/schema";
import { explainRun } from "./explanation/store";
import { LeadEventInput } from "./input";
import { Migration } from "./migration/schema";
import { migrateRuns } from "./migration/store";
import { LeadEvent, Run, RunQuery, RunStep } from "./schema";
import { SimulationInput } from "./simulation/input";
import { Simulation } from "./simulation/schema";
import { simulateScenario, simulationErrors } from "./simulation/store";
import { listRunSteps } from "./steps";
import { cancelRun, getRun, listRuns, runExists } from "./store";

const area = "Runs";

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
    async (c) => {
      const query = c.req.valid("query");
      return c.json(
        envelope(
          c.req.url,
          await listRuns(c.var.scope, c.req.valid("param").scenario, query, pageRequest(query)),
        ),
      );
    },
  )
  .get(
    "/runs/:run",
    operation({ id: "getRun", area, summary: "Get a run", answer: dataOf(Run) }),
    allow("scenarios:read"),
    ids(["run"], runExists),
    async (c) => c.json({ data: await getRun(c.var.scope, c.req.valid("param").run) }),
  )
  .post(
    "/runs/:run/cancel",
    operation({
      id: "cancelRun",
      area,
      summary: "Cancel a run",
      description: "An ended run never changes.",
      responses: {
        409: {
          description:
            "The run has ended already, or a request with this Idempotency-Key is still running.",
        },
      },
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
        "Each visit of a node: when, how it was left, and the message that was made there.",
      answer: pageOf(RunStep),
    }),
    allow("scenarios:read"),
    ids(["run"], runExists),
    validate("query", PageQuery),
    async (c) => {
      const page = pageRequest(c.req.valid("query"));
      return c.json(
        envelope(c.req.url, await listRunSteps(c.var.scope, c.req.valid("param").run, page)),
      );
    },
  )
  .get(
    "/runs/:run/explain",
    operation({
      id: "explainRun",
      area,
      summary: "Explain a run",
      description:
        "Why its lead has not got the next message: what such a message has to pass, one gate " +
        "after the other. A run that has ended is blocked by `run_active`.",
      answer: dataOf(Explanation),
    }),
    allow("scenarios:read"),
    ids(["run"], runExists),
    async (c) => c.json({ data: await explainRun(c.var.scope, c.req.valid("param").run) }),
  )
  .post(
    "/scenarios/:scenario/migrate",
    operation({
      id: "migrateRuns",
      audit: "scenario.runs_migrated",
      area,
      summary: "Move runs to the newest version",
      description:
        "Runs keep the version of the graph that they started on. This moves the active ones " +
        "to the newest where the node that they stand at is there too, with the same type; " +
        "those that have not begun, always. Timers go on as they were set. Many runs are moved " +
        "in chunks: if the request breaks off, send it again for the others.",
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
      area,
      summary: "Report an event of a lead",
      description:
        "Tells the lead's runs that stand at a `wait_for_event` node of the event `custom`. " +
        "What nobody waits for is not kept.",
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
  )
  .post(
    "/scenarios/:scenario/simulate",
    operation({
      id: "simulateScenario",
      area: "Scenarios",
      summary: "Simulate a scenario",
      description:
        "Follows the graph on a clock of its own, with the events that the request tells of, " +
        "and answers the way that a run would take. Nothing is written, sent or asked of " +
        "anybody; messages arrive at once, and other scenarios that it starts are not " +
        "followed. It does not matter whether the scenario is active.",
      answer: dataOf(Simulation),
    }),
    allow("scenarios:read", "leads:read"),
    ids(["scenario"], scenarioExists),
    validate("json", SimulationInput, simulationErrors),
    async (c) =>
      c.json({
        data: await simulateScenario(
          c.var.scope,
          c.req.valid("param").scenario,
          c.req.valid("json"),
        ),
      }),
  );
