import type { Content } from "#features/messaging/outbound/members/all";
import { type KnownTemplate, renderTemplate } from "#features/messaging/templates/fits";

/**
 * A message as it is searched; `template` is that of its channel (`templateOfMessage`), as JSON.
 */
export type Searched = {
  text: string | null;
  payload: Content | Record<string, unknown>;
  template: string | null;
};

/**
 * The text by which a message is found. That of a template is what its recipient sees, or what
 * fills its parameters where the channel's templates are not known.
 */
export function searchedText({ text, payload, template: stored }: Searched): string | null {
  const { template } = payload as Content;
  if (text !== null || !template) return text;
  const known: KnownTemplate[] = stored === null ? [] : [JSON.parse(stored)];
  const rendered = renderTemplate(known, template);
  const parts = rendered
    ? [rendered.header, rendered.body, rendered.footer]
    : template.components.flatMap(({ parameters = [] }) => parameters.map(({ text }) => text));
  return parts.filter((part) => typeof part === "string").join("\n");
}
