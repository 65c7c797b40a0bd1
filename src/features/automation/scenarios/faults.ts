import { nodeTypes } from "../../../domain/automation";
import type { Platform } from "../../../domain/messaging";
import { isAllowedOutbound } from "../../../lib/outbound-url";
import { fieldMessage } from "../../../lib/validation-messages";
import { openPlaceholders } from "../../messaging/outbound/compose";
import type { GraphNode } from "./compile";
import { type Sent, sentBy } from "./contents";
import { faultsOf } from "./limits";
import type { Known } from "./mentions";
import type { Fault } from "./nodes";
import type { Found, Warning } from "./warnings";

/** Where a setting stands in its node. */
export const inData = (path: string) => (path === "" ? "data" : `data.${path}`);

const WAIT = "A lead that does nothing keeps the run here for good: set data.timeout_seconds.";
const REFUSED_URL =
  "Webhooks go to https URLs on port 443 or 8443 of public hosts only: change data.url.";

/** What is wrong with what a node holds, whatever the nodes around it. */
export function settingFaults(node: GraphNode, platform: Platform, known: Known): Found[] {
  if (!node.isSound) {
    if (node.reason === "unknown_type")
      return [{ code: "unknown_type", message: unknownType(node.type) }];
    return node.faults.map((fault) => ({
      code: codeOf(fault, node.type),
      message: fieldMessage(inData(fault.path), fault.message),
      path: inData(fault.path),
    }));
  }
  switch (node.type) {
    case "message":
    case "template":
      return sentBy(node).flatMap((sent) => contentFaults(sent, platform, known));
    case "wait_for_reply":
    case "wait_for_event":
      return node.data.timeout_seconds == null
        ? [{ code: "wait_without_timeout", message: WAIT, path: "data.timeout_seconds" }]
        : [];
    case "split":
      return percentFaults(node.data.branches.reduce((sum, { percent }) => sum + percent, 0));
    case "webhook":
      return isAllowedOutbound(node.data.url, known.allowLoopback)
        ? []
        : [{ code: "webhook_url_refused", message: REFUSED_URL, path: "data.url" }];
    default:
      return [];
  }
}

const unknownType = (type: string) =>
  `There is no node type "${type}", and a run fails here: use one of ${nodeTypes.join(", ")}.`;

function codeOf({ message }: Fault, type: string): Warning["code"] {
  if (message.endsWith("required.")) return "missing_setting";
  return (type === "message" || type === "template") && message.endsWith("characters.")
    ? "content_too_long"
    : "invalid_setting";
}

const percentFaults = (sum: number): Found[] =>
  Math.abs(sum - 100) < 0.001
    ? []
    : [
        {
          code: "percentages",
          message: `The percentages add up to ${Number(sum.toFixed(3))}: make them 100.`,
          path: "data.branches",
        },
      ];

const templateOnInstagram = (path: string): Found => ({
  code: "template_on_instagram",
  message: `Instagram has no templates: ${path === "" ? "use a message node" : "set data.on_window_closed to skip, or leave it out"}.`,
  path: inData(path),
});

function contentFaults({ composed, pathOf }: Sent, platform: Platform, known: Known): Found[] {
  if (composed.type === "template" && platform === "instagram")
    return [templateOnInstagram(pathOf("template"))];
  const open = Object.keys(openPlaceholders(composed)).map((field): Found => {
    const path = inData(pathOf(field));
    return {
      code: "invalid_content",
      message: `Close the placeholder in ${path}: {{name}} or {{name|default}}.`,
      path,
    };
  });
  const faults = faultsOf(composed, platform, known.shortUrlBase, (slug) => known.slug.has(slug));
  const refused = Object.entries(faults).map(([field, fault]): Found => {
    const path = inData(pathOf(field));
    const isTooLong = fault.endsWith("characters.");
    const message = `${platform === "whatsapp" ? "WhatsApp" : "Instagram"} does not take this: ${fieldMessage(path, fault)}`;
    return { code: isTooLong ? "content_too_long" : "invalid_content", message, path };
  });
  return [...open, ...refused];
}
