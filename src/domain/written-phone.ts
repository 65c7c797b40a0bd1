import { possiblePhone } from "./addresses";

/** Digits with what stands between those of one phone. */
const CANDIDATE = /(?:\+|\()?\d(?:[\s().\-/]*\d){5,}/g;
const MAX_CHARACTERS = 1_000;

/** The one phone within a text, in E.164; undefined without any, or with several. */
export function phoneIn(text: string, defaultCountry: string | null): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const all = possiblePhone(text, defaultCountry);
  if (all !== null) return all;
  const found = (text.match(CANDIDATE) ?? []).map((one) => possiblePhone(one, defaultCountry));
  const [first, ...others] = new Set(found.filter((one) => one !== null));
  return others.length === 0 ? first : undefined;
}
