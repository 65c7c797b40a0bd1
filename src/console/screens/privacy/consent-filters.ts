import type { ConsentKind } from "../../../client/index";

export type ConsentFilters = { kind?: ConsentKind; from?: string; to?: string; lead?: number };

const kinds: readonly ConsentKind[] = ["opted_out", "opted_in"];
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The filters that an address names. */
export function consentFilters(search: Record<string, unknown>): ConsentFilters {
  const { from, to } = search;
  const kind = kinds.find((one) => one === search.kind);
  const lead = Number(search.lead);
  return {
    ...(kind && { kind }),
    ...(typeof from === "string" && DAY.test(from) && { from }),
    ...(typeof to === "string" && DAY.test(to) && { to }),
    ...(Number.isSafeInteger(lead) && lead > 0 && { lead }),
  };
}
