import { type Composed, contentOf } from "../../messaging/outbound/compose";
import type { MessageInput } from "../../messaging/outbound/schema";
import type { GraphNode } from "./compile";

/** A message that a node sends, and where a field of it stands in the node's `data`. */
export type Sent = { composed: Composed; pathOf: (field: string) => string };

type Template = NonNullable<MessageInput["template"]>;

const templateAt = (template: Template, path: string): Sent => ({
  composed: contentOf({ type: "template", template }),
  pathOf: (field) => [path, field.replace(/^template\.?/, "")].filter(Boolean).join("."),
});

/** What a node may send. */
export function sentBy(node: GraphNode): Sent[] {
  if (!node.isSound) return [];
  if (node.type === "template") return [templateAt(node.data, "")];
  if (node.type !== "message") return [];
  const { on_window_closed: otherwise, ...content } = node.data;
  const own = { composed: contentOf(content), pathOf: (field: string) => field };
  return typeof otherwise === "string" ? [own] : [own, templateAt(otherwise, "on_window_closed")];
}
