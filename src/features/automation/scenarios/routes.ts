import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { capResponse } from "#http/caps";
import { ids, operation, validate, validateIfSent } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, pageOf } from "#http/page";
import { versionsOf, versionTag } from "#lib/etag";
import { GraphCheck, GraphCheckInput, ScenarioCheckInput } from "./check-schema";
import { loadChecks } from "./checks";
import { allowsRequests, saved } from "./saving";
import { SavedScenario, Scenario, ScenarioCopyInput, ScenarioInput, ScenarioQuery } from "./schema";
import {
  copyScenario,
  createScenario,
  deleteScenario,
  getScenario,
  listScenarios,
  replaceScenario,
  scenarioErrors,
  scenarioExists,
} from "./store";

const area = "Scenarios";
/** A graph may be nearly as long as a request. */
const SCENARIOS_AT_ONCE = 10;

export const scenarios = new Hono<App>()
  .get(
    "/scenarios",
    operation({ id: "listScenarios", area, summary: "List scenarios", answer: pageOf(Scenario) }),
    allow("scenarios:read"),
    validate("query", ScenarioQuery),
    (c) =>
      list(c, (page, query) => listScenarios(c.var.scope, query.name, page), {
        pageRows: SCENARIOS_AT_ONCE,
      }),
  )
  .post(
    "/scenarios",
    operation({
      id: "createScenario",
      audit: "scenario.created",
      tool: { destructiveWith: ["is_active", "webhook_url"] },
      area,
      summary: "Create a scenario",
      status: 201,
      answer: SavedScenario,
      etag: true,
      responses: capResponse("scenarios, or of triggers that are on", "1,000 and 500"),
    }),
    allow("scenarios:write"),
    validate("json", ScenarioInput, scenarioErrors),
    allowsRequests,
    async (c) => {
      const created = await createScenario(c.var.scope, c.req.valid("json"));
      return c.json(saved(created), 201, await versionTag(created.version, created.scenario));
    },
  )
  .get(
    "/scenarios/:scenario",
    operation({
      id: "getScenario",
      area,
      summary: "Get a scenario",
      answer: dataOf(Scenario),
      etag: true,
    }),
    allow("scenarios:read"),
    ids(["scenario"], scenarioExists),
    async (c) => {
      const { scenario, version } = await getScenario(c.var.scope, c.req.valid("param").scenario);
      return c.json({ data: scenario }, 200, await versionTag(version, scenario));
    },
  )
  .put(
    "/scenarios/:scenario",
    operation({
      id: "replaceScenario",
      audit: "scenario.replaced",
      area,
      summary: "Replace a scenario",
      description:
        "Makes a new version of the graph, unless nothing changes. Runs keep the version that " +
        "they started on. Members that you leave out are reset, except `triggers`, " +
        "`tracked_tag_ids` and `webhook_url`.",
      answer: SavedScenario,
      etag: true,
      responses: capResponse("triggers that are on", "500"),
    }),
    allow("scenarios:write"),
    ids(["scenario"], scenarioExists),
    validate("json", ScenarioInput, scenarioErrors),
    allowsRequests,
    async (c) => {
      const ifVersions = versionsOf(c.req.header("If-Match"));
      const replaced = await replaceScenario(
        c.var.scope,
        c.req.valid("param").scenario,
        c.req.valid("json"),
        ifVersions,
      );
      return c.json(saved(replaced), 200, await versionTag(replaced.version, replaced.scenario));
    },
  )
  .post(
    "/scenarios/:scenario/copy",
    operation({
      id: "copyScenario",
      audit: "scenario.copied",
      area,
      summary: "Copy a scenario",
      description:
        "Creates a scenario with the graph and the settings of this one. Nodes keep their ids. " +
        "The copy is paused, and has neither runs nor older versions. Without a body it is " +
        "called as this one, with ` (copy)` behind. A scenario with a `webhook_url` or a " +
        "`webhook` node demands `leads:read`, too.",
      status: 201,
      answer: SavedScenario,
      etag: true,
      responses: capResponse("scenarios", "1,000"),
    }),
    allow("scenarios:write"),
    ids(["scenario"], scenarioExists),
    validateIfSent(ScenarioCopyInput),
    async (c) => {
      const [{ scope }, { scenario }] = [c.var, c.req.valid("param")];
      const copied = await copyScenario(scope, scenario, c.req.valid("json").name);
      return c.json(saved(copied), 201, await versionTag(copied.version, copied.scenario));
    },
  )
  .post(
    "/scenarios/:scenario/check",
    operation({
      id: "checkScenario",
      tool: "read",
      area,
      summary: "Check a scenario",
      description:
        "Lists everything that is wrong with a graph, as saving it would, but writes nothing. " +
        "Without a body it checks the saved scenario.",
      answer: dataOf(GraphCheck),
    }),
    allow("scenarios:read"),
    ids(["scenario"], scenarioExists),
    validateIfSent(ScenarioCheckInput),
    async (c) => {
      const { checkScenario } = await loadChecks();
      const { scenario } = c.req.valid("param");
      return c.json({ data: await checkScenario(c.var.scope, scenario, c.req.valid("json")) });
    },
  )
  .post(
    "/scenarios/check",
    operation({
      id: "checkGraph",
      tool: "read",
      area,
      summary: "Check a graph",
      description:
        "Lists everything that is wrong with a graph of no scenario, as creating one would, but " +
        "writes nothing.",
      answer: dataOf(GraphCheck),
    }),
    allow("scenarios:read"),
    validate("json", GraphCheckInput),
    async (c) => {
      const { checkGraph } = await loadChecks();
      return c.json({ data: await checkGraph(c.var.scope, c.req.valid("json")) });
    },
  )
  .delete(
    "/scenarios/:scenario",
    operation({
      id: "deleteScenario",
      audit: "scenario.deleted",
      area,
      summary: "Delete a scenario",
      description: "Also deletes its runs.",
      answer: Deletion,
    }),
    allow("scenarios:write"),
    ids(["scenario"], scenarioExists),
    async (c) => c.json(deletion(await deleteScenario(c.var.scope, c.req.valid("param").scenario))),
  );
