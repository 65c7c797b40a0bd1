import { type Context, Hono } from "hono";
import * as z from "zod";
import { awaitAnalyses } from "#domain/wake/objects";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, pageOf } from "#http/page";
import { notFound } from "#lib/problem";
import { leadExists } from "../leads/store";
import { conversationExists } from "../messaging/conversations/store";
import { getProfile } from "./profile";
import { Analysis, AnalysisQuery, LeadProfile, WaitQuery } from "./schema";
import {
  analyseConversation,
  analyseLead,
  analysesNow,
  analysisExists,
  getAnalysis,
  listAnalyses,
} from "./store";

const area = "Analysis";
/** An analysis has up to a hundred quotes. */
const ANALYSES_AT_ONCE = 200;
const OVER = "The analysis is over (with `wait`), or nothing has been said yet.";
const WAIT_MS = 25_000;
const switchedOff = {
  409: {
    description:
      "The workspace has switched analysis off, or a request with this Idempotency-Key is still " +
      "running.",
  },
};

/** Answers with the requested analyses: 200 if they finish while the caller waits, else 202. */
async function answerOf(c: Context<App>, requested: Analysis[], waits: boolean | undefined) {
  const areFinished = (analyses: Analysis[]) =>
    analyses.every(({ finished_at }) => finished_at !== null);
  if (!waits || areFinished(requested))
    return {
      analyses: requested,
      status: areFinished(requested) ? (200 as const) : (202 as const),
    };
  const analysisIds = requested.map(({ id }) => id);
  await awaitAnalyses(c.env, c.var.scope.workspaceId, analysisIds, WAIT_MS);
  const analyses = await analysesNow(c.var.scope, analysisIds);
  // The lead has been deleted meanwhile.
  if (analyses.length === 0) throw notFound();
  return { analyses, status: areFinished(analyses) ? (200 as const) : (202 as const) };
}

export const analysis = new Hono<App>()
  .post(
    "/leads/:lead/analyze",
    operation({
      id: "analyzeLead",
      area,
      summary: "Analyse a lead's conversations",
      description:
        "Reads each of the lead's conversations that has something new, for the lead's profile " +
        "and the conversation's summary. The answer has one analysis for each conversation. " +
        "Each field of the lead takes what the lead said last, unless you set it through the " +
        "API.",
      status: 202,
      or200: OVER,
      answer: dataOf(z.array(Analysis)),
      responses: switchedOff,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    validate("query", WaitQuery),
    async (c) => {
      const requested = await analyseLead(c.var.scope, c.req.valid("param").lead);
      const { analyses, status } = await answerOf(c, requested, c.req.valid("query").wait);
      return c.json({ data: analyses }, status);
    },
  )
  .post(
    "/conversations/:conversation/summarize",
    operation({
      id: "summarizeConversation",
      area,
      summary: "Summarise a conversation",
      description:
        "Reads the conversation, for its summary and for the lead's profile. `data` is `null` " +
        "if nothing has been said yet.",
      status: 202,
      or200: OVER,
      answer: dataOf(Analysis.nullable()),
      responses: switchedOff,
    }),
    allow("conversations:write"),
    ids(["conversation"], conversationExists),
    validate("query", WaitQuery),
    async (c) => {
      const requested = await analyseConversation(c.var.scope, c.req.valid("param").conversation);
      const { analyses, status } = await answerOf(c, requested, c.req.valid("query").wait);
      return c.json({ data: analyses[0] ?? null }, status);
    },
  )
  .get(
    "/leads/:lead/profile",
    operation({
      id: "getProfile",
      area,
      summary: "Get a lead's profile with its evidence",
      description:
        "Returns each field with its value, its source, and the claims about it, with the " +
        "lead's own words.",
      answer: dataOf(LeadProfile),
    }),
    allow("leads:read", "conversations:read"),
    ids(["lead"], leadExists),
    async (c) => c.json({ data: await getProfile(c.var.scope, c.req.valid("param").lead) }),
  )
  .get(
    "/analyses",
    operation({
      id: "listAnalyses",
      area,
      summary: "List analyses",
      description: "Newest first. An item must match all filters.",
      answer: pageOf(Analysis),
    }),
    allow("conversations:read"),
    validate("query", AnalysisQuery),
    (c) =>
      list(c, (page, query) => listAnalyses(c.var.scope, query, page), {
        pageRows: ANALYSES_AT_ONCE,
      }),
  )
  .get(
    "/analyses/:analysis",
    operation({ id: "getAnalysis", area, summary: "Get an analysis", answer: dataOf(Analysis) }),
    allow("conversations:read"),
    ids(["analysis"], analysisExists),
    async (c) => c.json({ data: await getAnalysis(c.var.scope, c.req.valid("param").analysis) }),
  );
