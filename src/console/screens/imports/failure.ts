import type { Import } from "#client";
import { part, useTexts } from "#console/texts/catalogue";
import { all } from "./catalogue";

const failureTexts = part(all, "failure");

/** The cause of a failed import, in the user's language where the service's sentence is known. */
export function useReason({ reason, reason_code: code }: Import) {
  const t = useTexts(failureTexts);
  return code === null ? reason : t[code];
}
