import { findContentFaults } from "#features/automation/engine/sending/check";
import { linksIn, templateContent } from "#features/automation/engine/sending/content";
import { afterSending, goOn, send } from "#features/automation/engine/sending/send";
import { defineNode } from "../definition";
import { withinAsked } from "../fields";
import { keeping } from "../passage";
import { documentation, TemplateSettings } from "./settings";

export const template = defineNode({
  type: "template",
  documentation,
  settings: TemplateSettings,
  handles: ["next", "failed"],
  arrive: (node, context) => send(node, node.data, "fail", context, goOn),
  waitsFor: () => ["sending"],
  react: (node, _, event) =>
    event.kind === "sending" ? afterSending(node, event, goOn) : undefined,
  findFaults: (data, context) => findContentFaults([templateContent(data)], context),
  references: (data, shortUrlBase) => linksIn([templateContent(data)], shortUrlBase),
  asksHours: withinAsked,
  passage: keeping,
  sends: ({ within, ...template }) => ({
    ...{ type: "template", isTemplate: true, whenClosed: template },
    isWithin: within != null,
  }),
  isFilled: true,
});
