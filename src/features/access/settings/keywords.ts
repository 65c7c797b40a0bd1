import { builtInKind } from "#domain/consent-text";
import type { FieldErrors } from "#lib/problem";
import { foldKeyword } from "#lib/text";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { type Settings, settingsOf } from "./defaults";

const lists = ["opt_out_keywords", "opt_in_keywords"] as const;
type KeywordList = (typeof lists)[number];

const opposite = { opt_out_keywords: "start", opt_in_keywords: "stop" } as const;

const otherList: Record<KeywordList, KeywordList> = {
  opt_out_keywords: "opt_in_keywords",
  opt_in_keywords: "opt_out_keywords",
};

/** The settings that `null` resets to their default. */
const defaulted = [...lists, "analysis_daily_limit", "triggers_wait_hours"] as const;
type Defaulted = (typeof defaulted)[number];

export type Patch = Partial<Omit<Settings, Defaulted>> & {
  [name in Defaulted]?: Settings[name] | null;
};

/** The stored settings after a patch: an absent member stays. */
export function patched(stored: Partial<Settings>, patch: Patch): Partial<Settings> {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const isDefault = ([name, value]: [string, unknown]) =>
    value === null && (defaulted as readonly string[]).includes(name);
  const after = Object.entries({ ...stored, ...Object.fromEntries(given) }).filter(
    (entry) => !isDefault(entry),
  );
  return Object.fromEntries(after);
}

/**
 * The keywords in a body that is not validated yet; undefined if they are malformed, which has its
 * own errors.
 */
const listIn = (body: Record<string, unknown>, list: KeywordList) => {
  const value = body[list];
  const isTexts = (items: unknown[]) => items.every((item) => typeof item === "string");
  return value === null || (Array.isArray(value) && isTexts(value)) ? { [list]: value } : {};
};

/**
 * The errors on keywords that would both unsubscribe and subscribe once a patch is stored, also by
 * the words that are built in.
 */
export function conflictingKeywords(
  stored: Partial<Settings>,
  body: Record<string, unknown>,
): FieldErrors {
  const patch: Patch = { ...listIn(body, "opt_out_keywords"), ...listIn(body, "opt_in_keywords") };
  const sent = lists.findLast((list) => patch[list] !== undefined);
  if (!sent) return {};
  const after = settingsOf(patched(stored, patch));
  const others = new Set(after[otherList[sent]].map(foldKeyword));
  const conflicts = lists.flatMap((list) =>
    (patch[list] ?? []).flatMap((keyword, index) => {
      const folded = foldKeyword(keyword);
      const isConflict =
        builtInKind(folded) === opposite[list] || (list === sent && others.has(folded));
      return isConflict ? [`${list}.${index}`] : [];
    }),
  );
  return fieldErrors(conflicts, validationMessages.duplicate);
}
