import { slugsIn } from "#features/links/rewrite";
import { type Composed, contentOf, textsIn } from "#features/messaging/outbound/compose";
import { takesLinks } from "#features/messaging/outbound/places";
import type { MessageInput } from "#features/messaging/outbound/schema";
import { PLACEHOLDER } from "#features/messaging/outbound/variables";
import type { Reference } from "../nodes/definition";

/** A message that a node may send. `pathOf` finds a field of it in the node's `data`. */
export type MessageContent = { composed: Composed; pathOf: (field: string) => string };

type Template = NonNullable<MessageInput["template"]>;

export const messageContent = (message: MessageInput): MessageContent => ({
  composed: contentOf(message),
  pathOf: (field) => field,
});

/** `path`: where the template stands in `data`. */
export const templateContent = (template: Template, path = ""): MessageContent => ({
  composed: contentOf({ type: "template", template }),
  pathOf: (field) => [path, field.replace(/^template\.?/, "")].filter(Boolean).join("."),
});

/**
 * The short links in texts. A slug beside a placeholder is left out: once filled, it may be
 * another.
 */
export const linksIn = (contents: MessageContent[], shortUrlBase: string): Reference[] =>
  contents.flatMap(({ composed, pathOf }) =>
    textsIn(composed)
      .filter(takesLinks)
      .flatMap(({ text, field }) =>
        slugsIn(text.replaceAll(PLACEHOLDER, "/x/"), shortUrlBase).map((ref) => ({
          kind: "slug" as const,
          ref,
          path: pathOf(field),
        })),
      ),
  );
