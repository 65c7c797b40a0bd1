import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { LeadMerge, MergedLead, MergeInput } from "./schema";
import { getMerge, mergeErrors, mergeExists, mergeLeads } from "./store";

const area = "Leads";

/** Joins two leads that are one person. */
export const leadMerges = new Hono<App>()
  .post(
    "/leads/merge",
    operation({
      id: "mergeLeads",
      tool: "destructive",
      area,
      summary: "Join two leads",
      description:
        "All that belongs to `merge` becomes part of `keep`: conversations, messages, runs, " +
        "tags, link sends, consents, identities, and what analyses have found. Fields " +
        "of `keep` win, and `merge` fills those that are empty; `variables` and `data` are " +
        "joined key by key. Who has opted out as one of them has opted out. Of two active runs " +
        "of a scenario, that of `merge` ends (`merged`). The event `lead.merged` has what is " +
        "lost. Then `merge` is gone.",
      audit: "lead.merged",
      answer: MergedLead,
      or202: {
        description:
          "There is much to move, which goes on behind the answer: see `GET " +
          "/v1/lead-merges/{leadMerge}`.",
        answer: MergedLead,
      },
      responses: {
        409: {
          description:
            "One of the leads is being merged with another, or a request with this " +
            "Idempotency-Key is still running.",
        },
      },
    }),
    allow("leads:write"),
    validate("json", MergeInput, mergeErrors),
    async (c) => {
      const merged = await mergeLeads(c.var.scope, c.req.valid("json"));
      return c.json(merged, merged.merge.state === "running" ? 202 : 200);
    },
  )
  .get(
    "/lead-merges/:leadMerge",
    operation({
      id: "getLeadMerge",
      area,
      summary: "Get a merge",
      description:
        "Says where a lead has gone, by its id. You can read it as long as there is the lead " +
        "that was kept.",
      answer: dataOf(LeadMerge),
    }),
    allow("leads:read"),
    ids(["leadMerge"], mergeExists),
    async (c) => c.json({ data: await getMerge(c.var.scope, c.req.valid("param").leadMerge) }),
  );
