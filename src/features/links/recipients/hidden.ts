import type { Ability, Caller, Scope } from "#env";
import { holds } from "#lib/holds";

// A recipient's URL of a link with placeholders leads to the recipient's values. So it is leads'
// data, and shown to nobody without `leads:read`.

const NEEDED: Ability = "leads:read";

/** A caller, or an export, which only a caller who may read everything orders. */
export type Reader = Scope & Partial<Pick<Caller, "abilities">>;

/** True if a reader may see the URLs of recipients, whatever their links fill in. */
export const seesRecipients = ({ abilities = ["*"] }: Pick<Reader, "abilities">) =>
  holds(abilities, NEEDED);

/** Matches a link's slug (group 1) and the token of a recipient (recipients/token.ts). */
const OWN_PATH = "([\\w-]{1,255})/[\\w-]{16}[1-9a-z][0-9a-z]{0,10}(?![\\w-])";

/** A text with the URL of the link in place of those of its recipients. */
export function withoutRecipients(text: string, shortUrlBase: string) {
  const base = shortUrlBase.replace(/^https?:\/\//, "").replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return text.replace(new RegExp(`(${base}/)${OWN_PATH}`, "gi"), "$1$2");
}

/** The same for the texts in a value. That of a template's button begins behind the base. */
export function withoutRecipientsIn<Value extends object>(value: Value, base: string): Value {
  const text = withoutRecipients(JSON.stringify(value), base);
  return JSON.parse(text.replace(new RegExp(`"${OWN_PATH}(?!/)`, "g"), '"$1'));
}
