import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, pageOf } from "#http/page";
import { simulationErrors } from "../runs/simulation/errors";
import { TestRunEventInput } from "../runs/simulation/input";

import { scenarioExists } from "../scenarios/store";
import { PlayedTestRun, TestRun, TestRunInput, TestRunQuery } from "./schema";
import {
  addEvent,
  createTestRun,
  deleteTestRun,
  eventErrors,
  getTestRun,
  listTestRuns,
  skipWait,
  testRunExists,
} from "./store";

const area = "Test runs";

export const testRuns = new Hono<App>()
  .post(
    "/scenarios/:scenario/test",
    operation({
      id: "createTestRun",
      area,
      summary: "Begin a test run",
      description:
        "Runs the graph with a copy of a lead, in a sandbox conversation of its own that has " +
        "just opened. It sends, tags, calls and counts nothing, and stands in no list of runs. " +
        "Messages arrive at once, HTTP requests succeed, and analyses find nothing, unless you " +
        "say otherwise. Waits take their time, or are skipped. It follows the graph as it is " +
        "now, and is deleted after 7 days, or with its scenario or lead.",
      status: 201,
      answer: dataOf(PlayedTestRun),
      responses: {
        409: {
          description:
            "The workspace has 100 test runs, or a request with this Idempotency-Key is still " +
            "running.",
        },
      },
    }),
    allow("scenarios:write", "leads:read"),
    ids(["scenario"], scenarioExists),
    validate("json", TestRunInput, simulationErrors),
    async (c) => {
      const { scenario } = c.req.valid("param");
      return c.json({ data: await createTestRun(c.var.scope, scenario, c.req.valid("json")) }, 201);
    },
  )
  .get(
    "/test-runs",
    operation({
      id: "listTestRuns",
      area,
      summary: "List test runs",
      description: "Without what they have come to.",
      answer: pageOf(TestRun),
    }),
    allow("scenarios:read"),
    validate("query", TestRunQuery),
    (c) => list(c, (page, query) => listTestRuns(c.var.scope, query, page)),
  )
  .get(
    "/test-runs/:testRun",
    operation({
      id: "getTestRun",
      area,
      summary: "Get a test run",
      answer: dataOf(PlayedTestRun),
    }),
    allow("scenarios:read", "leads:read"),
    ids(["testRun"], testRunExists),
    async (c) => c.json({ data: await getTestRun(c.var.scope, c.req.valid("param").testRun) }),
  )
  .post(
    "/test-runs/:testRun/events",
    operation({
      id: "addTestRunEvent",
      area,
      summary: "Let something happen in a test run",
      description:
        "The lead of the test run replies, clicks, gets a tag and so on, now. `webhook` and " +
        "`analysis` say how requests and analyses end from then on. A test run has at most 100 " +
        "events.",
      status: 201,
      answer: dataOf(PlayedTestRun),
      responses: {
        409: {
          description:
            "The test run has as many events as it may, or a request with this Idempotency-Key " +
            "is still running.",
        },
      },
    }),
    allow("scenarios:write", "leads:read"),
    ids(["testRun"], testRunExists),
    validate("json", TestRunEventInput, eventErrors),
    async (c) => {
      const { testRun } = c.req.valid("param");
      return c.json({ data: await addEvent(c.var.scope, testRun, c.req.valid("json")) }, 201);
    },
  )
  .post(
    "/test-runs/:testRun/skip",
    operation({
      id: "skipTestRunWait",
      area,
      summary: "Skip the wait of a test run",
      description:
        "Puts the test run's clock forward to `next_at`: a delay is over, and a wait for the " +
        "lead ends by its timeout.",
      answer: dataOf(PlayedTestRun),
      responses: {
        409: {
          description:
            "The test run waits for no time or has ended, something has happened in it " +
            "meanwhile, or a request with this Idempotency-Key is still running.",
        },
      },
    }),
    allow("scenarios:write", "leads:read"),
    ids(["testRun"], testRunExists),
    async (c) => c.json({ data: await skipWait(c.var.scope, c.req.valid("param").testRun) }),
  )
  .delete(
    "/test-runs/:testRun",
    operation({
      id: "deleteTestRun",
      area,
      summary: "Delete a test run",
      answer: Deletion,
    }),
    allow("scenarios:write"),
    ids(["testRun"], testRunExists),
    async (c) => c.json(deletion(await deleteTestRun(c.var.scope, c.req.valid("param").testRun))),
  );
