import type { ConsentKind, ConsentScope } from "#client";
import { oneOf } from "#console/data/one-of";

export type ConsentFilters = {
  kind?: ConsentKind | undefined;
  scope?: ConsentScope | undefined;
  from?: string | undefined;
  to?: string | undefined;
  lead?: number | undefined;
};

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The filters that an address names. */
export function consentFilters(search: Record<string, unknown>): ConsentFilters {
  const { from, to } = search;
  const lead = Number(search.lead);
  return {
    kind: oneOf<ConsentKind>(search.kind, { opted_out: true, opted_in: true }),
    scope: oneOf<ConsentScope>(search.scope, { all: true, marketing: true }),
    from: typeof from === "string" && DAY.test(from) ? from : undefined,
    to: typeof to === "string" && DAY.test(to) ? to : undefined,
    lead: Number.isSafeInteger(lead) && lead > 0 ? lead : undefined,
  };
}
