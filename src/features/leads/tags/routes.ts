import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { capResponse } from "#http/caps";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, pageOf } from "#http/page";
import { saveTag } from "./save";
import { Tag, TagInput, TagQuery, TagSaveQuery } from "./schema";
import { deleteTag, getTag, listTags, replaceTag, tagExists } from "./store";

const area = "Tags";

export const tags = new Hono<App>()
  .get(
    "/tags",
    operation({ id: "listTags", area, summary: "List tags", answer: pageOf(Tag) }),
    allow("tags:read"),
    validate("query", TagQuery),
    (c) => list(c, (page, query) => listTags(c.var.scope, query, page)),
  )
  .post(
    "/tags",
    operation({
      id: "createTag",
      audit: "tag.created",
      area,
      summary: "Create a tag",
      status: 201,
      resourcePath: "/tags",
      answer: dataOf(Tag),
      or200: "There already is a tag with this label (`upsert=1`).",
      responses: capResponse("tags", "1,000"),
    }),
    allow("tags:write"),
    validate("query", TagSaveQuery),
    validate("json", TagInput),
    async (c) => {
      const { upsert = false } = c.req.valid("query");
      const { tag, isNew } = await saveTag(c.var.scope, c.req.valid("json"), upsert);
      return c.json({ data: tag }, isNew ? 201 : 200);
    },
  )
  .get(
    "/tags/:tag",
    operation({ id: "getTag", area, summary: "Get a tag", answer: dataOf(Tag) }),
    allow("tags:read"),
    ids(["tag"], tagExists),
    async (c) => c.json({ data: await getTag(c.var.scope, c.req.valid("param").tag) }),
  )
  .put(
    "/tags/:tag",
    operation({
      id: "replaceTag",
      audit: "tag.replaced",
      area,
      summary: "Replace a tag",
      answer: dataOf(Tag),
    }),
    allow("tags:write"),
    ids(["tag"], tagExists),
    validate("json", TagInput),
    async (c) =>
      c.json({
        data: await replaceTag(c.var.scope, c.req.valid("param").tag, c.req.valid("json")),
      }),
  )
  .delete(
    "/tags/:tag",
    operation({
      id: "deleteTag",
      audit: "tag.deleted",
      area,
      summary: "Delete a tag",
      description:
        "The tag disappears from leads, short links, sources and the tracked tags of scenarios.",
      answer: Deletion,
    }),
    allow("tags:write"),
    ids(["tag"], tagExists),
    async (c) => c.json(deletion(await deleteTag(c.var.scope, c.req.valid("param").tag))),
  );
