import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, PageQuery, pageOf } from "#http/page";
import { listAllConsents, listConsents } from "./consents";
import { ConsentQuery } from "./input";
import { leadTag } from "./revision";
import { Consent, Lead } from "./schema";
import { leadExists, setOptout } from "./store";

const area = "Leads";

/** Opt-out and opt-in of a lead, and the ledger of both. */
export const leadConsents = new Hono<App>()
  .post(
    "/leads/:lead/opt-out",
    operation({
      id: "optOutLead",
      evenFull: true,
      tool: "destructive",
      area,
      summary: "Unsubscribe a lead",
      description:
        "Ends the lead's active runs and fails its queued messages. No channel sends anything " +
        "to the lead until it opts in again.",
      answer: dataOf(Lead),
      etag: true,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    async (c) => {
      const lead = await setOptout(c.var.scope, c.req.valid("param").lead, true);
      return c.json({ data: lead }, 200, await leadTag(lead));
    },
  )
  .post(
    "/leads/:lead/opt-in",
    operation({
      id: "optInLead",
      tool: "destructive",
      area,
      summary: "Subscribe a lead again",
      description: "Also ends the suppression of the lead's phone, e-mail and platform ids.",
      answer: dataOf(Lead),
      etag: true,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    async (c) => {
      const lead = await setOptout(c.var.scope, c.req.valid("param").lead, false);
      return c.json({ data: lead }, 200, await leadTag(lead));
    },
  )
  .get(
    "/leads/:lead/consents",
    operation({
      id: "listConsents",
      area,
      summary: "List a lead's consents",
      description:
        "Lists when, how and from where the lead unsubscribed and subscribed again. Newest first.",
      answer: pageOf(Consent),
    }),
    allow("leads:read"),
    ids(["lead"], leadExists),
    validate("query", PageQuery),
    (c) => list(c, (page) => listConsents(c.var.scope, c.req.valid("param").lead, page)),
  )
  .get(
    "/consents",
    operation({
      id: "listAllConsents",
      area,
      summary: "List consents",
      description: "Lists the opt-outs and opt-ins of all leads, newest first.",
      answer: pageOf(Consent),
    }),
    allow("leads:read"),
    validate("query", ConsentQuery),
    (c) => list(c, (page, query) => listAllConsents(c.var.scope, query, page)),
  );
