import { plainPhone } from "./phone";
import { withoutInvisible } from "./text";

// What phones and e-mail addresses are compared by. A text that can't be an address has no key: it
// is nobody's identity. What nobody sees makes no difference.

/** What stands between the digits of a phone. */
const SEPARATORS = /[\s().\-/\u2010-\u2015\u2212]/g;
const DIGITS = /^\+?\d{5,}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/u;

/**
 * The key of a phone in its normal form (lib/phone.ts): E.164, else its digits where it has nothing
 * but digits and separators, at least five digits; else null.
 */
export function phoneKey(normal: string): string | null {
  const key = plainPhone(normal).replace(SEPARATORS, "");
  return DIGITS.test(key) ? key : null;
}

/** The key of an e-mail address that is folded for comparison: one `@`, no blanks; else null. */
export function emailKey(folded: string): string | null {
  const key = withoutInvisible(folded);
  return EMAIL.test(key) ? key : null;
}
