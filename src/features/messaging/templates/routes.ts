import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { capResponse } from "#http/caps";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, PageQuery, pageOf } from "#http/page";
import { channelExists } from "../channels/store";
import { Template, TemplateInput, TemplateReplacement, TemplateSync } from "./schema";
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  replaceTemplate,
  templateExists,
} from "./store";
import { syncTemplates } from "./sync";

const area = "Channels";
/** A template may be long. */
const PAGES = { pageRows: 100 };
const refusal = { 409: { description: "WhatsApp refuses it: the `message` says why." } };

export const templates = new Hono<App>()
  .get(
    "/channels/:channel/templates",
    operation({
      id: "listTemplates",
      area,
      summary: "List a channel's templates",
      answer: pageOf(Template),
    }),
    allow("channels:read"),
    ids(["channel"], channelExists),
    validate("query", PageQuery),
    (c) => list(c, (page) => listTemplates(c.var.scope, c.req.valid("param").channel, page), PAGES),
  )
  .post(
    "/channels/:channel/templates",
    operation({
      id: "createTemplate",
      tool: "destructive",
      audit: "template.created",
      area,
      summary: "Create a template",
      description:
        "If the channel has a `business_account_id`, WhatsApp is asked to approve it. On other " +
        "channels this describes a template that exists, so that its parameters are checked.",
      status: 201,
      answer: dataOf(Template),
      responses: capResponse("templates of a channel", "1,000"),
    }),
    allow("channels:write"),
    ids(["channel"], channelExists),
    validate("json", TemplateInput),
    async (c) => {
      const { channel } = c.req.valid("param");
      const template = await createTemplate(c.var.scope, c.env, channel, c.req.valid("json"));
      return c.json({ data: template }, 201);
    },
  )
  .post(
    "/channels/:channel/templates/sync",
    operation({
      id: "syncTemplates",
      area,
      summary: "Sync a channel's templates",
      description:
        "Reads the templates, the quality and the limit of the number from WhatsApp, as the " +
        "service does each hour. At most once in a minute.",
      answer: dataOf(TemplateSync),
      responses: { 409: { description: "The channel has no `business_account_id`." } },
    }),
    allow("channels:write"),
    ids(["channel"], channelExists),
    async (c) =>
      c.json({ data: await syncTemplates(c.var.scope, c.env, c.req.valid("param").channel) }),
  )
  .get(
    "/channels/:channel/templates/:template",
    operation({ id: "getTemplate", area, summary: "Get a template", answer: dataOf(Template) }),
    allow("channels:read"),
    ids(["channel", "template"], channelExists, templateExists),
    async (c) => {
      const { channel, template } = c.req.valid("param");
      return c.json({ data: await getTemplate(c.var.scope, channel, template) });
    },
  )
  .put(
    "/channels/:channel/templates/:template",
    operation({
      id: "replaceTemplate",
      audit: "template.replaced",
      area,
      summary: "Replace a template's content",
      description: "WhatsApp has to approve it again. Its name and language never change.",
      answer: dataOf(Template),
      responses: refusal,
    }),
    allow("channels:write"),
    ids(["channel", "template"], channelExists, templateExists),
    validate("json", TemplateReplacement),
    async (c) => {
      const { channel, template } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json({
        data: await replaceTemplate(c.var.scope, c.env, channel, template, input),
      });
    },
  )
  .delete(
    "/channels/:channel/templates/:template",
    operation({
      id: "deleteTemplate",
      audit: "template.deleted",
      area,
      summary: "Delete a template",
      description: "Deletes it at WhatsApp, too, in this language only.",
      answer: Deletion,
      responses: refusal,
    }),
    allow("channels:write"),
    ids(["channel", "template"], channelExists, templateExists),
    async (c) => {
      const { channel, template } = c.req.valid("param");
      return c.json(deletion(await deleteTemplate(c.var.scope, c.env, channel, template)));
    },
  );
