import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, PageQuery, pageOf } from "#http/page";
import { TagIdsInput } from "../input";
import { leadTag } from "../revision";
import { Lead } from "../schema";
import { leadExists } from "../store";
import { attachTags, detachTag, listLeadTags } from "./lead-tags";
import { Tag } from "./schema";
import { tagExists } from "./store";

const area = "Leads";

/** The tags of a lead. */
export const leadTags = new Hono<App>()
  .get(
    "/leads/:lead/tags",
    operation({ id: "listLeadTags", area, summary: "List a lead's tags", answer: pageOf(Tag) }),
    allow("leads:read"),
    ids(["lead"], leadExists),
    validate("query", PageQuery),
    (c) => list(c, (page) => listLeadTags(c.var.scope, c.req.valid("param").lead, page)),
  )
  .post(
    "/leads/:lead/tags",
    operation({
      id: "attachTags",
      area,
      summary: "Attach tags to a lead",
      description:
        "Tags that the lead already has stay. A new tag with a `pipeline_stage` moves the lead " +
        "to that stage.",
      answer: dataOf(Lead),
      etag: true,
    }),
    allow("leads:write"),
    ids(["lead"], leadExists),
    validate("json", TagIdsInput),
    async (c) => {
      const { tag_ids: tagIds } = c.req.valid("json");
      const lead = await attachTags(c.var.scope, c.req.valid("param").lead, tagIds);
      return c.json({ data: lead }, 200, await leadTag(lead));
    },
  )
  .delete(
    "/leads/:lead/tags/:tag",
    operation({
      id: "detachTag",
      tool: "write",
      area,
      summary: "Detach a tag from a lead",
      description: "Answers 404 if the lead doesn't have the tag.",
      answer: Deletion,
    }),
    allow("leads:write"),
    ids(["lead", "tag"], leadExists, tagExists),
    async (c) =>
      c.json(
        deletion(await detachTag(c.var.scope, c.req.valid("param").lead, c.req.valid("param").tag)),
      ),
  );
