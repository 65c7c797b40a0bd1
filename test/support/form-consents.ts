import { batch } from "#db/batch";
import type { ConsentScope } from "#domain/consents";
import { enterFormConsents } from "#features/leads/form-consents";
import { scopeOf } from "./scope";

/** Enters that a lead has consented in a form. */
export const consentInForm = (
  workspaceId: number,
  id: number,
  given: { about?: ConsentScope; words?: string; at?: number } = {},
) => {
  const consent = { id, about: "all" as const, words: "May I? Yes", at: Date.now(), ...given };
  const scope = scopeOf(workspaceId);
  return batch(scope, { consents: enterFormConsents(scope, [consent], 0) });
};
