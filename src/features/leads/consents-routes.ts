import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate, validateIfSent } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, PageQuery, pageOf } from "#http/page";
import { setConsent } from "./consent-changes";
import { listAllConsents, listConsents } from "./consents";
import { ConsentChange, ConsentQuery } from "./input";
import { leadTag } from "./revision";
import { Consent, Lead, SavedLead } from "./schema";
import { leadExists, savedAnswer } from "./store";

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
        "to the lead until it opts in again. Without a body it is about all messages. With the " +
        "scope `marketing`, the lead gets no templates that are marketing or of no known " +
        "category: its runs go on.",
      answer: dataOf(Lead),
      etag: true,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    validateIfSent(ConsentChange),
    async (c) => {
      const { lead: id } = c.req.valid("param");
      const { lead } = await setConsent(c.var.scope, id, true, c.req.valid("json").scope);
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
      description:
        "Without a body it is about all messages. Subscribes the lead to that scope alone: " +
        "somebody who has unsubscribed from marketing stays so until an opt-in with the scope " +
        "`marketing`. Also ends that scope's " +
        "suppression of the lead's phone, e-mail and platform ids. The warning `stopped_at_meta` " +
        "says that the person has stopped marketing in WhatsApp itself, which no request undoes.",
      answer: SavedLead,
      etag: true,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    validateIfSent(ConsentChange),
    async (c) => {
      const { lead: id } = c.req.valid("param");
      const saved = await setConsent(c.var.scope, id, false, c.req.valid("json").scope);
      return c.json(savedAnswer(saved), 200, await leadTag(saved.lead));
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
