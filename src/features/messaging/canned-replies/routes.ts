import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, pageOf } from "#http/page";
import { referenceErrors } from "../outbound/draft";
import { Preview } from "../outbound/preview-schema";
import {
  CannedReply,
  CannedReplyInput,
  CannedReplyPreviewInput,
  CannedReplyQuery,
  MAX_CANNED_REPLIES,
} from "./schema";
import {
  cannedReplyExists,
  createCannedReply,
  deleteCannedReply,
  getCannedReply,
  listCannedReplies,
  previewCannedReply,
  replaceCannedReply,
} from "./store";

const area = "Canned replies";

export const cannedReplies = new Hono<App>()
  .get(
    "/canned-replies",
    operation({
      id: "listCannedReplies",
      area,
      summary: "List canned replies",
      description: "Newest first. A reply must match all filters.",
      answer: pageOf(CannedReply),
    }),
    allow("conversations:read"),
    validate("query", CannedReplyQuery),
    (c) => list(c, (page, query) => listCannedReplies(c.var.scope, query, page)),
  )
  .post(
    "/canned-replies",
    operation({
      id: "createCannedReply",
      audit: "canned_reply.created",
      area,
      summary: "Create a canned reply",
      description:
        "To send it, send its `type`, `text` and other members as a message: placeholders and " +
        "short links are filled in for the lead then.",
      status: 201,
      resourcePath: "/canned-replies",
      answer: dataOf(CannedReply),
      responses: {
        409: {
          description:
            `The workspace has ${MAX_CANNED_REPLIES} canned replies, ` +
            "or a request with this Idempotency-Key is still running.",
        },
      },
    }),
    allow("conversations:write"),
    validate("json", CannedReplyInput),
    async (c) => c.json({ data: await createCannedReply(c.var.scope, c.req.valid("json")) }, 201),
  )
  .get(
    "/canned-replies/:cannedReply",
    operation({
      id: "getCannedReply",
      area,
      summary: "Get a canned reply",
      answer: dataOf(CannedReply),
    }),
    allow("conversations:read"),
    ids(["cannedReply"], cannedReplyExists),
    async (c) =>
      c.json({ data: await getCannedReply(c.var.scope, c.req.valid("param").cannedReply) }),
  )
  .put(
    "/canned-replies/:cannedReply",
    operation({
      id: "replaceCannedReply",
      audit: "canned_reply.replaced",
      area,
      summary: "Replace a canned reply",
      answer: dataOf(CannedReply),
    }),
    allow("conversations:write"),
    ids(["cannedReply"], cannedReplyExists),
    validate("json", CannedReplyInput),
    async (c) => {
      const id = c.req.valid("param").cannedReply;
      return c.json({ data: await replaceCannedReply(c.var.scope, id, c.req.valid("json")) });
    },
  )
  .delete(
    "/canned-replies/:cannedReply",
    operation({
      id: "deleteCannedReply",
      audit: "canned_reply.deleted",
      area,
      summary: "Delete a canned reply",
      answer: Deletion,
    }),
    allow("conversations:write"),
    ids(["cannedReply"], cannedReplyExists),
    async (c) =>
      c.json(deletion(await deleteCannedReply(c.var.scope, c.req.valid("param").cannedReply))),
  )
  .post(
    "/canned-replies/:cannedReply/preview",
    operation({
      id: "previewCannedReply",
      tool: "read",
      area,
      summary: "Preview a canned reply",
      description:
        "Shows what the lead would get, and whether it could be sent now. Writes nothing.",
      answer: dataOf(Preview),
    }),
    allow("conversations:write", "leads:read"),
    ids(["cannedReply"], cannedReplyExists),
    validate("json", CannedReplyPreviewInput, referenceErrors),
    async (c) => {
      const id = c.req.valid("param").cannedReply;
      return c.json({ data: await previewCannedReply(c.var.scope, id, c.req.valid("json")) });
    },
  );
