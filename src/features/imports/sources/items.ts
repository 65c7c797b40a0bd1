import { MAX_ITEM_BYTES, MAX_ITEM_DEPTH, MAX_ITEMS } from "#domain/sources";
import { sha256 } from "#lib/crypto";
import { cleaned, isDeeper, withoutBackslashKeys } from "#lib/json";
import { isMultipart } from "#lib/multipart";
import { invalid, Problem } from "#lib/problem";
import { cut } from "#lib/text";
import { faultText, faultTexts } from "#lib/validation-messages";

// The body of a request to a source, and the items in it.

/** The reasons for which an item is not read. */
export const itemFaults = {
  too_large: faultText("item_too_large", { most: MAX_ITEM_BYTES }),
  too_deep: faultText("item_too_deep", { most: MAX_ITEM_DEPTH }),
  unsafe_key: faultTexts.item_unsafe_key,
  erased: faultTexts.item_erased,
} as const;
export type ItemFault = keyof typeof itemFaults;

/** An item as JSON, and its bytes; null for one that has a fault. */
export type BoundItem = { body: string | null; bytes: number; fault: ItemFault | null };

/** A request as it came. */
export type Sent = { headers: Headers; raw: Uint8Array<ArrayBuffer> };

const notJson = () => invalid({ body: ["The body must be JSON in UTF-8, or a form."] });

const UNSAFE = "__proto__";

/** True if a value has a key that must not be read; the value has a bounded depth. */
const hasUnsafeKey = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (Object.hasOwn(value, UNSAFE) || Object.values(value).some(hasUnsafeKey));

const bytesIn = (text: string) => new TextEncoder().encode(text).length;

/** The escapes by which JSON writes NUL and lone surrogates. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/;

/** Holds an item against its bounds. NUL and lone surrogates are left out of its texts. */
export function boundItem(value: unknown): BoundItem {
  const faulty = (fault: ItemFault): BoundItem => ({ body: null, bytes: 0, fault });
  if (isDeeper(value, MAX_ITEM_DEPTH)) return faulty("too_deep");
  if (hasUnsafeKey(value)) return faulty("unsafe_key");
  const json = JSON.stringify(value);
  const body = UNSTORABLE.test(json) ? JSON.stringify(cleaned(value, MAX_ITEM_DEPTH + 1)) : json;
  const bytes = bytesIn(body);
  return bytes > MAX_ITEM_BYTES ? faulty("too_large") : { body, bytes, fault: null };
}

/** JSON may have a number that would be rounded. */
const LONG = /\d{16}/;

/** A whole number that would be rounded, as the text that it is: it is an id. */
const asWritten = (_: string, value: unknown, ...[written]: { source?: string }[]) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(written?.source ?? "")
    ? written?.source
    : value;

/**
 * Reads JSON. A key with a backslash is read as one that its item is refused for, and a whole
 * number beyond 2^53 as a text.
 */
export function parsed(raw: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(raw);
    const safe = withoutBackslashKeys(text, UNSAFE);
    return LONG.test(safe) ? JSON.parse(safe, asWritten) : JSON.parse(safe);
  } catch {
    throw notJson();
  }
}

/** The texts of a form; of several of one name, a list. Files are left out. */
async function formIn({ headers, raw }: Sent) {
  const type = { headers: { "Content-Type": headers.get("Content-Type") ?? "" } };
  const form = await new Response(raw, type).formData().catch(() => {
    throw notJson();
  });
  const texts = [...form].filter(([, value]) => typeof value === "string");
  const named = Map.groupBy(texts, ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, all]) => {
      const values = all.map(([, value]) => value);
      return [name.includes("\\") ? UNSAFE : name, values.length > 1 ? values : values[0]];
    }),
  );
}

const FORM = /^\s*application\/x-www-form-urlencoded\s*($|;)/i;
/** Many senders name no type, or that of a text. */
const MAY_BE_JSON = /^\s*($|;|text\/plain\s*($|;)|[^;]*json\s*($|;))/i;

/** The body of a request: JSON, or a form. */
export function bodyOf(sent: Sent): unknown {
  const type = sent.headers.get("Content-Type") ?? "";
  if (FORM.test(type) || isMultipart(type)) return formIn(sent);
  if (MAY_BE_JSON.test(type)) return parsed(sent.raw);
  throw new Problem("unsupported_media_type", {
    message: `The body must be JSON or a form, not ${cut(type.split(";")[0] ?? "", 100).trim()}.`,
  });
}

/** Throws an `invalid` problem where a body has too many items. */
export function requireFew(items: unknown[]) {
  if (items.length > MAX_ITEMS)
    throw invalid({ body: [`The body has more than ${MAX_ITEMS} items.`] });
  return items;
}

/** The characters of a key by which a duplicate is known: 128 bits. */
const KEY_CHARACTERS = 32;

/** The key of a text. */
export const keyOf = async (text: string | ArrayBuffer) =>
  (await sha256(text)).slice(0, KEY_CHARACTERS);
