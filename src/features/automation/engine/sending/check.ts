import type { Platform } from "../../../../domain/messaging";
import { fieldMessage } from "../../../../lib/validation-messages";
import { type Composed, openPlaceholders, textsIn } from "../../../messaging/outbound/compose";
import { isDescription } from "../../../messaging/outbound/list";
import { fillText, PREFERENCES_URL } from "../../../messaging/outbound/variables";
import { type KnownTemplate, templateFault } from "../../../messaging/templates/fits";
import { faultsOf } from "../../scenarios/limits";
import { inData, type NodeWarning } from "../../scenarios/warnings";
import type { CheckContext } from "../nodes/definition";
import type { MessageContent } from "./content";

const PLATFORM_NAMES: Record<Platform, string> = { whatsapp: "WhatsApp", instagram: "Instagram" };

/** The faults for which the scenario's platform would refuse messages. */
export const findContentFaults = (
  contents: MessageContent[],
  context: CheckContext,
): NodeWarning[] => contents.flatMap((content) => contentFaults(content, context));

function contentFaults({ composed, pathOf }: MessageContent, { platform, known }: CheckContext) {
  if (composed.type === "template" && platform === "instagram")
    return [templateOnInstagram(pathOf("template"))];
  const unclosed = Object.keys(openPlaceholders(composed)).map((field) =>
    unclosedPlaceholder(inData(pathOf(field))),
  );
  const empty = textsIn(composed)
    .filter((place) => mayBeEmpty(place, composed))
    .map(({ field }) => emptyText(inData(pathOf(field))));
  const faults = faultsOf(composed, platform, known.shortUrlBase, (slug) => known.slug.has(slug));
  const refused = Object.entries(faults).map(([field, fault]) =>
    refusedField(inData(pathOf(field)), fault, platform),
  );
  const template = templateFaults(composed, known.templates).map(({ code, message, field }) => ({
    code,
    message,
    path: inData(pathOf(field)),
  }));
  return [...unclosed, ...empty, ...refused, ...template];
}

/** What is wrong with a template in all channels whose templates are known. */
function templateFaults({ content: { template } }: Composed, channels: KnownTemplate[][]) {
  if (!template) return [];
  const faults = channels.map((known) => templateFault(known, template));
  const [first] = faults;
  return first && faults.every((fault) => fault !== undefined) ? [first] : [];
}

const templateOnInstagram = (path: string): NodeWarning => ({
  code: "template_on_instagram",
  message: `Instagram has no templates: ${
    path === "" ? "use a message node" : "set data.on_window_closed to skip, or leave it out"
  }.`,
  path: inData(path),
});

const NEVER_EMPTY = new Set(["lead_id", PREFERENCES_URL]);

/** Whether a text is empty for leads without values. Only captions may be. */
const mayBeEmpty = ({ text, field }: { text: string; field: string }, { content }: Composed) =>
  text.trim() !== "" &&
  !(field === "text" && content.media !== undefined) &&
  !isDescription(field) &&
  fillText(text, (name) => (NEVER_EMPTY.has(name) ? "1" : undefined)).trim() === "";

const emptyText = (path: string): NodeWarning => ({
  code: "may_be_empty",
  message:
    "If a lead lacks the value, this is empty and the message fails: give the placeholder a " +
    "default, as in {{first_name|there}}.",
  path,
});

const unclosedPlaceholder = (path: string): NodeWarning => ({
  code: "invalid_content",
  message: `Close the placeholder in ${path}: {{name}} or {{name|default}}.`,
  path,
});

const isTooLong = (fault: string) => /(?:characters|bytes)\.$/.test(fault);

const refusedField = (path: string, fault: string, platform: Platform): NodeWarning => ({
  code: isTooLong(fault) ? "content_too_long" : "invalid_content",
  message: `${PLATFORM_NAMES[platform]} does not accept this: ${fieldMessage(path, fault)}`,
  path,
});
