import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, pageOf } from "#http/page";
import { addSuppressions } from "./batch";
import {
  Suppression,
  SuppressionBatch,
  SuppressionBatchInput,
  SuppressionInput,
  SuppressionQuery,
} from "./schema";
import {
  addSuppression,
  deleteContact,
  deleteSuppression,
  listSuppressions,
  suppressionExists,
} from "./store";

const area = "Leads";
const LEADS_STAY =
  "A lead that has opted out stays so, until `opt-in`: only leads that are created later, or get " +
  "the contact later, are not unsubscribed.";

/** The contacts that have unsubscribed and stay so, whether they are leads or not. */
export const leadSuppressions = new Hono<App>()
  .get(
    "/suppressions",
    operation({
      id: "listSuppressions",
      area,
      summary: "List suppressions",
      description:
        "A suppression remembers an opt-out by a keyed hash of a phone, an e-mail or a " +
        "platform id. It stays after the lead is deleted, and can be about somebody who never " +
        "was a lead. A lead created later with one of these contacts is unsubscribed from the " +
        "start, with the consent `suppression`. So is a lead that is given one later, whatever " +
        "its consents were. Each is about all messages, about marketing, or about both apart: " +
        "what ends one scope leaves the other. An opt-in, or a PATCH with `is_optout: false`, " +
        "ends those of the lead's phone, e-mail and ids. Imports and upserts don't. A " +
        "message that subscribes again ends the suppression of the number or id from which it " +
        "comes, and those that began when the same lead unsubscribed by a message, unless `POST " +
        "/v1/suppressions` has named them since. While a lead's phone or platform id is " +
        "suppressed, nothing is sent to the lead (`opted_out`), or no marketing.",
      answer: pageOf(Suppression),
    }),
    allow("leads:read"),
    validate("query", SuppressionQuery),
    (c) => list(c, (page, query) => listSuppressions(c.var.scope, query, page)),
  )
  .post(
    "/suppressions",
    operation({
      id: "addSuppression",
      evenFull: true,
      tool: "destructive",
      area,
      summary: "Suppress a contact",
      description:
        "Use it for people who have unsubscribed elsewhere. If the contact is a lead's, that " +
        "lead is unsubscribed too. Send exactly one contact. `scope` says from what: from all " +
        "messages if it is left out.",
      status: 201,
      audit: "suppression.created",
      answer: dataOf(Suppression),
      or200: "The contact is already suppressed from this scope.",
    }),
    allow("leads:write"),
    validate("json", SuppressionInput),
    async (c) => {
      const { suppression, isNew } = await addSuppression(c.var.scope, c.req.valid("json"));
      return c.json({ data: suppression }, isNew ? 201 : 200);
    },
  )
  .post(
    "/suppressions/batch",
    operation({
      id: "addSuppressions",
      evenFull: true,
      tool: "destructive",
      area,
      summary: "Suppress a list of contacts",
      description:
        "As `POST /v1/suppressions`, for up to 1,000 contacts, with a result for each. A list " +
        "may be sent again: what is suppressed stays so.",
      audit: "suppression.batch_created",
      answer: SuppressionBatch,
    }),
    allow("leads:write"),
    validate("json", SuppressionBatchInput),
    async (c) => c.json(await addSuppressions(c.var.scope, c.req.valid("json").suppressions)),
  )
  .delete(
    "/suppressions",
    operation({
      id: "deleteSuppressedContact",
      area,
      summary: "Delete a contact's suppression",
      description:
        "The contact stands in the body, as URLs are logged. Ends the suppression of that scope " +
        "alone. `deleted` is 0 if it was not suppressed from it. " +
        LEADS_STAY,
      audit: "suppression.deleted",
      answer: Deletion,
    }),
    allow("leads:write"),
    validate("json", SuppressionInput),
    async (c) => c.json(deletion(await deleteContact(c.var.scope, c.req.valid("json")))),
  )
  .delete(
    "/suppressions/:suppression",
    operation({
      id: "deleteSuppression",
      area,
      summary: "Delete a suppression",
      description: `Ends it for all that it is about. ${LEADS_STAY}`,
      audit: "suppression.deleted",
      answer: Deletion,
    }),
    allow("leads:write"),
    ids(["suppression"], suppressionExists),
    async (c) =>
      c.json(deletion(await deleteSuppression(c.var.scope, c.req.valid("param").suppression))),
  );
