import type { z } from "zod";
import { Template } from "#features/messaging/outbound/members/template-input";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { within } from "../fields";

export const TemplateSettings = Template.extend({
  within: within("the template waits at this node until they open"),
});
export type TemplateSettings = z.output<typeof TemplateSettings>;

export const documentation: NodeDocumentation = {
  summary: "Sends a WhatsApp template.",
  data: documentSettings(TemplateSettings, "Template", "`template`", {
    name: "revive",
    language: "en_US",
  }),
};
