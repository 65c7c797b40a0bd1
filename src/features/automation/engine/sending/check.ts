import { sendableBy } from "#domain/gateways";
import { hasTemplates, type Platform, sendableOn } from "#domain/platforms";
import { faultsOf } from "#features/automation/scenarios/limits";
import { inData, type NodeWarning, warn } from "#features/automation/scenarios/warnings";
import {
  type Composed,
  hasCaption,
  openPlaceholders,
  textsIn,
} from "#features/messaging/outbound/compose";
import { mayBeEmpty } from "#features/messaging/outbound/members/all";
import { fillText, isPreferencesUrl } from "#features/messaging/outbound/variables";
import { type KnownTemplate, templateFault } from "#features/messaging/templates/fits";
import { readFault } from "#lib/read-fault";
import type { CheckContext } from "../nodes/definition";
import type { MessageContent } from "./content";

/** The faults for which the scenario's platform would refuse messages. */
export const findContentFaults = (
  contents: MessageContent[],
  context: CheckContext,
): NodeWarning[] => contents.flatMap((content) => contentFaults(content, context));

function contentFaults({ composed, pathOf }: MessageContent, { platform, known }: CheckContext) {
  if (composed.type === "template" && !hasTemplates(platform))
    return [warn(`template_on_${platform}`, {}, { path: inData(pathOf("template")) })];
  const unclosed = Object.keys(openPlaceholders(composed)).map((field) =>
    warn("unclosed_placeholder", {}, { path: inData(pathOf(field)) }),
  );
  const empty = textsIn(composed)
    .filter((place) => isEmptyForSome(place, composed))
    .map(({ field }) => warn("may_be_empty", {}, { path: inData(pathOf(field)) }));
  const faults = faultsOf(composed, platform, known.shortUrlBase, (slug) => known.slug.has(slug));
  const refused = Object.entries(faults).map(([field, fault]) =>
    refusedField(inData(pathOf(field)), fault, platform),
  );
  const template = templateFaults(composed, known.templates).map(
    ({ code, params, message, field }) => ({ code, params, message, path: inData(pathOf(field)) }),
  );
  const untaken = gatewaysWithout(composed, platform, known.gateways).map((name) =>
    warn("not_accepted", { type: composed.type, name }, { path: inData(pathOf("type")) }),
  );
  return [...unclosed, ...empty, ...refused, ...template, ...untaken];
}

/** The most channels that are named. */
const MAX_NAMED = 10;

/** The names of the platform's channels whose gateways don't take the message. */
const gatewaysWithout = (
  message: Composed,
  platform: Platform,
  gateways: CheckContext["known"]["gateways"],
) =>
  gateways
    .filter((one) => one.platform === platform && sendableOn(platform).includes(message.type))
    .filter((one) => !sendableBy(platform, one).includes(message.type))
    .slice(0, MAX_NAMED)
    .map(({ name }) => name);

/** The faults of a template in all channels whose templates are known. */
function templateFaults({ content: { template } }: Composed, channels: KnownTemplate[][]) {
  if (!template) return [];
  const now = Date.now();
  const all = channels.length > 0 ? channels : [undefined];
  const faults = all.map((known) => templateFault(known, template, now));
  const [first] = faults;
  return first && faults.every((fault) => fault !== undefined) ? [first] : [];
}

const isNeverEmpty = (name: string) =>
  ["lead_id", "lead_ref"].includes(name.toLowerCase()) || isPreferencesUrl(name);

/** True if a text is empty for leads without values. Only captions may be. */
const isEmptyForSome = ({ text, field }: { text: string; field: string }, composed: Composed) =>
  text.trim() !== "" &&
  !(field === "text" && hasCaption(composed)) &&
  !mayBeEmpty(field) &&
  fillText(text, (name) => (isNeverEmpty(name) ? "1" : undefined)).trim() === "";

const UNNAMED = { code: "other", params: {} } as const;
const TOO_LONG = ["at_most_characters", "at_most_bytes", "at_most_lines"];

/** A text that is missing is so on any platform. */
function refusedField(path: string, message: string, platform: Platform): NodeWarning {
  const { code: fault, params } = readFault(message) ?? UNNAMED;
  if (fault === "required") return warn("missing_setting", { fault }, { path });
  const code = TOO_LONG.includes(fault) ? "content_too_long" : "invalid_content";
  return warn(code, { platform, fault, ...params }, { path });
}
