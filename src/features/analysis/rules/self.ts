import type { Statement } from "./heard";
import { KIN } from "./others";

const SELF =
  /^(?:im|i am|my name is|je suis|je mappelle|moi cest|j ?ai \d\d ans|soy|me llamo|tengo \d\d anos|sou|me chamo|chamo me|tenho \d\d anos)(?![a-z0-9])/;
const WITH_OTHERS = /\b(?:with|to|avec|con|com)\b/;

/** What may stand between who somebody is and what more is said of them: "30 years old", "between two contracts". */
const BETWEEN =
  /^(?:\d{2,3}(?: ?(?:ans|anos|years? old|yo))?|(?:entre|from|living in|based in|de|in|en|em|a) [a-z ]{2,30})$/;

/** Whether a clause without a verb goes on about the lead: who it stands behind says `I'm` and speaks of nobody else. */
export function isOfSelf({ before }: Statement) {
  const whose = before.findLast(({ words }) => !BETWEEN.test(words));
  return (
    whose !== undefined &&
    SELF.test(whose.words) &&
    !KIN.test(whose.words) &&
    !WITH_OTHERS.test(whose.words)
  );
}
