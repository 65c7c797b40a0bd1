import { type Recipient, valuesOf } from "#features/links/placeholders";
import { type Room, roomFor, takeRoom } from "#lib/room";
import { cut } from "#lib/text";
import { previewUrl } from "../preferences/token";

/** `{{name}}` and `{{name|default}}`. */
export const PLACEHOLDER = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

/** True if every placeholder of a text is closed: others would reach the recipient as they are. */
export const isClosed = (text: string) => !text.replaceAll(PLACEHOLDER, "").includes("{{");

/** The lead's page for unsubscribing (messaging/preferences), which only messages have. */
export const PREFERENCES_URL = "preferences_url";
export const isPreferencesUrl = (name: string) => name.toLowerCase() === PREFERENCES_URL;

/** The names of the placeholders in a text. */
export const namesIn = (text: string) =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name.trim());

/**
 * Gives the values of a message's placeholders by name. The URL of the lead's preferences is signed
 * once the message is stored (preferences-url.ts).
 */
export function messageValues(recipient: Recipient, shortUrlBase: string) {
  const lookup = valuesOf(recipient);
  return (name: string) => (isPreferencesUrl(name) ? previewUrl(shortUrlBase) : lookup(name));
}

/** A text as WhatsApp accepts it for a template's parameter: one line, without wide gaps. */
export const oneLine = (text: string) => text.replaceAll(/[\n\r\t]+| {4,}/g, " ");

/** No platform accepts a longer value: cutting it keeps it from filling the memory. */
const MAX_VALUE_CHARACTERS = 4_200;

/** The most characters of a message, or of any one text, with the lead's values. */
export const MAX_FILLED_CHARACTERS = 65_536;

/**
 * A text with the lead's values in place of `{{name}}` and `{{name|default}}`. A missing or blank
 * value becomes the default, else the empty text. Placeholders within values are not replaced. A
 * text that does not fit into the room ends where there is none left.
 */
export function fillText(
  text: string,
  lookup: (name: string) => string | undefined,
  room: Room = roomFor(MAX_FILLED_CHARACTERS),
) {
  let filled = "";
  let end = 0;
  const add = (piece: string) => {
    filled += piece;
    return takeRoom(room, piece);
  };
  for (const { index, 0: placeholder, 1: name = "", 2: fallback } of text.matchAll(PLACEHOLDER)) {
    const value = lookup(name.trim())?.trim() || fallback?.trim() || "";
    const before = text.slice(end, index);
    if (!add(before) || !add(cut(value, MAX_VALUE_CHARACTERS).toWellFormed())) return filled;
    end = index + placeholder.length;
  }
  add(text.slice(end));
  return filled;
}
