import { idTraits } from "#domain/platforms";
import type { Identities } from "#features/messaging/outbound/address";
import { countryOfPhone, hasPhones } from "#lib/phone";
import type { Region } from "#lib/region";
import type { Run } from "./run";

/** Where the settings of nodes and the lead's variables are read. */
export const regionOf = ({
  workspace: { defaultCountry, timeZone },
}: Pick<Run, "workspace">): Region => ({
  country: defaultCountry,
  timeZone,
});

/**
 * Where the lead's replies are read: in the country of the lead's phone, else of an id that begins
 * with one, else the workspace's.
 */
export const regionOfLead = (run: Pick<Run, "workspace" | "lead">): Region => {
  const region = regionOf(run);
  const { phone, identities } = run.lead;
  return { ...region, country: countryOfPhone(phone) ?? countryIn(identities) ?? region.country };
};

function countryIn(identities: Identities) {
  const id = identities.find(({ kind }) => idTraits[kind].hasCountry);
  const country = id?.value.slice(0, 2) ?? "";
  return hasPhones(country) ? country : null;
}
