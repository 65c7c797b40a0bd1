import { Hono } from "hono";
import * as z from "zod";
import type { App } from "#env";
import { allow } from "#http/allow";
import { evenFullWhere } from "#http/cap";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, pageOf } from "#http/page";
import { revisionsOf } from "#lib/etag";
import { listIdentities } from "./identities";
import { Identity } from "./identity-schema";
import {
  LeadInput,
  LeadPatch,
  ProfileInput,
  ProfileRelease,
  SaveQuery,
  StrictQuery,
} from "./input";
import { releaseProfile, replaceProfile } from "./profile";
import { exportLeads, getLead, listLeads } from "./read";
import { leadTag } from "./revision";
import { Lead, LeadExport, LeadListItem, SavedLead } from "./schema";
import { LeadQuery } from "./search/query";
import { asSpreadsheet, ExportQuery } from "./spreadsheet";
import { deleteLead, leadExists, savedAnswer, saveLead, updateLead } from "./store";
import { tagErrors } from "./tags/store";

const area = "Leads";
const UPDATED = "The matching lead was updated (`upsert=1`).";

export const leads = new Hono<App>()
  .get(
    "/leads",
    operation({
      id: "listLeads",
      area,
      summary: "List leads",
      description: "Newest first. A lead must match all filters.",
      answer: pageOf(LeadListItem),
    }),
    allow("leads:read"),
    validate("query", LeadQuery),
    (c) => list(c, (page, query) => listLeads(c.var.scope, query, page), { csv: asSpreadsheet() }),
  )
  .post(
    "/leads",
    operation({
      id: "createLead",
      area,
      summary: "Create a lead",
      description:
        "`ext_id`, `phone` and `email` identify a lead, so each is unique in the workspace. If " +
        "another lead has the value, you get 422, and `conflicts` names that lead.",
      status: 201,
      resourcePath: "/leads",
      answer: SavedLead,
      etag: true,
      or200: UPDATED,
    }),
    allow("leads:write"),
    validate("query", SaveQuery),
    validate("json", LeadInput, tagErrors("tag_ids")),
    async (c) => {
      const saved = await saveLead(c.var.scope, c.req.valid("json"), {
        upsert: c.req.valid("query").upsert ?? false,
        strict: c.req.valid("query").strict ?? false,
      });
      return c.json(savedAnswer(saved), saved.created ? 201 : 200, await leadTag(saved.lead));
    },
  )
  .get(
    "/leads/export",
    operation({
      id: "exportLeads",
      area,
      summary: "Export leads",
      description:
        "Returns full leads with their `data` and `enrolled_at`. Takes the same filters as the " +
        "list. As `text/csv`, each variable has a column of its own, `variables.city`, up to 100 " +
        "that the first 1,000 leads have; what has none stands in `variables` as JSON. " +
        "`columns[]` chooses the columns and their order.",
      answer: pageOf(LeadExport),
    }),
    allow("leads:read"),
    validate("query", ExportQuery),
    (c) => {
      const csv = asSpreadsheet(c.req.valid("query").columns);
      return list(c, (page, query) => exportLeads(c.var.scope, query, page), { csv });
    },
  )
  .get(
    "/leads/:lead",
    operation({ id: "getLead", area, summary: "Get a lead", answer: dataOf(Lead), etag: true }),
    allow("leads:read"),
    ids(["lead"], leadExists),
    async (c) => {
      const lead = await getLead(c.var.scope, c.req.valid("param").lead);
      return c.json({ data: lead }, 200, await leadTag(lead));
    },
  )
  .patch(
    "/leads/:lead",
    operation({
      id: "updateLead",
      tool: "destructive",
      area,
      summary: "Update a lead partially",
      description:
        "Only the members that you send change. `tag_ids` replaces all tags, then " +
        "`attach_tag_ids` adds some, then `detach_tag_ids` removes some, all in one write.",
      answer: SavedLead,
      etag: true,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    validate("query", StrictQuery),
    validate("json", LeadPatch, tagErrors("tag_ids", "attach_tag_ids", "detach_tag_ids")),
    evenFullWhere<LeadPatch>(({ is_optout }) => is_optout === true),
    async (c) => {
      const { lead } = c.req.valid("param");
      const expected = revisionsOf(c.req.header("If-Match"));
      const terms = { ...c.req.valid("query"), expected };
      const updated = await updateLead(c.var.scope, lead, c.req.valid("json"), terms);
      return c.json(savedAnswer(updated), 200, await leadTag(updated.lead));
    },
  )
  .delete(
    "/leads/:lead",
    operation({
      id: "deleteLead",
      audit: "lead.deleted",
      area,
      summary: "Delete a lead",
      description:
        "Also deletes the lead's runs, conversations, messages and link sends. An opt-out " +
        "survives: see `GET /v1/suppressions`.",
      answer: Deletion,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    async (c) => c.json(deletion(await deleteLead(c.var.scope, c.req.valid("param").lead))),
  )
  .get(
    "/leads/:lead/identities",
    operation({
      id: "listIdentities",
      area,
      summary: "List a lead's identities",
      description:
        "An identity is what a platform knows the lead by: a WhatsApp number, WhatsApp's id of " +
        "somebody without one, or an Instagram account.",
      answer: dataOf(z.array(Identity)),
    }),
    allow("leads:read"),
    ids(["lead"], leadExists),
    async (c) => c.json({ data: await listIdentities(c.var.scope, c.req.valid("param").lead) }),
  )
  .put(
    "/leads/:lead/profile",
    operation({
      id: "replaceProfile",
      area,
      summary: "Write a lead's analysed profile",
      description:
        "Sets the analysed fields and `profile_extracted_at`. Analyses don't overwrite what " +
        "you set here.",
      answer: dataOf(Lead),
      etag: true,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    validate("json", ProfileInput),
    async (c) => {
      const { lead: id } = c.req.valid("param");
      const expected = revisionsOf(c.req.header("If-Match"));
      const lead = await replaceProfile(c.var.scope, id, c.req.valid("json"), expected);
      return c.json({ data: lead }, 200, await leadTag(lead));
    },
  )
  .post(
    "/leads/:lead/profile/release",
    operation({
      id: "releaseProfile",
      area,
      summary: "Give profile fields back to the analyses",
      description:
        "Use it for fields that the API or a scenario has set, even to `null`. Each takes the " +
        "value that analyses have found, if any, and later analyses can change it.",
      answer: dataOf(Lead),
      etag: true,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    validate("json", ProfileRelease),
    async (c) => {
      const { fields } = c.req.valid("json");
      const lead = await releaseProfile(c.var.scope, c.req.valid("param").lead, fields);
      return c.json({ data: lead }, 200, await leadTag(lead));
    },
  );
