import { findContentFaults } from "#features/automation/engine/sending/check";
import {
  linksIn,
  type MessageContent,
  messageContent,
  templateContent,
} from "#features/automation/engine/sending/content";
import { afterSending, send } from "#features/automation/engine/sending/send";
import { defineNode } from "../definition";
import { keeping } from "../passage";
import { documentation, MessageSettings } from "./settings";

/** The message itself, and the template that replaces it when the window is closed. */
function contentsOf({ on_window_closed: otherwise, within: _, ...content }: MessageSettings) {
  const contents: MessageContent[] = [messageContent(content)];
  if (typeof otherwise === "object") contents.push(templateContent(otherwise, "on_window_closed"));
  return contents;
}

export const message = defineNode({
  type: "message",
  documentation,
  settings: MessageSettings,
  handles: ["next", "failed"],
  arrive: (node, context) => send(node, node.data, node.data.on_window_closed, context),
  waitsFor: () => "sending",
  react: (node, _, event) => (event.kind === "sending" ? afterSending(node, event) : undefined),
  findFaults: (data, context) => findContentFaults(contentsOf(data), context),
  references: (data, shortUrlBase) => [
    ...linksIn(contentsOf(data), shortUrlBase),
    ...(data.media?.id == null
      ? []
      : [{ kind: "medium" as const, ref: data.media.id, path: "media.id" }]),
  ],
  passage: keeping,
  sends: ({ on_window_closed: whenClosed, within }) => ({
    ...{ isTemplate: false, whenClosed },
    isWithin: within != null,
  }),
  isFilled: true,
});
