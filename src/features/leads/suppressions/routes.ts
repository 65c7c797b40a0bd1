import { Hono } from "hono";
import type { App } from "../../../env";
import { allow } from "../../../http/allow";
import { operation, validate } from "../../../http/contract";
import { dataOf, envelope, pageOf, pageRequest } from "../../../http/page";
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
        "Who has unsubscribed is remembered by hashes of phone, e-mail and ids on platforms, " +
        "also after their lead is deleted, and where the platform has told of somebody who never " +
        "was a lead. A lead that is made with one of them later is unsubscribed from the start: " +
        "its ledger says `suppression`; so is a lead that is given one, whatever its consents " +
        "before. Subscribing the lead again, by opt-in or by a PATCH with `is_optout` false, ends " +
        "the suppressions of its phone, e-mail and ids. Imports and upserts can't. A message that " +
        "subscribes again ends that of the number or id it comes from, and those that began when " +
        "the same lead unsubscribed by a message, unless `POST /v1/suppressions` has named them " +
        "since. While the phone of a lead is suppressed, the " +
        "lead is sent nothing (`opted_out`).",
      answer: pageOf(Suppression),
    }),
    allow("leads:read"),
    validate("query", SuppressionQuery),
    async (c) => {
      const query = c.req.valid("query");
      return c.json(
        envelope(c.req.url, await listSuppressions(c.var.scope, query, pageRequest(query))),
      );
    },
  )
  .post(
    "/suppressions",
    operation({
      id: "addSuppression",
      area,
      summary: "Suppress a contact",
      description:
        "For who has unsubscribed elsewhere. Who is a lead already is unsubscribed too. Exactly " +
        "one of the members.",
      status: 201,
      audit: "suppression.created",
      answer: dataOf(Suppression),
      or200: "The contact is suppressed already.",
    }),
    allow("leads:write"),
    validate("json", SuppressionInput),
    async (c) => {
      const { suppression, isNew } = await addSuppression(c.var.scope, c.req.valid("json"));
      return c.json({ data: suppression }, isNew ? 201 : 200);
    },
  );
