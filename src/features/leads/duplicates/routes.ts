import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, deletion, pageOf } from "#http/page";
import { DuplicateQuery, LeadDuplicate } from "./schema";
import { dismissDuplicate, isDuplicate, listDuplicates } from "./store";

const area = "Leads";

/** The pairs of leads that are one person, and that somebody has to settle. */
export const leadDuplicates = new Hono<App>()
  .get(
    "/lead-duplicates",
    operation({
      id: "listLeadDuplicates",
      area,
      summary: "List pairs of leads that are one person",
      description:
        "A message or a report that names the number of one lead and an id of another proves " +
        "that they are one person. A lead that only a channel has made is then merged into the " +
        "other. The pairs of all others are listed here, with the event " +
        "`lead.same_person_found`, and share their opt-outs. `POST /v1/leads/merge` settles a " +
        "pair, and so does `DELETE`.",
      answer: pageOf(LeadDuplicate),
    }),
    allow("leads:read"),
    validate("query", DuplicateQuery),
    (c) => list(c, (page, query) => listDuplicates(c.var.scope, query, page)),
  )
  .delete(
    "/lead-duplicates/:lead/:otherLead",
    operation({
      id: "dismissLeadDuplicate",
      area,
      summary: "Say that two leads are two people",
      description:
        "In either order. The pair is listed no more, whatever proves it later, and is never " +
        "merged by itself. An opt-out that the two have shared stays, until `opt-in`.",
      audit: "lead_duplicate.deleted",
      answer: Deletion,
    }),
    allow("leads:write"),
    ids(["lead", "otherLead"], isDuplicate, isDuplicate),
    async (c) => {
      const { lead, otherLead } = c.req.valid("param");
      return c.json(deletion(await dismissDuplicate(c.var.scope, lead, otherLead)));
    },
  );
