import { countryOfPhone } from "#lib/phone";
import type { Address } from "./address";

/** True if an address is of the United States, to which WhatsApp sends no marketing. */
export function isOfUnitedStates({ wa_id: number, bsuid, parent_bsuid }: Address) {
  const id = bsuid ?? parent_bsuid ?? "";
  return number?.startsWith("1") ? countryOfPhone(`+${number}`) === "US" : id.startsWith("US.");
}
