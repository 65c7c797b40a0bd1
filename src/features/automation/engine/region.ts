import { countryOfPhone } from "#lib/phone";
import type { Region } from "#lib/region";
import type { Run } from "./run";

/** Where the settings of nodes and the lead's variables are read. */
export const regionOf = ({ workspace: { defaultCountry, timeZone } }: Run): Region => ({
  country: defaultCountry,
  timeZone,
});

/** Where the lead's replies are read: in the country of the lead's phone, else the workspace's. */
export const regionOfLead = (run: Run): Region => {
  const region = regionOf(run);
  return { ...region, country: countryOfPhone(run.lead.phone) ?? region.country };
};
