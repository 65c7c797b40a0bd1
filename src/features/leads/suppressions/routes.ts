import { Hono } from "hono";
import type { App } from "../../../env";
import { allow } from "../../../http/allow";
import { operation, validate } from "../../../http/contract";
import { list } from "../../../http/lists/list";
import { dataOf, pageOf } from "../../../http/page";
import { Suppression, SuppressionInput, SuppressionQuery } from "./schema";
import { addSuppression, listSuppressions } from "./store";

const area = "Leads";

/** Who has unsubscribed and stays so, whether they are leads or not. */
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
        "its consents were. An opt-in, or a PATCH with `is_optout: false`, ends the " +
        "suppressions of the lead's phone, e-mail and ids. Imports and upserts don't. A " +
        "message that subscribes again ends the suppression of the number or id from which it " +
        "comes, and those that began when the same lead unsubscribed by a message, unless `POST " +
        "/v1/suppressions` has named them since. While a lead's phone is suppressed, nothing is " +
        "sent to the lead (`opted_out`).",
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
      area,
      summary: "Suppress a contact",
      description:
        "Use it for people who have unsubscribed elsewhere. If the contact is a lead's, that " +
        "lead is unsubscribed too. Send exactly one of the members.",
      status: 201,
      audit: "suppression.created",
      answer: dataOf(Suppression),
      or200: "The contact is already suppressed.",
    }),
    allow("leads:write"),
    validate("json", SuppressionInput),
    async (c) => {
      const { suppression, isNew } = await addSuppression(c.var.scope, c.req.valid("json"));
      return c.json({ data: suppression }, isNew ? 201 : 200);
    },
  );
