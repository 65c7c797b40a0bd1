import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate, validateIfSent } from "#http/contract";
import { Deletion, dataOf, deletion } from "#http/page";
import { versionsOf, versionTag } from "#lib/etag";
import { allowsRequests, ifMatch, saved } from "../saving";
import { scenarioErrors, scenarioExists } from "../store";
import { publishDraft } from "./publish";
import { Draft, DraftInput, Published, PublishInput } from "./schema";
import { deleteDraft, getDraft, saveDraft } from "./store";

const area = "Scenarios";

export const scenarioDrafts = new Hono<App>()
  .get(
    "/scenarios/:scenario/draft",
    operation({
      id: "getScenarioDraft",
      area,
      summary: "Get the draft of a scenario",
      description:
        "Shows what is wrong with its graph, as saving it would, and what would become of active " +
        "runs if it were published now. Its `ETag` is not the scenario's. 404 without a draft.",
      answer: dataOf(Draft),
      etag: true,
    }),
    allow("scenarios:read"),
    ids(["scenario"], scenarioExists),
    async (c) => {
      const { draft, revision } = await getDraft(c.var.scope, c.req.valid("param").scenario);
      return c.json({ data: draft }, 200, await versionTag(revision, draft));
    },
  )
  .put(
    "/scenarios/:scenario/draft",
    operation({
      id: "saveScenarioDraft",
      tool: "write",
      audit: "scenario.draft_saved",
      area,
      summary: "Save the draft of a scenario",
      description:
        "A scenario has one draft, which nobody follows until it is published. It is saved " +
        "whatever its `check` finds, so long as its edges join nodes that it has.",
      answer: dataOf(Draft),
      etag: true,
    }),
    allow("scenarios:write"),
    ids(["scenario"], scenarioExists),
    validate("json", DraftInput, scenarioErrors),
    allowsRequests,
    async (c) => {
      const [{ scope }, { scenario }] = [c.var, c.req.valid("param")];
      const ifRevisions = versionsOf(c.req.header("If-Match"));
      const saved = await saveDraft(scope, scenario, c.req.valid("json"), ifRevisions);
      return c.json({ data: saved.draft }, 200, await versionTag(saved.revision, saved.draft));
    },
  )
  .delete(
    "/scenarios/:scenario/draft",
    operation({
      id: "deleteScenarioDraft",
      audit: "scenario.draft_deleted",
      area,
      summary: "Delete the draft of a scenario",
      answer: Deletion,
      parameters: [ifMatch("draft")],
      responses: { 412: {} },
    }),
    allow("scenarios:write"),
    ids(["scenario"], scenarioExists),
    async (c) => {
      const ifRevisions = versionsOf(c.req.header("If-Match"));
      const { scenario } = c.req.valid("param");
      return c.json(deletion(await deleteDraft(c.var.scope, scenario, ifRevisions)));
    },
  )
  .post(
    "/scenarios/:scenario/publish",
    operation({
      id: "publishScenarioDraft",
      tool: "destructive",
      audit: "scenario.published",
      area,
      summary: "Publish the draft of a scenario",
      description:
        "Makes the draft the newest version, and deletes it. Without a body it moves no runs. " +
        "`migrate` moves active runs afterwards; if the request breaks off meanwhile, " +
        "`POST …/migrate` moves the rest. A draft with a `webhook_url` or a `webhook` node " +
        "demands `leads:read`, too. 404 without a draft.",
      answer: Published,
      etag: true,
      parameters: [ifMatch("draft")],
      responses: {
        409: {
          description:
            "The scenario has been replaced since the version that the draft is based on, and " +
            "there is no `force`; or either has changed meanwhile; or the workspace has reached " +
            "its limit of triggers that are on; or a request with this Idempotency-Key is still " +
            "running.",
        },
        412: {},
      },
    }),
    allow("scenarios:write"),
    ids(["scenario"], scenarioExists),
    validateIfSent(PublishInput),
    async (c) => {
      const ifRevisions = versionsOf(c.req.header("If-Match"));
      const [{ scenario }, input] = [c.req.valid("param"), c.req.valid("json")];
      const published = await publishDraft(c.var.scope, scenario, input, ifRevisions);
      const tag = await versionTag(published.version, published.scenario);
      return c.json({ ...saved(published), migration: published.migration }, 200, tag);
    },
  );
