import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { capResponse } from "#http/caps";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, PageQuery, pageOf } from "#http/page";
import { versionsOf, versionTag } from "#lib/etag";
import { ifMatch, saved } from "../saving";
import { SavedScenario } from "../schema";
import { scenarioExists } from "../store";
import { diffScenario } from "./diff";
import {
  DiffQuery,
  RestoreInput,
  ScenarioDiff,
  ScenarioVersion,
  ScenarioVersionWithGraph,
} from "./schema";
import { getVersion, listVersions, restoreVersion, versionExists } from "./store";

const area = "Scenarios";

export const scenarioVersions = new Hono<App>()
  .get(
    "/scenarios/:scenario/versions",
    operation({
      id: "listScenarioVersions",
      area,
      summary: "List the versions of a scenario",
      description:
        "The newest first, without their graphs: the newest 50, and those that runs have started " +
        "on.",
      answer: pageOf(ScenarioVersion),
    }),
    allow("scenarios:read"),
    ids(["scenario"], scenarioExists),
    validate("query", PageQuery),
    (c) => list(c, (page) => listVersions(c.var.scope, c.req.valid("param").scenario, page)),
  )
  .get(
    "/scenarios/:scenario/versions/:version",
    operation({
      id: "getScenarioVersion",
      area,
      summary: "Get a version of a scenario",
      answer: dataOf(ScenarioVersionWithGraph),
    }),
    allow("scenarios:read"),
    ids(["scenario", "version"], scenarioExists, versionExists),
    async (c) => {
      const { scenario, version } = c.req.valid("param");
      return c.json({ data: await getVersion(c.var.scope, scenario, version) });
    },
  )
  .get(
    "/scenarios/:scenario/diff",
    operation({
      id: "diffScenario",
      area,
      summary: "Compare two versions",
      description:
        "Lists what differs between two versions, or between one and the draft: nodes, edges and " +
        "triggers that were added, removed or changed, and settings.",
      answer: dataOf(ScenarioDiff),
    }),
    allow("scenarios:read"),
    ids(["scenario"], scenarioExists),
    validate("query", DiffQuery),
    async (c) =>
      c.json({
        data: await diffScenario(c.var.scope, c.req.valid("param").scenario, c.req.valid("query")),
      }),
  )
  .post(
    "/scenarios/:scenario/restore",
    operation({
      id: "restoreScenario",
      tool: "destructive",
      audit: "scenario.restored",
      area,
      summary: "Restore a version",
      description:
        "Publishes the graph and the triggers of an older version as a new one. The name, the " +
        "platform and everything else stay as they are, and so does the draft. What the graph " +
        "refers to may be gone: `warnings` says so. A graph with a `webhook` node demands " +
        "`leads:read`, too.",
      answer: SavedScenario,
      etag: true,
      parameters: [ifMatch("scenario")],
      responses: { ...capResponse("triggers that are on", "500"), 412: {} },
    }),
    allow("scenarios:write"),
    ids(["scenario"], scenarioExists),
    validate("json", RestoreInput),
    async (c) => {
      const { scenario } = c.req.valid("param");
      const ifVersions = versionsOf(c.req.header("If-Match"));
      const { version } = c.req.valid("json");
      const restored = await restoreVersion(c.var.scope, scenario, version, ifVersions);
      return c.json(saved(restored), 200, await versionTag(restored.version, restored.scenario));
    },
  );
