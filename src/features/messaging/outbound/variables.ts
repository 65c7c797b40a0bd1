import { cut } from "../../../lib/text";

/** `{{name}}` and `{{name|default}}`. */
export const PLACEHOLDER = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

/** What WhatsApp takes of a template's parameter: one line, without wide gaps. */
export const oneLine = (text: string) => text.replaceAll(/[\n\r\t]+| {4,}/g, " ");

/** A value that is longer fits nowhere, and is cut so that it can't fill the memory on its way to being refused. */
const MAX_VALUE_CHARACTERS = 4_200;

/**
 * A text with the lead's values in place of `{{name}}` and `{{name|default}}`. A value that is missing or blank becomes the default, else
 * nothing. What a value holds is not looked at again.
 */
export const fillText = (text: string, lookUp: (name: string) => string | undefined) =>
  text.replace(PLACEHOLDER, (_, name: string, fallback: string | undefined) => {
    const value = lookUp(name.trim())?.trim() || fallback?.trim() || "";
    return cut(value, MAX_VALUE_CHARACTERS).toWellFormed();
  });
